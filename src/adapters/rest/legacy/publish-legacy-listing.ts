import type { RequestHandler } from 'express';
import { publishLegacyListing } from '../../../core/listings/legacy/publish-legacy-listing.ts';
import { PUBLISHER_BODY_LIMIT } from '../body-limits.ts';
import { endpoint, type RestContext } from '../endpoint.ts';
import { toListingBody } from '../present-listing.ts';

/** POST /api/integrations/publish-giveaway (interface 4.1). */
export function publishLegacyListingEndpoint(context: RestContext): RequestHandler {
  return endpoint(context, {
    useCase: publishLegacyListing,
    readInput: ({ readJson }, request, response) => readJson(request, response, PUBLISHER_BODY_LIMIT),
    present: (listing) => ({ listing: toListingBody(listing) }),
  });
}
