import type { Page, PageRequest } from '../values/paging.ts';
import type { LoggedAttempt, Webhook, WebhookDelivery, WebhookSecrets } from './webhook.ts';

/** A data key that was wrapped anew. */
export interface RewrappedWebhookKey {
  readonly webhookId: string;
  /** A webhook that has another one by now stays as it is. */
  readonly previousWrappedKey: Uint8Array;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

export type SealedWebhook = Pick<Webhook, 'id'> & WebhookSecrets;

/** Keeps webhooks and the log of their deliveries. */
export interface WebhookStore {
  /** From now on the rounds of its provider, known on chain by this key, are watched. */
  add(webhook: Webhook, secrets: WebhookSecrets, providerKey: string): Promise<void>;
  find(id: string): Promise<Webhook | undefined>;
  findSecrets(id: string): Promise<WebhookSecrets | undefined>;
  countOf(providerId: string): Promise<number>;
  /** Newest first. */
  pageOf(providerId: string, page: PageRequest): Promise<Page<Webhook>>;
  /** Undefined, and nothing is written, unless `previous` are the secrets that it has. */
  rotate(
    id: string,
    previous: WebhookSecrets,
    secrets: WebhookSecrets,
    now: Date,
  ): Promise<Webhook | undefined>;
  /** Deletes it; nobody sees its log any more. */
  remove(webhook: Webhook): Promise<void>;
  /** Newest first. */
  pageOfDeliveries(webhookId: string, page: PageRequest): Promise<Page<WebhookDelivery>>;
  /** The rows of this page for each of these deliveries, one more than its size where there are more; backward, latest first. */
  attemptsOf(deliveryIds: readonly string[], page: PageRequest): Promise<LoggedAttempt[]>;
  findDelivery(id: string): Promise<WebhookDelivery | undefined>;
  /** Begins the attempts of a delivery anew, the first one at once. */
  redeliver(id: string): Promise<void>;
  /** Those whose data key is wrapped with any other key than this one. */
  findOutdated(currentKeyId: string, first: number): Promise<SealedWebhook[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Answers how many were replaced. */
  rewrap(keys: readonly RewrappedWebhookKey[]): Promise<number>;
}
