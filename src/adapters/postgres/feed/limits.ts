import { COUNT_LIMIT } from '../../../core/feed/feed-store.ts';

/** How many listings one read looks at. */
export interface FeedLimits {
  /** So many that a rare condition finds are all read and sorted. */
  readonly gather: number;
  /** So many of an order are checked for one page. */
  readonly walk: number;
  /** The same before anything else is tried. */
  readonly firstWalk: number;
  /** Of a count. */
  readonly count: number;
  /** Of the facets of one filter. */
  readonly facets: number;
}

export const FEED_LIMITS: FeedLimits = {
  gather: 5_000,
  walk: 8_000,
  firstWalk: 1_000,
  count: COUNT_LIMIT,
  facets: 5_000,
};
