import { withdrawListing } from '../../../core/listings/withdraw-listing.ts';
import { publisherEndpoint } from '../endpoint.ts';
import { listingExample, sourceExternalIdParameter } from '../openapi/listing-schemas.ts';
import { schemaOf } from '../openapi/provider/operation-parts.ts';

const { id, sourceExternalId } = listingExample;

/** DELETE /api/v1/giveaways?sourceExternalId= (interface 4.1). */
export const withdrawListingEndpoint = publisherEndpoint({
  useCase: withdrawListing,
  query: ['sourceExternalId'],
  present: ({ id, sourceExternalId, status }) => ({ ...(id !== null && { id }), sourceExternalId, status }),
  document: {
    operationId: 'withdrawListing',
    summary: 'Withdraw a listing',
    description:
      'Removes your listing from the feed. The ID names a legacy listing of yours only if you have no other listing with it; the answer has the id of the listing that is withdrawn. Safe to repeat, also for an ID that you never published.',
    tags: ['Listings'],
    parameters: [sourceExternalIdParameter],
    response: {
      description: 'You have no listing with this ID in the feed.',
      schema: schemaOf('WithdrawnListing'),
      example: { id, sourceExternalId, status: 'withdrawn' },
    },
  },
});
