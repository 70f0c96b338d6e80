import type { RequestHandler } from 'express';
import { publishListing } from '../../../core/listings/publish-listing.ts';
import { PUBLISHER_BODY_LIMIT } from '../body-limits.ts';
import { endpoint, type RestContext } from '../endpoint.ts';
import { toListingBody } from '../present-listing.ts';

/** POST /api/v1/giveaways (interface 4.1). */
export function publishListingEndpoint(context: RestContext): RequestHandler {
  return endpoint(context, {
    useCase: publishListing,
    readInput: ({ readJson }, request, response) => readJson(request, response, PUBLISHER_BODY_LIMIT),
    present: (listing) => ({ listing: toListingBody(listing) }),
  });
}
