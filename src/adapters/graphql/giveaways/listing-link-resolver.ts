import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { toGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { ListingType } from '../listings/listing-types.ts';
import { presentListing } from '../listings/present-listing.ts';
import { Public } from '../guard/field-rules.ts';
import { Giveaway } from './giveaway-types.ts';

@Resolver(() => Giveaway)
export class GiveawayListingResolver {
  @Public({ cache: 'chain', offloadable: false })
  @FieldResolver(() => ListingType, {
    nullable: true,
    description:
      'Its listing in the feed: published by a member of the provider, with the giveawayId as sourceExternalId; the first one if there are several.',
  })
  async listing(
    @Root() { providerKey, giveawayId }: Giveaway,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ListingType | null> {
    const id = await loaders.listingOfGiveaway.load({ providerKey, externalId: giveawayId });
    const listing = id === undefined ? undefined : await loaders.listings.load(id);
    return listing ? presentListing(listing) : null;
  }
}

@Resolver(() => ListingType)
export class ListingGiveawayResolver {
  @Public({ cache: 'chain', offloadable: false })
  @FieldResolver(() => Giveaway, {
    nullable: true,
    description:
      'The giveaway on the chain that it announces: of a provider that its publisher is a member of, with the sourceExternalId as giveawayId.',
  })
  async giveaway(
    @Root() { publisherId, sourceExternalId }: ListingType,
    @Ctx() { loaders, ports }: GraphqlContext,
  ): Promise<Giveaway | null> {
    if (publisherId === null) return null;
    const keys = await loaders.providerKeys.load(publisherId);
    const giveaways = await Promise.all(
      keys.map((key) =>
        loaders.reads.node<Giveaway>(toGiveawayId(ports.digests.giveawayKey(key, sourceExternalId))),
      ),
    );
    return giveaways.find((giveaway) => giveaway !== null) ?? null;
  }
}
