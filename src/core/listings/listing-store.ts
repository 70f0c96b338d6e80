import type { Listing } from './listing.ts';
import type { ListingToPut } from './listing-writer.ts';
import type { Page, PageRequest } from '../values/paging.ts';

/** Keeps listings, unique by (namespace, sourceExternalId). */
export interface ListingStore {
  find(namespace: string, sourceExternalId: string): Promise<Listing | undefined>;
  /** The published listings among these ids, in any order: what everybody may see. */
  findPublished(ids: readonly string[]): Promise<Listing[]>;
  /** Withdraws; a repeat, or no such listing, changes nothing. Answers whether anything changed. */
  withdraw(namespace: string, sourceExternalId: string, now: Date): Promise<boolean>;
  setVerified(id: string, verified: boolean): Promise<Listing | undefined>;
  /** Gives an unowned legacy listing to a publisher; undefined when there is no unowned one of that ID. */
  assignLegacy(sourceExternalId: string, publisherId: string): Promise<Listing | undefined>;
  /** Inserts unowned legacy listings; those that exist stay as they are. Answers how many were new. */
  importLegacy(listings: readonly ListingToPut[]): Promise<number>;
  /** A publisher's own listings, withdrawn ones included, newest change first. */
  pageOf(publisherId: string, page: PageRequest): Promise<Page<Listing>>;
}
