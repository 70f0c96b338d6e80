import type { ListingFacts } from './facts/listing-facts.ts';
import type { ListingDraft, ListingText } from './listing-draft.ts';

/** The status of a listing (interface 3.1). */
export const LISTING_STATUSES = ['published', 'withdrawn'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** A publisher's giveaway in the public feed, unique by (namespace, sourceExternalId). */
export interface Listing extends ListingDraft {
  readonly id: string;
  readonly namespace: string;
  /** The publisher that owns it; null for an imported legacy listing without an owner. */
  readonly publisherId: string | null;
  readonly facts: ListingFacts;
  readonly verified: boolean;
  /** As its publisher has left it. */
  readonly status: ListingStatus;
  /** Why the operator has hidden it from the public; null unless it is hidden. */
  readonly hiddenReason: string | null;
  /** The id of the picture that its publisher has sent for it. */
  readonly uploadedPicture: string | null;
  /** The id of the picture that it is shown with. */
  readonly picture: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The namespace of all legacy listings (decision: legacy endpoint). */
export const LEGACY_NAMESPACE = 'legacy';

/** An update that changes one of these fields removes the verification. */
export const VERIFIED_FIELDS = ['title', 'landingUrl', 'provider'] as const satisfies readonly ListingText[];
