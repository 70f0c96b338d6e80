import type { Listing } from './listing.ts';
import type { ListingToPut } from './listing-writer.ts';
import type { Page, PageRequest } from '../values/paging.ts';

/** How a publisher names one of its listings. */
export type OwnListing = { readonly id: string } | { readonly sourceExternalId: string };

/** The publisher whose listings are meant. */
export interface ListingOwner {
  readonly publisherId: string;
  readonly namespace: string;
}

/** Stores listings, unique by (namespace, sourceExternalId). */
export interface ListingStore {
  find(namespace: string, sourceExternalId: string): Promise<Listing | undefined>;
  /** A listing of the publisher. With a sourceExternalId, the one in its namespace comes before a legacy listing. */
  findOwn(owner: ListingOwner, listing: OwnListing): Promise<Listing | undefined>;
  /** The public listings with these ids, in any order. */
  findPublished(ids: readonly string[]): Promise<Listing[]>;
  /** Withdraws a publisher's listing; returns false, and changes nothing, when it is withdrawn already or does not exist. */
  withdraw(publisherId: string, id: string, now: Date): Promise<boolean>;
  /** Changes the badge; 'outdated', and nothing is changed, when the listing was updated at another time than `updatedAt`. */
  setVerified(id: string, verified: boolean, updatedAt?: Date): Promise<Listing | 'outdated' | undefined>;
  /** Locks a listing, so that decisions on it come one by one; undefined when there is none. Requires a transaction. */
  lock(id: string): Promise<Pick<Listing, 'hiddenReason' | 'publisherId'> | undefined>;
  /** Hides a listing from the public, with the reason for its publisher, or shows it again; undefined when there is none. */
  setHidden(id: string, reason: string | null): Promise<Listing | undefined>;
  /**
   * Hides some of the listings of a publisher if it is blocked, or shows some again if it is not; returns how many, 0 when
   * there are no more.
   */
  applyBlock(publisherId: string): Promise<number>;
  /** Assigns an unowned legacy listing to a publisher; undefined when there is no unowned one of this ID. */
  assignLegacy(sourceExternalId: string, publisherId: string): Promise<Listing | undefined>;
  /** Inserts unowned legacy listings; existing ones are not changed. Returns how many were new. */
  importLegacy(listings: readonly ListingToPut[]): Promise<number>;
  /** All listings of a publisher, including withdrawn ones, newest change first. */
  pageOf(publisherId: string, page: PageRequest): Promise<Page<Listing>>;
  /** The public listings of a publisher, newest change first. */
  publishedPageOf(publisherId: string, page: PageRequest): Promise<Page<Listing>>;
}
