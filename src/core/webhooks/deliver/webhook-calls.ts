/** A message that waits for a receiver. */
export interface QueuedMessage {
  readonly messageId: string;
  readonly payload: string;
}

/** A message with what signs it (Standard Webhooks 1.0). */
export interface SigningMessage extends QueuedMessage {
  /** The message is signed with each secret; the receiver needs to know one of them. */
  readonly secrets: readonly string[];
  readonly sentAt: Date;
}

/** One request to a receiver. */
export interface WebhookCall extends Pick<SigningMessage, 'secrets' | 'sentAt'> {
  readonly url: string;
  /** The feed with its filter that the receiver is subscribed to by WebSub; null for a webhook. */
  readonly topic: string | null;
  /** One for a webhook; a subscriber gets all of them as the entries of one document. */
  readonly messages: readonly [QueuedMessage, ...QueuedMessage[]];
}

/** The headers by which a receiver recognises and verifies a message (Standard Webhooks 1.0). */
export type SignedHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

export interface WebhookResponse {
  readonly durationMs: number;
  /** Null when there was no response. */
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the response, at most 1 KiB. */
  readonly body: string | null;
  /** The time that the receiver asked for by Retry-After; null without one. */
  readonly retryAfterSeconds: number | null;
}

/** Calls the receivers of webhooks (Standard Webhooks 1.0), and of subscriptions (WebSub, section 7). */
export interface WebhookCalls {
  /** Why this URL can never be called, as the message of a wrong field; undefined when it can. */
  findFault(url: string): string | undefined;
  /** Signs a message of a webhook. */
  sign(message: SigningMessage): SignedHeaders;
  /** POSTs the messages; resolves within seconds, and does not throw when the receiver fails. */
  post(call: WebhookCall): Promise<WebhookResponse>;
}
