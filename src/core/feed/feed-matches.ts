import type { Listing } from '../listings/listing.ts';

/** A public listing that began to match followed filters. */
export interface MatchedListing {
  readonly listing: Omit<Listing, 'namespace' | 'status' | 'hiddenReason' | 'uploadedPicture'>;
  readonly publisher: { readonly id: string; readonly name: string | null } | null;
  /** The webhooks of these filters. */
  readonly webhookIds: readonly string[];
}

/** How far the changes of listings are matched; `save` records it. */
export interface MatchProgress {
  /** Changes that are compared with all filters. */
  readonly finished: readonly string[];
  /** A change that is compared with the filters up to one. */
  readonly partial:
    | { readonly sequence: string; readonly key: string; readonly webhookId: string }
    | undefined;
}

/** A bounded part of the changes with its matches. */
export interface MatchBatch {
  readonly matched: readonly MatchedListing[];
  readonly progress: MatchProgress;
  /** Whether the batch reached a limit, so that there may be more. */
  readonly hasMore: boolean;
}

/** The event of a listing, for these webhooks. */
export interface ListingEvent {
  readonly id: string;
  readonly listingId: string;
  /** Identifies the version of the listing. */
  readonly origin: string;
  readonly payload: string;
  readonly webhookIds: readonly string[];
}

/** Compares changed listings with the followed filters of the feed. */
export interface FeedMatches {
  /**
   * The oldest changes, as many as can be compared with at most `limit` filters. A listing begins to match a filter when it matches
   * now, and did not before the change.
   */
  next(limit: number): Promise<MatchBatch>;
  /**
   * Stores events with their deliveries, and the progress, at once. A listing that a webhook was notified of is left out for that
   * webhook, and so is a webhook that is disabled.
   */
  save(events: readonly ListingEvent[], progress: MatchProgress): Promise<void>;
}
