import { z } from 'zod';
import { record, type Audited } from '../../audit/record.ts';
import { defineUseCase } from '../../use-case.ts';
import { LEGACY_NAMESPACE } from '../listing.ts';
import { legacyListingDraft } from '../listing-draft.ts';
import type { FeedChanges } from '../feed-changes.ts';
import type { ListingStore } from '../listing-store.ts';

const MAX_IMPORT = 100;

/** Imports unowned legacy listings in bulk; an existing listing of the same externalId is not changed. */
export const importLegacyListings = defineUseCase({
  permission: 'operator',
  input: z.object({
    listings: z
      .array(legacyListingDraft, 'must be a list of legacy listings.')
      .min(1, 'is empty: send at least one listing.')
      .max(MAX_IMPORT, `has too many entries: send at most ${MAX_IMPORT} at a time.`),
  }),

  async execute(
    ports: { feedChanges: FeedChanges } & Audited<{ listings: ListingStore }>,
    operator,
    { listings: drafts },
  ) {
    const { clock, ids, feedChanges } = ports;
    const now = clock.now();
    const listings = drafts.map((draft) => ({
      namespace: LEGACY_NAMESPACE,
      publisherId: null,
      draft,
      now,
      newId: ids.next('lst'),
    }));
    const imported = await ports.transaction(async (stores) => {
      const count = await stores.listings.importLegacy(listings);
      await record(ports, stores, operator, 'importLegacyListings', LEGACY_NAMESPACE, { imported: count });
      return count;
    });
    feedChanges.announce();
    return { imported, skipped: listings.length - imported };
  },
});
