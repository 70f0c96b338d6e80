import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { setListingPicture } from '../../../core/pictures/set-listing-picture.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { presentOwnListing } from './present-listing.ts';
import { SetListingPictureInput, SetListingPicturePayload } from './set-picture-types.ts';

@Resolver()
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
}
