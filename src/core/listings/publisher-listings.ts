import { z } from 'zod';
import type { ListingStore } from './listing-store.ts';
import { defineUseCase } from '../use-case.ts';
import { pageArguments, readPage, type Page } from '../values/paging.ts';
import { requiredText } from '../values/text.ts';
import type { Listing } from './listing.ts';

/** The order's name in the cursors of a publisher's published listings. */
export const PUBLISHER_ORDER = 'PUBLISHER';

/**
 * Pages through the published listings of a publisher, also ended ones, newest change first. The page of an unknown publisher is
 * empty.
 */
export const publisherListings = defineUseCase({
  permission: 'public',
  input: z.object({ publisher: requiredText(100), ...pageArguments }),

  execute: (
    { listings }: { listings: ListingStore },
    _caller,
    { publisher, ...page },
  ): Promise<Page<Listing>> => listings.publishedPageOf(publisher, readPage(page, PUBLISHER_ORDER)),
});
