import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import { sourceExternalId } from './listing-draft.ts';
import type { Uses } from '../ports.ts';

/** Withdraws the caller's listing; succeeds without a change when it is withdrawn already or unknown (interface 3.1). */
export const withdrawListing = defineUseCase({
  permission: 'giveaways:publish',
  input: z.object({ sourceExternalId }),

  async execute(
    { listings, feedChanges, clock }: Uses<'clock' | 'feedChanges' | 'listings'>,
    { namespace },
    input,
  ) {
    if (await listings.withdraw(namespace, input.sourceExternalId, clock.now())) feedChanges.announce();
    return { sourceExternalId: input.sourceExternalId, status: 'withdrawn' } as const;
  },
});
