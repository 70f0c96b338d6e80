import { toFields } from '../print.ts';

/** The selection for a listing. */
export const LISTING_FIELDS =
  'id sourceExternalId title description landingUrl provider image platform worth instructions endDate verified status createdAt updatedAt';

/** A listing as the GraphQL API returns it. */
export interface Listing {
  readonly id: string;
  readonly sourceExternalId: string;
  readonly title: string;
  readonly landingUrl: string;
  readonly provider: string;
  readonly platform: string;
  readonly worth: string;
  readonly endDate: string | null;
  readonly verified: boolean;
  readonly status: string;
  readonly updatedAt: string;
}

/** A listing to read, in a few lines. */
export function describeListing(listing: Listing): string {
  return toFields({
    Title: listing.title,
    ID: `${listing.sourceExternalId} (${listing.id})`,
    Provider: `${listing.provider}${listing.verified ? ' (verified)' : ''}`,
    Platform: listing.platform,
    Worth: listing.worth,
    Ends: listing.endDate ?? 'not known',
    Page: listing.landingUrl,
    Status: `${listing.status.toLowerCase()}, updated ${listing.updatedAt}`,
  });
}
