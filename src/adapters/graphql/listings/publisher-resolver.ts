import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { findPublisher } from '../../../core/feed/find-publisher.ts';
import { PUBLISHER_ORDER, publisherListings } from '../../../core/listings/publisher-listings.ts';
import { run } from '../../../core/use-case.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { toConnection } from '../relay/connections.ts';
import { ListingConnection } from './listing-types.ts';
import { presentListing } from './present-listing.ts';
import { presentPublisher } from './present-publisher.ts';
import { PublisherListingsArgs, PublisherType } from './publisher-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver(() => PublisherType)
export class PublisherResolver {
  @Requires(findPublisher, { cache: 'feed' })
  @Query(() => PublisherType, { nullable: true, description: 'The publisher of listings by its id.' })
  async publisher(
    @Arg('id', () => ID) id: string,
    @Ctx() { caller, loaders }: GraphqlContext,
  ): Promise<PublisherType | null> {
    const found = await run(loaders, caller, findPublisher, { id });
    return found ? presentPublisher(found) : null;
  }

  @Requires(publisherListings, { cache: 'feed' })
  @Query(() => ListingConnection, {
    description: 'Published listings of a publisher, ended ones included, newest change first.',
  })
  async publisherListings(
    @Args(() => PublisherListingsArgs) args: PublisherListingsArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<ListingConnection> {
    const page = await context.run(publisherListings, args);
    return toConnection(page, PUBLISHER_ORDER, ({ updatedAt }) => updatedAt, presentListing);
  }

  @FieldResolver(() => Int)
  listingCount(@Root() { id }: PublisherType, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return loaders.listingCounts.load(id);
  }
}
