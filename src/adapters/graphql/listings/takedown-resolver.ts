import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { blockPublisher } from '../../../core/listings/takedown/block-publisher.ts';
import { hideListing } from '../../../core/reports/hiding/hide-listing.ts';
import { unblockPublisher } from '../../../core/listings/takedown/unblock-publisher.ts';
import { unhideListing } from '../../../core/reports/hiding/unhide-listing.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { OwnListingType } from './own-listing-types.ts';
import { presentOwnListing } from './present-listing.ts';
import { presentPublisher } from './present-publisher.ts';
import {
  BlockPublisherInput,
  BlockPublisherPayload,
  HideListingInput,
  HideListingPayload,
  UnblockPublisherInput,
  UnblockPublisherPayload,
  UnhideListingInput,
  UnhideListingPayload,
} from './takedown-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver(() => OwnListingType)
export class TakedownResolver {
  @Requires(hideListing)
  @Mutation(() => HideListingPayload, {
    description:
      'Operator: hides a listing from the public, also when it is published again; its publisher sees the reason.',
  })
  async hideListing(
    @Arg('input', () => HideListingInput) input: HideListingInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<HideListingPayload> {
    return { listing: presentOwnListing(await run(hideListing, input)) };
  }

  @Requires(unhideListing)
  @Mutation(() => UnhideListingPayload, {
    description:
      'Operator: shows a hidden listing again, unless it is withdrawn or its publisher is blocked.',
  })
  async unhideListing(
    @Arg('input', () => UnhideListingInput) input: UnhideListingInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<UnhideListingPayload> {
    return { listing: presentOwnListing(await run(unhideListing, input)) };
  }

  @Requires(blockPublisher)
  @Mutation(() => BlockPublisherPayload, {
    description:
      'Operator: hides all listings of a publisher from the public, and refuses further ones; the publisher sees the reason. Safe to repeat.',
  })
  async blockPublisher(
    @Arg('input', () => BlockPublisherInput) input: BlockPublisherInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<BlockPublisherPayload> {
    const { publisher, listings } = await run(blockPublisher, input);
    return { publisher: presentPublisher(publisher), listings };
  }

  @Requires(unblockPublisher)
  @Mutation(() => UnblockPublisherPayload, {
    description:
      'Operator: ends the block of a publisher: its published listings are public again, except hidden ones. Safe to repeat.',
  })
  async unblockPublisher(
    @Arg('input', () => UnblockPublisherInput) input: UnblockPublisherInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<UnblockPublisherPayload> {
    const { publisher, listings } = await run(unblockPublisher, input);
    return { publisher: presentPublisher(publisher), listings };
  }

  @FieldResolver(() => String, { nullable: true })
  async blockedReason(
    @Root() { publisherId }: OwnListingType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    const publisher = publisherId === null ? undefined : await loaders.publishers.load(publisherId);
    return publisher?.blockedReason ?? null;
  }
}
