import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { Listing } from './listing.ts';

/** Looks published listings up by id; look-ups at the same time may share a statement. */
export interface PublishedListings {
  load(id: string): Promise<Listing | undefined>;
}

/** A published listing by its id; undefined when there is none. */
export const findListing = defineUseCase({
  permission: 'public',
  input: z.object({ id: z.string() }),

  execute: ({ listings }: { listings: PublishedListings }, _caller, { id }) => listings.load(id),
});
