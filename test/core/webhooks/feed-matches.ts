import type { FeedMatches, ListingEvent, MatchBatch } from '../../../src/core/feed/feed-matches.ts';

/** Batches of matches, as the tests put them there, and what was stored of them. */
export interface FakeFeedMatches extends FeedMatches {
  batches: readonly MatchBatch[];
  readonly stored: readonly {
    readonly events: readonly ListingEvent[];
    readonly finished: readonly string[];
  }[];
}

export function createFeedMatches(): FakeFeedMatches {
  const stored: { events: readonly ListingEvent[]; finished: readonly string[] }[] = [];
  const fake: FakeFeedMatches = {
    batches: [],
    stored,
    async next() {
      const none = { matched: [], progress: { finished: [], partial: undefined }, hasMore: false };
      return fake.batches[0] ?? none;
    },
    async save(events, { finished }) {
      stored.push({ events, finished });
      fake.batches = fake.batches.slice(1);
    },
  };
  return fake;
}
