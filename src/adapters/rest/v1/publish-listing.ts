import type { RequestHandler } from 'express';
import { publishListing } from '../../../core/listings/publish-listing.ts';
import { PUBLISHER_BODY_LIMIT } from '../body-limits.ts';
import { endpoint, type RestContext } from '../endpoint.ts';
import { readQuery } from '../query.ts';
import { toListingBody } from '../present-listing.ts';

/** POST /api/v1/giveaways (interface 4.1). */
export function publishListingEndpoint(context: RestContext): RequestHandler {
  return endpoint(context, {
    useCase: publishListing,
    async readInput({ readJson }, request, response) {
      const body = await readJson(request, response, PUBLISHER_BODY_LIMIT);
      readQuery(request, []);
      return body;
    },
    present: (listing) => ({ listing: toListingBody(listing) }),
  });
}
