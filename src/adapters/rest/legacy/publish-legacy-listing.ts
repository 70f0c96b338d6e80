import { publishLegacyListing } from '../../../core/listings/legacy/publish-legacy-listing.ts';
import { PUBLISHER_BODY_LIMIT } from '../body-limits.ts';
import { publisherEndpoint } from '../endpoint.ts';
import { legacyListingDraftExample, legacyListingExample } from '../openapi/listing-schemas.ts';
import { schemaOf } from '../openapi/provider/operation-parts.ts';
import { toListingBody } from '../present-listing.ts';

/** POST /api/integrations/publish-giveaway (interface 4.1). */
export const publishLegacyListingEndpoint = publisherEndpoint({
  useCase: publishLegacyListing,
  bodyLimit: PUBLISHER_BODY_LIMIT,
  present: (listing) => ({ listing: toListingBody(listing) }),
  document: {
    operationId: 'publishLegacyListing',
    summary: 'Publish or replace a legacy listing',
    description:
      'The legacy endpoint: one namespace for all publishers, where each record belongs to the publisher that created it. Requests for a record without an owner get 409 until the operator assigns it. New integrations use /api/v1/giveaways.',
    tags: ['Legacy'],
    body: { schema: schemaOf('LegacyListingDraft'), example: legacyListingDraftExample },
    response: {
      description: 'The listing as it is now published.',
      schema: schemaOf('ListingAnswer'),
      example: { listing: legacyListingExample },
    },
    errors: ['LISTING_UNOWNED'],
  },
});
