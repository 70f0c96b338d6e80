import { publishListing } from '../../../core/listings/publish-listing.ts';
import { PUBLISHER_BODY_LIMIT } from '../body-limits.ts';
import { publisherEndpoint } from '../endpoint.ts';
import { listingDraftExample, listingExample } from '../openapi/listing-schemas.ts';
import { schemaOf } from '../openapi/provider/operation-parts.ts';
import { toListingBody } from '../present-listing.ts';

/** POST /api/v1/giveaways (interface 4.1). */
export const publishListingEndpoint = publisherEndpoint({
  useCase: publishListing,
  bodyLimit: PUBLISHER_BODY_LIMIT,
  query: [],
  present: (listing) => ({ listing: toListingBody(listing) }),
  document: {
    operationId: 'publishListing',
    summary: 'Publish or replace a listing',
    description:
      'Publishes a listing, or replaces your listing with the same sourceExternalId. A request is a full listing: omitted optional fields are reset to their defaults.',
    tags: ['Listings'],
    body: { schema: schemaOf('ListingDraft'), example: listingDraftExample },
    response: {
      description: 'The listing as it is now published.',
      schema: schemaOf('ListingAnswer'),
      example: { listing: listingExample },
    },
  },
});
