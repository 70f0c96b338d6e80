import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { assignLegacyListing } from '../../../core/listings/legacy/assign-legacy-listing.ts';
import { findListing } from '../../../core/listings/find-listing.ts';
import { importLegacyListings } from '../../../core/listings/legacy/import-legacy-listings.ts';
import { migrateListings } from '../../../core/listings/migrate-listings.ts';
import { myListing } from '../../../core/listings/my-listing.ts';
import { myListings } from '../../../core/listings/own/my-listings.ts';
import { publishSeenLegacyListing } from '../../../core/listings/legacy/publish-legacy-listing.ts';
import { publishSeenListing } from '../../../core/listings/publish-listing.ts';
import { unverifyListing } from '../../../core/listings/badge/unverify-listing.ts';
import { verifyListing } from '../../../core/listings/badge/verify-listing.ts';
import { withdrawListing } from '../../../core/listings/withdraw-listing.ts';
import { run } from '../../../core/use-case.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import {
  AssignLegacyListingInput,
  AssignLegacyListingPayload,
  ExpectedListingInput,
  ImportLegacyListingsInput,
  ImportLegacyListingsPayload,
  ListingType,
  ListingConnection,
  ListingStatusEnum,
  MigrateListingsInput,
  MigrateListingsPayload,
  PublishLegacyListingInput,
  PublishLegacyListingPayload,
  PublishListingInput,
  PublishListingPayload,
  UnverifyListingInput,
  UnverifyListingPayload,
  VerifyListingInput,
  VerifyListingPayload,
  WithdrawListingInput,
  WithdrawListingPayload,
} from './listing-types.ts';
import { PublishedWithArgs } from './drafts/draft-types.ts';
import { MyListingsArgs } from './own/my-listings-args.ts';
import { PublisherType } from './publisher-types.ts';
import { presentListing, presentOwnListing } from './present-listing.ts';
import { presentPublisher } from './present-publisher.ts';
import { Requires } from '../guard/field-rules.ts';
import { publishLegacyListing } from '../../../core/listings/legacy/publish-legacy-listing.ts';
import { publishListing } from '../../../core/listings/publish-listing.ts';

const EXPECTED = 'The version that the request replaces; any version without it.';

@Resolver(() => ListingType)
export class ListingResolver {
  @Requires(findListing, { cache: 'feed' })
  @Query(() => ListingType, { nullable: true, description: 'A published listing by its id.' })
  async listing(
    @Arg('id', () => ID) id: string,
    @Ctx() { caller, loaders }: GraphqlContext,
  ): Promise<ListingType | null> {
    const listing = await run(loaders, caller, findListing, { id });
    return listing ? presentListing(listing) : null;
  }

