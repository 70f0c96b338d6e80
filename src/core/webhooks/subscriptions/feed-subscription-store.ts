import type { FeedFilter } from '../../feed/feed-query.ts';
import type { SealedText } from '../../secrets/sealing.ts';
import type { Page, PageRequest } from '../../values/paging.ts';
import type { FeedSubscription, SubscriptionRequest } from './feed-subscription.ts';

/** What is stored with a request. */
export interface StoredRequest {
  readonly request: SubscriptionRequest;
  readonly host: string;
  /** Tells networks apart, and does not disclose them. */
  readonly networkKey: string;
  readonly sealed: SealedText;
}

/** A request that is to be confirmed now; each one that takes its place has another `run`. */
export interface TakenRequest extends SubscriptionRequest {
  readonly run: number;
}

/** Stores subscriptions of the feed, and the requests that wait for a confirmation: one of each callback and topic. */
export interface FeedSubscriptionStore {
  /**
   * Stores a request in place of the one that waits. 'full' when a limit of MAX_SUBSCRIPTIONS is reached, unless it renews a
   * subscription; 'busy' when one of MAX_WAITING is, or the callback is being asked. Requires a transaction.
   */
  request(stored: StoredRequest): Promise<'stored' | 'full' | 'busy'>;
  /** Stores the notice that a subscription was ended. */
  notify(subscription: FeedSubscription): Promise<void>;
  /** Takes the waiting request for this time, a few times at most; undefined when there is none. */
  take(id: string, leaseSeconds: number): Promise<TakenRequest | undefined>;
  /** Begins or renews the subscription of a confirmed request, unless the request was replaced since it was taken. */
  subscribe(request: TakenRequest, filter: FeedFilter): Promise<void>;
  /** Deletes a request, unless it was replaced since it was taken. Resolves to whether it was deleted. */
  end(request: TakenRequest): Promise<boolean>;
  /** Those whose lease has ended are found for up to a day. */
  find(id: string): Promise<FeedSubscription | undefined>;
  /** Deletes a subscription. */
  remove(id: string): Promise<void>;
  /** Newest first. */
  page(page: PageRequest): Promise<Page<FeedSubscription>>;
}
