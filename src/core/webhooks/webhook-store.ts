import type { Page, PageRequest } from '../values/paging.ts';
import type { LoggedAttempt, Webhook, WebhookDelivery, WebhookSecrets } from './webhook.ts';

/** A data key that was rewrapped. */
export interface RewrappedWebhookKey {
  readonly webhookId: string;
  /** A webhook whose key is not this one is not changed. */
  readonly previousWrappedKey: Uint8Array;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

export type SealedWebhook = Pick<Webhook, 'id'> & WebhookSecrets;

/** Stores webhooks and the log of their deliveries. */
export interface WebhookStore {
  /** Adds a webhook; from now on the rounds of its provider, which has this key on chain, are watched for events. */
  add(
    webhook: Webhook,
    stored: WebhookSecrets & { readonly creationId: string | null },
    providerKey: string,
  ): Promise<void>;
  /** The webhook of the provider that was created with this id of a request. */
  findCreated(
    providerId: string,
    creationId: string,
  ): Promise<{ readonly webhook: Webhook; readonly secrets: WebhookSecrets } | undefined>;
  find(id: string): Promise<Webhook | undefined>;
  findSecrets(id: string): Promise<WebhookSecrets | undefined>;
  countOf(providerId: string): Promise<number>;
  /** Newest first. */
  pageOf(providerId: string, page: PageRequest): Promise<Page<Webhook>>;
  /** Replaces the secrets; undefined, and nothing is written, unless the stored ones are `previous`. */
  rotate(
    id: string,
    previous: WebhookSecrets,
    secrets: WebhookSecrets,
    now: Date,
  ): Promise<Webhook | undefined>;
  /** Returns false, and changes nothing, when the webhook is not disabled. */
  enable(id: string): Promise<boolean>;
  /** Deletes the webhook; its log is no longer readable. */
  remove(webhook: Webhook): Promise<void>;
  /** Newest first. */
  pageOfDeliveries(webhookId: string, page: PageRequest): Promise<Page<WebhookDelivery>>;
  /** The rows of this page for each delivery, in reading order, with one row beyond the page's size if there are more. */
  attemptsOf(deliveryIds: readonly string[], page: PageRequest): Promise<LoggedAttempt[]>;
  /** The body of a message. */
  findPayload(messageId: string): Promise<string | undefined>;
  findDelivery(id: string): Promise<WebhookDelivery | undefined>;
  /** Starts a new run of the delivery; its first attempt is due at once. */
  redeliver(id: string): Promise<void>;
  /** Webhooks whose data key is not wrapped with the current key. */
  findOutdated(currentKeyId: string, first: number): Promise<SealedWebhook[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Returns how many keys were replaced. */
  rewrap(keys: readonly RewrappedWebhookKey[]): Promise<number>;
}