  @Requires(myListings)
  @Query(() => ListingConnection, {
    description:
      'Your own listings, withdrawn ones included, newest change first unless another order is requested. With a filter, a page may have fewer listings than requested, even none, although hasNextPage is true (hasPreviousPage when read by last): endCursor (startCursor) is the position to continue from.',
  })
  async myListings(
    @Args(() => MyListingsArgs) args: MyListingsArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingConnection> {
    const page = await run(myListings, args);
    const edges = page.items.map((item) => ({ cursor: page.cursorOf(item), node: presentOwnListing(item) }));
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page;
    const pageInfo = { hasNextPage, hasPreviousPage, startCursor, endCursor };
    return { edges, nodes: edges.map(({ node }) => node), pageInfo };
  }

  @Requires(myListing)
  @Query(() => ListingType, {
    nullable: true,
    description:
      'Your own listing by its id or by your own ID, even if it is withdrawn. Your own ID names a legacy listing of yours only if you have no other listing with it.',
  })
  async myListing(
    @Arg('sourceExternalId', () => String, { nullable: true }) sourceExternalId: string | null | undefined,
    @Arg('id', () => ID, { nullable: true }) id: string | null | undefined,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingType | null> {
    const listing = await run(myListing, { sourceExternalId, id });
    return listing ? presentOwnListing(listing) : null;
  }

  @Requires(publishListing)
  @Mutation(() => PublishListingPayload, {
    description: 'Publishes a listing, or replaces your listing with the same ID.',
  })
  async publishListing(
    @Arg('input', () => PublishListingInput) input: PublishListingInput,
    @Arg('expected', () => ExpectedListingInput, { nullable: true, description: EXPECTED })
    expected: ExpectedListingInput | null | undefined,
    @Args(() => PublishedWithArgs) published: PublishedWithArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<PublishListingPayload> {
    const listing = await run(publishSeenListing, Object.assign({ expected }, published, input));
    return { listing: presentOwnListing(listing) };
  }

  @Requires(withdrawListing)
  @Mutation(() => WithdrawListingPayload, { description: 'Withdraws your listing; safe to repeat.' })
  async withdrawListing(
    @Arg('input', () => WithdrawListingInput) input: WithdrawListingInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<WithdrawListingPayload> {
    const { id, sourceExternalId } = await run(withdrawListing, input);
    return { id, sourceExternalId, status: ListingStatusEnum.WITHDRAWN };
  }

  @Requires(publishLegacyListing)
  @Mutation(() => PublishLegacyListingPayload, {
    description: 'Publishes a listing in the shared namespace of the legacy endpoint.',
  })
  async publishLegacyListing(
    @Arg('input', () => PublishLegacyListingInput) input: PublishLegacyListingInput,
    @Arg('expected', () => ExpectedListingInput, { nullable: true, description: EXPECTED })
    expected: ExpectedListingInput | null | undefined,
    @Args(() => PublishedWithArgs) published: PublishedWithArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<PublishLegacyListingPayload> {
    const listing = await run(publishSeenLegacyListing, Object.assign({ expected }, published, input));
    return { listing: presentOwnListing(listing) };
  }

  @Requires(verifyListing)
  @Mutation(() => VerifyListingPayload, { description: 'Operator: awards the verified badge.' })
  async verifyListing(
    @Arg('input', () => VerifyListingInput) input: VerifyListingInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<VerifyListingPayload> {
    return { listing: presentOwnListing(await run(verifyListing, input)) };
  }

  @Requires(unverifyListing)
  @Mutation(() => UnverifyListingPayload, { description: 'Operator: removes the verified badge.' })
  async unverifyListing(
    @Arg('input', () => UnverifyListingInput) input: UnverifyListingInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<UnverifyListingPayload> {
    return { listing: presentOwnListing(await run(unverifyListing, input)) };
  }

  @Requires(assignLegacyListing)
  @Mutation(() => AssignLegacyListingPayload, {
    description: 'Operator: assigns a legacy listing without an owner to a publisher.',
  })
  async assignLegacyListing(
    @Arg('input', () => AssignLegacyListingInput) input: AssignLegacyListingInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<AssignLegacyListingPayload> {
    return { listing: presentOwnListing(await run(assignLegacyListing, input)) };
  }

  @Requires(importLegacyListings)
  @Mutation(() => ImportLegacyListingsPayload, {
    description: 'Operator: imports legacy listings without an owner.',
  })
  importLegacyListings(
    @Arg('input', () => ImportLegacyListingsInput) input: ImportLegacyListingsInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ImportLegacyListingsPayload> {
    return run(importLegacyListings, input);
  }

  @Requires(migrateListings)
  @Mutation(() => MigrateListingsPayload, {
    description:
      'Operator: moves all listings of a service client to an account, or none if both have published the same sourceExternalId. They keep ids, times and badges.',
  })
  migrateListings(
    @Arg('input', () => MigrateListingsInput) input: MigrateListingsInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<MigrateListingsPayload> {
    return run(migrateListings, input);
  }

  @FieldResolver(() => PublisherType, { nullable: true })
  async publisher(
    @Root() { publisher, publisherId }: ListingType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PublisherType | null> {
    if (publisher !== undefined) return publisher;
    const found = publisherId === null ? undefined : await loaders.publishers.load(publisherId);
    return found ? presentPublisher(found) : null;
  }
}
