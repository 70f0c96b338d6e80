import { DomainError } from '../../../core/errors.ts';
import { myListing } from '../../../core/listings/my-listing.ts';
import { handlePublisher } from '../endpoint.ts';
import { toListingBody } from '../present-listing.ts';

/** GET /api/v1/giveaways?sourceExternalId= (interface 4.1). */
export const handleMyListing = handlePublisher({
  useCase: myListing,
  query: ['sourceExternalId'],
  present: (listing) => {
    if (listing === undefined) {
      throw new DomainError(
        'NOT_FOUND',
        'You have no listing of this sourceExternalId: check the ID and the credential that published it.',
      );
    }
    return { listing: toListingBody(listing) };
  },
});
