import { COUNT_LIMIT } from '../../../core/feed/feed-store.ts';

/** How many listings one read looks at. */
export interface FeedLimits {
  /** So many that a rare condition finds are all read and sorted. */
  readonly gather: number;
  /** So many of an order are checked for one page. */
  readonly walk: number;
  /** The same before anything else is tried. */
  readonly firstWalk: number;
  /** So many rows of an order's index are met with the index of words. */
  readonly span: number;
  /** So many listings at most may have the words then. */
  readonly words: number;
  /** Of a count. */
  readonly count: number;
  /** Of the facets of one filter, and of a count that no index has the whole filter of. */
  readonly checked: number;
}

export const FEED_LIMITS: FeedLimits = {
  gather: 5_000,
  walk: 8_000,
  firstWalk: 1_000,
  span: 40_000,
  words: 20_000,
  count: COUNT_LIMIT,
  checked: 5_000,
};
