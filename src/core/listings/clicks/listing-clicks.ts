import type { PublishedListings } from '../find-listing.ts';

/** The period that a publisher sees, in UTC days, today included. */
export const CLICK_DAYS = 30;

export interface ClicksOfDay {
  readonly listingId: string;
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly clicks: number;
}

/** Counts how often visitors follow the link of a listing to its landing page. Nothing about the visitor is stored. */
export interface ListingClicks {
  /** Counts one click of today; it is stored within seconds. */
  count(listingId: string): void;
  /** The days of the last CLICK_DAYS that have clicks, oldest first. */
  ofListings(listingIds: readonly string[]): Promise<readonly ClicksOfDay[]>;
}

interface LinkNeeds {
  readonly listings: PublishedListings;
  readonly listingClicks: Pick<ListingClicks, 'count'>;
}

/** The landing page of a published listing, after counting the click; undefined when there is no such listing. */
export async function followLink(
  { listings, listingClicks }: LinkNeeds,
  listingId: string,
  isCounted: boolean,
): Promise<string | undefined> {
  const listing = await listings.load(listingId);
  if (listing && isCounted) listingClicks.count(listing.id);
  return listing?.landingUrl;
}
