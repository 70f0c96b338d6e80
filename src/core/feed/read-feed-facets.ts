import type { FeedFacetCounts, FeedStore } from './feed-store.ts';
import type { Clock } from '../clock.ts';
import { parseInput } from '../use-case.ts';
import { facetArguments, toFeedFilter } from './feed-query.ts';

/** The counts of the feed's facets, and when they were read. */
export interface FeedFacets extends FeedFacetCounts {
  readonly generatedAt: Date;
}

/** Counts the facets of the listings that match a filter; public. Throws INVALID_PAYLOAD. */
export async function readFeedFacets(
  { feed, clock }: { feed: FeedStore; clock: Clock },
  rawArguments: unknown,
): Promise<FeedFacets> {
  const generatedAt = clock.now();
  const { filter } = parseInput(facetArguments, rawArguments);
  return { ...(await feed.facets(toFeedFilter(filter, generatedAt), generatedAt)), generatedAt };
}
