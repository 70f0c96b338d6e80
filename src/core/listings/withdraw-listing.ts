import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { ownListing } from './own-listing.ts';
import { listingFacts } from './put-listing.ts';
import type { FeedChanges } from './feed-changes.ts';
import type { ListingStore } from './listing-store.ts';

/**
 * Withdraws the caller's listing; succeeds without a change when it is withdrawn already, or when the caller has none of this
 * sourceExternalId (interface 3.1). Throws NOT_FOUND for an id that is none of the caller's listings.
 */
export const withdrawListing = defineUseCase({
  permission: 'giveaways:publish',
  input: ownListing,

  async execute(
    ports: { feedChanges: FeedChanges } & Audited<{ listings: ListingStore }>,
    publisher,
    reference,
  ) {
    const { listing, isChanged } = await ports.transaction(async (stores) => {
      const found = await stores.listings.findOwn(publisher, reference);
      if (found === undefined) return { listing: found, isChanged: false };
      const { id, sourceExternalId } = found;
      const changed = await stores.listings.withdraw(publisher.publisherId, id, ports.clock.now());
      if (changed)
        await record(
          ports,
          stores,
          publisher,
          'withdrawListing',
          id,
          listingFacts(publisher, sourceExternalId),
        );
      return { listing: found, isChanged: changed };
    });
    if (isChanged) ports.feedChanges.announce();
    if (listing !== undefined)
      return { id: listing.id, sourceExternalId: listing.sourceExternalId, status: 'withdrawn' } as const;
    if ('id' in reference)
      throw new DomainError('NOT_FOUND', 'You have no listing with this id: see your own listings.');
    return { id: null, ...reference, status: 'withdrawn' } as const;
  },
});
