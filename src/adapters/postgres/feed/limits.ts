import { COUNT_LIMIT } from '../../../core/feed/count-limit.ts';

/** Limits of the number of listings that one read looks at. */
export interface FeedLimits {
  /** A condition that finds at most this many: all of them are read and sorted. */
  readonly gather: number;
  /** Rows of an order that are checked for one page. */
  readonly walk: number;
  /** Rows that are checked before another access is tried. */
  readonly firstWalk: number;
  /** Rows of an order's index that are intersected with the index of words. */
  readonly span: number;
  /** The index of words is read only for words that at most so many listings have, each by itself. */
  readonly words: number;
  /** Listings that are counted. */
  readonly count: number;
  /** Listings that are checked for facets, and for a count whose filter no index covers. */
  readonly checked: number;
}

export const FEED_LIMITS: FeedLimits = {
  gather: 2_500,
  walk: 5_000,
  firstWalk: 1_000,
  span: 30_000,
  words: 60_000,
  count: COUNT_LIMIT,
  checked: 5_000,
};
