import type { Page, Position } from '../../values/paging.ts';
import type { Listing } from '../listing.ts';
import type { OwnListingQuery } from './own-listing-query.ts';

/** A page of own listings. */
export interface OwnListingSlice extends Page<Listing> {
  /** Where to continue, when so many listings were looked at that the page is not full. */
  readonly stoppedAt: Position | undefined;
}

/** Reads the listings of a publisher, whatever their state, in an order and by a filter. */
export interface OwnListings {
  /** Looks at a bounded number of listings, however many the publisher has. */
  pageOf(query: OwnListingQuery): Promise<OwnListingSlice>;
}
