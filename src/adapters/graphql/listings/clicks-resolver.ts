import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { GraphqlContext } from '../gateway/context.ts';
import { ListingClicksType, OwnListingType } from './own-listing-types.ts';

@Resolver(() => OwnListingType)
export class ClicksResolver {
  @FieldResolver(() => [ListingClicksType])
  async clicksByDay(
    @Root() { listingId }: OwnListingType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ListingClicksType[]> {
    return [...(await loaders.listingClicks.load(listingId))];
  }

  @FieldResolver(() => Int)
  async clicks(@Root() { listingId }: OwnListingType, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return (await loaders.listingClicks.load(listingId)).reduce((sum, { clicks }) => sum + clicks, 0);
  }
}
