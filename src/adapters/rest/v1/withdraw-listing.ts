import type { RequestHandler } from 'express';
import { withdrawListing } from '../../../core/listings/withdraw-listing.ts';
import { endpoint, type RestContext } from '../endpoint.ts';
import { readQuery } from '../query.ts';

/** DELETE /api/v1/giveaways?sourceExternalId= (interface 4.1). */
export function withdrawListingEndpoint(context: RestContext): RequestHandler {
  return endpoint(context, {
    useCase: withdrawListing,
    readInput: (_context, request) => readQuery(request, ['sourceExternalId']),
    present: ({ id, sourceExternalId, status }) => ({ ...(id !== null && { id }), sourceExternalId, status }),
  });
}
