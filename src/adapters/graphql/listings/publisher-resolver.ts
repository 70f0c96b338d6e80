import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import { PUBLISHER_ORDER, publisherListings } from '../../../core/listings/publisher-listings.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { toConnection } from '../relay/connections.ts';
import { ListingConnection } from './listing-types.ts';
import { presentListing } from './present-listing.ts';
import { presentPublisher } from './present-publisher.ts';
import { PublisherListingsArgs, PublisherType } from './publisher-types.ts';
import { Public } from '../guard/field-rules.ts';

@Resolver(() => PublisherType)
export class PublisherResolver {
  @Public({ cache: 'feed' })
  @Query(() => PublisherType, { nullable: true, description: 'The publisher of listings by its id.' })
  async publisher(
    @Arg('id', () => ID) id: string,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PublisherType | null> {
    const found = await loaders.publishers.load(id);
    return found ? presentPublisher(found) : null;
  }

  @Public({ cache: 'feed' })
  @Query(() => ListingConnection, {
    description: 'Published listings of a publisher, ended ones included, newest change first.',
  })
  async publisherListings(
    @Args(() => PublisherListingsArgs) args: PublisherListingsArgs,
    @Ctx() { ports }: GraphqlContext,
  ): Promise<ListingConnection> {
    const page = await publisherListings(ports, args);
    return toConnection(page, PUBLISHER_ORDER, ({ updatedAt }) => updatedAt, presentListing);
  }
}
