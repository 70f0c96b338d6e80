import type { FeedFacetCounts } from './feed-store.ts';
import type { Uses } from '../ports.ts';
import { parseInput } from '../use-case.ts';
import { facetArguments, toFeedFilter } from './feed-query.ts';

/** The facets of the public feed, and when they were counted. */
export interface FeedFacets extends FeedFacetCounts {
  readonly generatedAt: Date;
}

/** Counts what the listings of a filter could be narrowed down by: for everybody. Throws INVALID_PAYLOAD. */
export async function readFeedFacets(
  { feed, clock }: Uses<'feed' | 'clock'>,
  rawArguments: unknown,
): Promise<FeedFacets> {
  const generatedAt = clock.now();
  const { filter } = parseInput(facetArguments, rawArguments);
  return { ...(await feed.facets(toFeedFilter(filter, generatedAt), generatedAt)), generatedAt };
}
