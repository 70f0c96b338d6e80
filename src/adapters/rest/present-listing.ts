import type { Listing } from '../../core/listings/listing.ts';
import { textsOf } from '../../core/listings/listing-draft.ts';

/** The listing as interface A returns it (interface 2.1); instants are ISO 8601 in UTC. */
export function toListingBody(listing: Listing) {
  return {
    id: listing.id,
    sourceExternalId: listing.sourceExternalId,
    ...textsOf(listing),
    endDate: listing.endDate === null ? 'N/A' : listing.endDate.toISOString().replace('.000Z', 'Z'),
    verified: listing.verified,
    status: listing.status,
    createdAt: listing.createdAt.toISOString(),
    updatedAt: listing.updatedAt.toISOString(),
  };
}
