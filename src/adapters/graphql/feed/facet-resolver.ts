import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { readFeedFacets } from '../../../core/feed/read-feed-facets.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { FactFacetsType, FeedFacetsType, FeedFacetsArgs } from './facet-types.ts';
import { Requires } from '../guard/field-rules.ts';
import { FACETS_PRICE } from '../documents/prices.ts';

@Resolver(() => FeedFacetsType)
export class FacetResolver {
  @Requires(readFeedFacets, { cache: 'feed', offloadable: true, price: FACETS_PRICE })
  @Query(() => FeedFacetsType, {
    description: 'The number of listings that each choice of a filter would leave.',
  })
  async feedFacets(
    @Args(() => FeedFacetsArgs) args: FeedFacetsArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<FeedFacetsType> {
    const { platforms, providers, verified, unverified, isExact, generatedAt, filter, ...ends } = await run(
      readFeedFacets,
      args,
    );
    const { endingWithinDay, endingWithinWeek, withoutEnd } = ends;
    return {
      platforms,
      providers,
      verified,
      unverified,
      endingWithinDay,
      endingWithinWeek,
      withoutEnd,
      isExact,
      generatedAt,
      filter,
    };
  }

  @FieldResolver(() => FactFacetsType)
  facts(@Root() { filter }: FeedFacetsType, @Ctx() { ports }: GraphqlContext): Promise<FactFacetsType> {
    return ports.feed.factCounts(filter);
  }
}
