import type { AuditEntry } from '../audit/audit-store.ts';
import type { ListingFacts } from './facts/listing-facts.ts';
import type { Listing } from './listing.ts';
import type { ListingDraft } from './listing-draft.ts';

/** The version of a listing by its updatedAt, or that there is none. */
export type SeenVersion = Date | 'absent';

/** A draft with facts that replace those of the listing; without them, it keeps its own. */
export interface DraftWithFacts extends ListingDraft {
  readonly facts?: ListingFacts | undefined;
}

/** A draft of an account that a listing is published from. */
export interface PublishedDraft {
  readonly holder: string;
  readonly id: string;
  /** The revision that is published; undefined for any. */
  readonly revision: number | undefined;
}

/** What a listing is published with. */
export interface PublishedWith {
  /** The draft that it is published from. */
  readonly draft?: PublishedDraft | undefined;
  /** A picture that its publisher has sent, or null for none; undefined keeps that of the listing. */
  readonly picture?: string | null | undefined;
}

export interface ListingToPut {
  readonly namespace: string;
  readonly publisherId: string | null;
  readonly draft: DraftWithFacts;
  readonly now: Date;
  /** The id that the listing gets if it is new. */
  readonly newId: string;
  /** The audit entry of the publication, which is added if it changes anything; its subject is the listing. */
  readonly audit?: Omit<AuditEntry, 'subject'>;
}

/** Writes one listing at a time, outside of transactions: the hot path of publishing. */
export interface ListingWriter {
  /**
   * Creates or replaces a listing in one atomic statement and publishes it. A replaced listing keeps its id and
   * createdAt, and its verification unless one of VERIFIED_FIELDS changes. Undefined, and nothing is written, when the
   * listing belongs to another publisher or to none, or is neither the version that was seen nor equal to the new one, or the
   * publisher is blocked or has not the picture. The draft that it is published from is deleted with it, unless it has another
   * revision.
   */
  put(listing: ListingToPut, seen?: SeenVersion, published?: PublishedWith): Promise<Listing | undefined>;
}
