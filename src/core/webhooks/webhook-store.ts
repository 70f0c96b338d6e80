import type { Page, PageRequest } from '../values/paging.ts';
import type { FeedFilter } from '../feed/feed-query.ts';
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

/** Whose webhooks are meant: a provider's, or those of an account that follow the feed. */
export type WebhookOwner = { readonly providerId: string } | { readonly accountId: string };

/** Stores webhooks and the log of their deliveries. */
export interface WebhookStore {
  /** Adds a webhook; from now on the rounds of its provider, which has this key on chain, are watched for events. */
  add(
    webhook: Webhook,
    stored: WebhookSecrets & { readonly creationId: string | null },
    providerKey: string,
  ): Promise<void>;
  /** The webhook of the owner that was created with this id of a request. */
  findCreated(
    owner: WebhookOwner,
    creationId: string,
  ): Promise<{ readonly webhook: Webhook; readonly secrets: WebhookSecrets } | undefined>;
  /** Adds a webhook of an account that follows a filter; from now on changes of listings are compared with it. */
  follow(
    webhook: Webhook,
    stored: WebhookSecrets & { readonly creationId: string | null },
    filter: FeedFilter,
  ): Promise<void>;
  /** Locks an account, so that its webhooks can be counted. Requires a transaction. */
  lockOwner(accountId: string): Promise<void>;
  find(id: string): Promise<Webhook | undefined>;
  findSecrets(id: string): Promise<WebhookSecrets | undefined>;
  countOf(owner: WebhookOwner): Promise<number>;
  /** Newest first. */
  pageOf(owner: WebhookOwner, page: PageRequest): Promise<Page<Webhook>>;
  /** Replaces the secrets; undefined, and nothing is written, unless the stored ones are `previous`. */
  rotate(
    id: string,
    previous: WebhookSecrets,
    secrets: WebhookSecrets,
    now: Date,
  ): Promise<Webhook | undefined>;
  /** Returns false, and changes nothing, when the webhook is not disabled. */
  enable(id: string): Promise<boolean>;
  /** Deletes the webhook; its log is no longer readable. Returns false when it was deleted before. */
  remove(webhook: Webhook): Promise<boolean>;
  /** Newest first. */
  pageOfDeliveries(webhookId: string, page: PageRequest): Promise<Page<WebhookDelivery>>;
  /** The rows of this page for each delivery, in reading order, with one row beyond the page's size if there are more. */
  attemptsOf(deliveryIds: readonly string[], page: PageRequest): Promise<LoggedAttempt[]>;
  /** The body of a delivery's message; undefined when it is of a listing that is not public now. */
  findPayload(deliveryId: string): Promise<string | undefined>;
  findDelivery(id: string): Promise<WebhookDelivery | undefined>;
  /** Starts a new run of the delivery; its first attempt is due at once. */
  redeliver(id: string): Promise<void>;
  /** Webhooks whose data key is not wrapped with the current key. */
  findOutdated(currentKeyId: string, first: number): Promise<SealedWebhook[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Returns how many keys were replaced. */
  rewrap(keys: readonly RewrappedWebhookKey[]): Promise<number>;
}
