import type { Listing } from './listing.ts';
import type { ListingDraft } from './listing-draft.ts';

export interface ListingToPut {
  readonly namespace: string;
  readonly publisherId: string | null;
  readonly draft: ListingDraft;
  readonly now: Date;
  /** The id if the listing is new. */
  readonly newId: string;
}

/** Writes one listing at a time, outside of transactions: the hot path of publishing. */
export interface ListingWriter {
  /**
   * Creates or replaces in one atomic step, published; keeps id and createdAt, and verification as long as no
   * field of VERIFIED_FIELDS changes. Undefined (and nothing written) when another publisher, or none, owns it.
   */
  put(listing: ListingToPut): Promise<Listing | undefined>;
}
