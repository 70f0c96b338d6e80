import { LEGACY_NAMESPACE, type Listing } from '../../../core/listings/listing.ts';
import { textsOf } from '../../../core/listings/listing-draft.ts';
import { toShownPicture } from '../../../core/pictures/picture.ts';
import type { ListingType } from './listing-types.ts';
import type { ListingPictureType } from './picture-types.ts';

/** A listing as GraphQL shows it to everybody. */
export function presentListing(listing: Listing): ListingType {
  return {
    id: listing.id,
    sourceExternalId: listing.sourceExternalId,
    ...textsOf(listing),
    image: listing.image || null,
    picture: presentPicture(listing.picture),
    endDate: listing.endDate,
    facts: listing.facts,
    verified: listing.verified,
    status: listing.status,
    createdAt: listing.createdAt,
    updatedAt: listing.updatedAt,
    publisherId: listing.publisherId,
  };
}

/** The picture with this id; null without one. */
export function presentPicture(id: string | null): ListingPictureType | null {
  return id === null ? null : (toShownPicture(id) ?? null);
}

/** A listing as its publisher and the operator see it. */
export function presentOwnListing(listing: Listing): ListingType {
  const shown = presentListing(listing);
  const { namespace, hiddenReason, publisherId } = listing;
  shown.own = { listingId: listing.id, isLegacy: namespace === LEGACY_NAMESPACE, hiddenReason, publisherId };
  return shown;
}
