/** The status of a listing (interface 3.1). */
export const LISTING_STATUSES = ['published', 'withdrawn'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** A publisher's giveaway in the public feed, unique by (namespace, sourceExternalId). */
export interface Listing {
  readonly id: string;
  readonly namespace: string;
  /** The publisher that keeps it; null for an imported legacy listing that nobody owns yet. */
  readonly publisherId: string | null;
  readonly sourceExternalId: string;
  readonly title: string;
  readonly description: string;
  readonly landingUrl: string;
  readonly provider: string;
  /** '' without an image. */
  readonly image: string;
  readonly platform: string;
  readonly worth: string;
  readonly instructions: string;
  /** Null when no end is known. */
  readonly endDate: Date | null;
  readonly verified: boolean;
  readonly status: ListingStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The one namespace that all legacy listings share (decision: legacy endpoint). */
export const LEGACY_NAMESPACE = 'legacy';

/** Verification survives an update only while none of these changes. */
export const VERIFIED_FIELDS = [
  'title',
  'landingUrl',
  'provider',
] as const satisfies readonly (keyof Listing)[];
