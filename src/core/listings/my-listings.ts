import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import type { ListingStore } from './listing-store.ts';

/** The order's name in the cursors of the caller's own listings. */
export const OWN_ORDER = 'OWN';

/** Pages through the caller's own listings, including legacy and withdrawn ones, newest change first. */
export const myListings = defineUseCase({
  permission: 'giveaways:publish',
  input: z.object(pageArguments),

  execute: ({ listings }: { listings: ListingStore }, { publisherId }, page) =>
    listings.pageOf(publisherId, readPage(page, OWN_ORDER)),
});
