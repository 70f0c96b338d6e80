import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { ownListing } from './own-listing.ts';
import type { Uses } from '../ports.ts';

/**
 * Withdraws the caller's listing; succeeds without a change when it is withdrawn already, or when the caller has none of this
 * sourceExternalId (interface 3.1). Throws NOT_FOUND for an id that is none of the caller's listings.
 */
export const withdrawListing = defineUseCase({
  permission: 'giveaways:publish',
  input: ownListing,

  async execute(
    { listings, feedChanges, clock }: Uses<'clock' | 'feedChanges' | 'listings'>,
    publisher,
    reference,
  ) {
    const found = await listings.findOwn(publisher, reference);
    if (found === undefined) {
      if ('id' in reference)
        throw new DomainError('NOT_FOUND', 'You have no listing with this id: see your own listings.');
      return { id: null, ...reference, status: 'withdrawn' } as const;
    }
    const { id, sourceExternalId } = found;
    if (await listings.withdraw(publisher.publisherId, id, clock.now())) feedChanges.announce();
    return { id, sourceExternalId, status: 'withdrawn' } as const;
  },
});
