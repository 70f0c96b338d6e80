import { defineUseCase } from '../use-case.ts';
import { ownListing } from './own-listing.ts';
import type { ListingStore } from './listing-store.ts';

/** A listing of the caller, also a legacy or a withdrawn one; undefined when there is none. */
export const myListing = defineUseCase({
  permission: 'giveaways:publish',
  input: ownListing,

  execute: ({ listings }: { listings: ListingStore }, publisher, listing) =>
    listings.findOwn(publisher, listing),
});
