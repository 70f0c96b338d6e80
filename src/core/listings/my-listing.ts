import { defineUseCase } from '../use-case.ts';
import { ownListing } from './own-listing.ts';
import type { Uses } from '../ports.ts';

/** A listing of the caller, also a legacy or a withdrawn one; undefined when there is none. */
export const myListing = defineUseCase({
  permission: 'giveaways:publish',
  input: ownListing,

  execute: ({ listings }: Uses<'listings'>, publisher, listing) => listings.findOwn(publisher, listing),
});
