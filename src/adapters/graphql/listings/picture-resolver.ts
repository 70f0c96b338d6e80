import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { setListingPicture } from '../../../core/pictures/set-listing-picture.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { OwnListingType } from './own-listing-types.ts';
import { presentOwnListing } from './present-listing.ts';
import { SetListingPictureInput, SetListingPicturePayload } from './set-picture-types.ts';

@Resolver(() => OwnListingType)
export class PictureResolver {
  @Requires(setListingPicture)
  @Mutation(() => SetListingPicturePayload, {
    description:
      'Shows your listing with an image that you have sent to POST /api/pictures, or without it. Publishing it again keeps the picture; safe to repeat.',
  })
  async setListingPicture(
    @Arg('input', () => SetListingPictureInput) input: SetListingPictureInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<SetListingPicturePayload> {
    return { listing: presentOwnListing(await run(setListingPicture, input)) };
  }

  @FieldResolver(() => String, { nullable: true })
  async imageFailure(
    @Root() { listingId }: OwnListingType,
    @Ctx() { ports }: GraphqlContext,
  ): Promise<string | null> {
    return (await ports.imageFetchStore.findFailure(listingId)) ?? null;
  }
}
