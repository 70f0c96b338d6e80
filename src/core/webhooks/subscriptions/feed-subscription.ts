import type { FollowedFilter } from '../webhook.ts';

/** A subscriber of a filter of the feed, without an account (WebSub, W3C Recommendation of 23 January 2018). */
export interface FeedSubscription {
  /** Derived from the callback and the topic, of which there is one subscription. */
  readonly id: string;
  /** The URL that gets new entries of the feed. */
  readonly callback: string;
  /** The address of the feed with its filter. */
  readonly topic: string;
  readonly createdAt: Date;
  /** When it ends, unless it is renewed before. */
  readonly leaseUntil: Date;
  /** When its callback answered 410 Gone; nothing has been sent since. */
  readonly disabledAt: Date | null;
}

/** What a callback is asked to confirm, or told. */
export const REQUEST_MODES = ['subscribe', 'unsubscribe', 'denied'] as const;
export type RequestMode = (typeof REQUEST_MODES)[number];

/** A request that its callback has to confirm, or the notice that the operator has ended the subscription. */
export interface SubscriptionRequest extends Pick<FeedSubscription, 'id' | 'callback' | 'topic'> {
  readonly mode: RequestMode;
  readonly filter: FollowedFilter;
  readonly leaseSeconds: number;
}

/** The longest lease in seconds, and the one that is given when none is requested. */
export const LEASE_SECONDS = { shortest: 3_600, usual: 864_000, longest: 2_592_000 } as const;

/** How many subscriptions there are at most, those to be confirmed included; by callback host and by network of the requests. */
export const MAX_SUBSCRIPTIONS = { inTotal: 5_000, ofHost: 200, ofNetwork: 200 } as const;

/** How many requests wait for their confirmation at most. */
export const MAX_WAITING = { inTotal: 500, ofHost: 20, ofNetwork: 20 } as const;

/** The host of a callback, by which its subscriptions are counted and its calls take turns. */
export function hostOf(callback: string): string {
  return new URL(callback).host;
}
