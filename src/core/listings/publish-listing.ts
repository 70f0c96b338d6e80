import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { listingDraft } from './listing-draft.ts';
import type { Uses } from '../ports.ts';

/** Publishes a listing, or replaces the caller's listing of the same sourceExternalId (interface 3.1). */
export const publishListing = defineUseCase({
  permission: 'giveaways:publish',
  input: listingDraft,

  async execute(
    { listingWriter, feedChanges, clock, ids }: Uses<'clock' | 'feedChanges' | 'ids' | 'listingWriter'>,
    { namespace, publisherId },
    draft,
  ) {
    const listing = await listingWriter.put({
      namespace,
      publisherId,
      draft,
      now: clock.now(),
      newId: ids.next('lst'),
    });
    if (listing === undefined) throw new DomainError('INTERNAL', 'The listing belongs to another publisher.');
    feedChanges.announce();
    return listing;
  },
});
