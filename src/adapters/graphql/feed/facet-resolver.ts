import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { readFeedFacets } from '../../../core/feed/read-feed-facets.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { FeedFacetsType, FeedFacetsArgs } from './facet-types.ts';
import { Public } from '../guard/field-rules.ts';
import { FACETS_PRICE } from '../documents/prices.ts';

@Resolver(() => FeedFacetsType)
export class FacetResolver {
  @Public({ cache: 'feed', offloadable: true, price: FACETS_PRICE })
  @Query(() => FeedFacetsType, {
    description: 'The number of listings that each choice of a filter would leave.',
  })
  async feedFacets(
    @Args(() => FeedFacetsArgs) args: FeedFacetsArgs,
    @Ctx() { ports }: GraphqlContext,
  ): Promise<FeedFacetsType> {
    const { platforms, providers, verified, unverified, isExact, generatedAt, ...ends } =
      await readFeedFacets(ports, args);
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
    };
  }
}
