import { z } from 'zod';
import { record, type Audited } from '../../audit/record.ts';
import { DomainError } from '../../errors.ts';
import type { ListingStore } from '../../listings/listing-store.ts';
import { listingFacts } from '../../listings/put-listing.ts';
import { defineUseCase } from '../../use-case.ts';
import { requiredLabel, requiredText } from '../../values/text.ts';
import type { ListingObjectionStore } from './objection-store.ts';
import {
  MAX_OBJECTION_TEXT,
  objectionStatus,
  isFirstObjection,
  type ObjectionStatus,
} from './listing-objection.ts';

type ObjectingPorts = Audited<{ listings: ListingStore; listingObjections: ListingObjectionStore }>;

/**
 * A publisher objects to the decision that hides its listing: once, within six months. The same text can be sent again, which changes
 * nothing. Throws NOT_FOUND, and INVALID_PAYLOAD when no objection is possible.
 */
export const objectToHiding = defineUseCase({
  permission: 'giveaways:publish',
  input: z.object({ listing: requiredText(64), text: requiredLabel(MAX_OBJECTION_TEXT) }),

  async execute(ports: ObjectingPorts, publisher, { listing: id, text }): Promise<ObjectionStatus> {
    return ports.transaction(async (stores) => {
      const listing = await stores.listings.findOwn(publisher, { id });
      if (listing === undefined)
        throw new DomainError('NOT_FOUND', 'You have no listing with this id: take it from your listings.');
      // Orders it with further decisions on the listing.
      await stores.listings.lock(id);
      const now = ports.clock.now();
      const statusOf = async () => {
        const [hiding] = await stores.listingObjections.hidingsOf([id]);
        return hiding && objectionStatus('PUBLISHER', hiding.decision, hiding.objection, now);
      };
      const [hiding] = await stores.listingObjections.hidingsOf([id]);
      const status = await statusOf();
      if (hiding === undefined || status === undefined)
        throw new DomainError(
          'INVALID_PAYLOAD',
          'No decision on record hides this listing: there is nothing to object to.',
        );
      if (!isFirstObjection(status, text)) return status;
      const { decision } = hiding;
      const objection = { id: ports.ids.next('obj'), side: 'PUBLISHER' as const, decision, reportId: null };
      await stores.listingObjections.add({ ...objection, text, createdAt: now });
      const facts = listingFacts(publisher, listing.sourceExternalId);
      await record(ports, stores, publisher, 'objectToHiding', id, facts);
      return (await statusOf()) ?? status;
    });
  },
});
