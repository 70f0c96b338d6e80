import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import { sourceExternalId } from './listing-draft.ts';
import type { Uses } from '../ports.ts';

/** The caller's listing of a sourceExternalId, published or withdrawn; undefined when there is none. */
export const myListing = defineUseCase({
  permission: 'giveaways:publish',
  input: z.object({ sourceExternalId }),

  execute: ({ listings }: Uses<'listings'>, { namespace }, input) =>
    listings.find(namespace, input.sourceExternalId),
});
