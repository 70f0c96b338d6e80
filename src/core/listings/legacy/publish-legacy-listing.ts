import { DomainError } from '../../errors.ts';
import { defineUseCase } from '../../use-case.ts';
import { LEGACY_NAMESPACE } from '../listing.ts';
import { legacyListingDraft } from '../listing-draft.ts';
import type { Uses } from '../../ports.ts';

/** Publishes a listing through the legacy endpoint: one global namespace, in which each listing belongs to its creator (interface 4.1). */
export const publishLegacyListing = defineUseCase({
  permission: 'giveaways:publish',
  input: legacyListingDraft,

  async execute(
    {
      listings,
      listingWriter,
      feedChanges,
      clock,
      ids,
    }: Uses<'clock' | 'feedChanges' | 'ids' | 'listingWriter' | 'listings'>,
    { publisherId },
    draft,
  ) {
    const listing = await listingWriter.put({
      namespace: LEGACY_NAMESPACE,
      publisherId,
      draft,
      now: clock.now(),
      newId: ids.next('lst'),
    });
    if (listing === undefined) throw await refusal(listings.find(LEGACY_NAMESPACE, draft.sourceExternalId));
    feedChanges.announce();
    return listing;
  },
});

async function refusal(existing: Promise<{ publisherId: string | null } | undefined>): Promise<DomainError> {
  const unowned = (await existing)?.publisherId === null;
  return unowned
    ? new DomainError(
        'LISTING_UNOWNED',
        'This legacy listing has no owner yet: ask the operator to assign it to you, then send it again.',
      )
    : new DomainError(
        'UNAUTHORIZED',
        'This legacy listing belongs to another publisher: use an externalId of your own.',
        { reason: 'NOT_YOUR_LISTING' },
      );
}
