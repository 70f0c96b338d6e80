import type { FeedFacetCounts, FeedStore } from './feed-store.ts';
import type { Clock } from '../clock.ts';
import { defineUseCase } from '../use-case.ts';
import { facetArguments, toFeedFilter } from './feed-query.ts';

/** The counts of the feed's facets, and when they were read. */
export interface FeedFacets extends FeedFacetCounts {
  readonly generatedAt: Date;
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
    return { ...(await feed.facets(toFeedFilter(filter, generatedAt), generatedAt)), generatedAt };
  },
});
