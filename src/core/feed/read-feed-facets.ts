import type { FeedFacetCounts, FeedStore } from './feed-store.ts';
import type { Clock } from '../clock.ts';
import { defineUseCase } from '../use-case.ts';
import { facetArguments, toFeedFilter, type FeedFilter } from './feed-query.ts';

/** The counts of the feed's facets, when they were read, and of which filter. */
export interface FeedFacets extends FeedFacetCounts {
  readonly generatedAt: Date;
  readonly filter: FeedFilter;
}

/** Counts the facets of the listings that match a filter. */
export const readFeedFacets = defineUseCase({
  permission: 'public',
  input: facetArguments,

  async execute(
    { feed, clock }: { feed: FeedStore; clock: Clock },
    _caller,
    { filter },
  ): Promise<FeedFacets> {
    const generatedAt = clock.now();
    const counted = toFeedFilter(filter, generatedAt);
    return { ...(await feed.facets(counted, generatedAt)), generatedAt, filter: counted };
  },
});
