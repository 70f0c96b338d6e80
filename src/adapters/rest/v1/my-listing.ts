import type { RequestHandler } from 'express';
import { DomainError } from '../../../core/errors.ts';
import { myListing } from '../../../core/listings/my-listing.ts';
import { endpoint, type RestContext } from '../endpoint.ts';
import { toListingBody } from '../present-listing.ts';
import { readQuery } from '../query.ts';

/** GET /api/v1/giveaways?sourceExternalId= (interface 4.1). */
export function myListingEndpoint(context: RestContext): RequestHandler {
  return endpoint(context, {
    useCase: myListing,
    readInput: (_context, request) => readQuery(request, ['sourceExternalId']),
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
}
