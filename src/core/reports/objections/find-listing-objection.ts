import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import type { ListingObjectionStore } from './objection-store.ts';

/** An objection by its id; undefined when there is none. */
export const findListingObjection = defineUseCase({
  permission: 'operator',
  input: z.object({ id: z.string() }),

  execute: ({ listingObjections }: { listingObjections: ListingObjectionStore }, _operator, { id }) =>
    listingObjections.find(id),
});
