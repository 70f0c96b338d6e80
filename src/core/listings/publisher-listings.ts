import { z } from 'zod';
import type { ListingStore } from './listing-store.ts';
import { parseInput } from '../use-case.ts';
import { pageArguments, readPage, type Page } from '../values/paging.ts';
import { requiredText } from '../values/text.ts';
import type { Listing } from './listing.ts';

/** The order's name in the cursors of a publisher's published listings. */
export const PUBLISHER_ORDER = 'PUBLISHER';

const publisherListingsArguments = z.object({ publisher: requiredText(100), ...pageArguments });

/**
 * Pages through the published listings of a publisher, also ended ones, newest change first; public. The page of an unknown
 * publisher is empty. Throws INVALID_PAYLOAD.
 */
export function publisherListings(
  { listings }: { listings: ListingStore },
  rawArguments: unknown,
): Promise<Page<Listing>> {
  const { publisher, ...page } = parseInput(publisherListingsArguments, rawArguments);
  return listings.publishedPageOf(publisher, readPage(page, PUBLISHER_ORDER));
}
