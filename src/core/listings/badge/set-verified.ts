import { z } from 'zod';
import { findAccountOfPublisher } from '../../accounts/find-account-of-publisher.ts';
import { record, type Audited } from '../../audit/record.ts';
import { DomainError, invalidPayload } from '../../errors.ts';
import { requiredInstant } from '../../values/instants.ts';
import { requiredText } from '../../values/text.ts';
import { defineUseCase } from '../../use-case.ts';
import type { FeedChanges } from '../feed-changes.ts';
import type { ListingStore } from '../listing-store.ts';
import type { PublisherStore } from '../../accounts/publisher-store.ts';

/** The use case that awards the verified badge, or the one that removes it. */
export function setVerified(verified: boolean, action: string) {
  return defineUseCase({
    permission: 'operator',
    input: z.object({ id: requiredText(64), expectedUpdatedAt: requiredInstant().nullish() }),

    async execute(
      ports: { feedChanges: FeedChanges } & Audited<{ listings: ListingStore; publishers: PublisherStore }>,
      operator,
      { id, expectedUpdatedAt },
    ) {
      const listing = await ports.transaction(async (stores) => {
        const changed = await stores.listings.setVerified(id, verified, expectedUpdatedAt ?? undefined);
        if (changed === undefined) return undefined;
        if (changed === 'outdated') throw outdated();
        const account = await findAccountOfPublisher(stores, changed.publisherId);
        await record(ports, stores, operator, action, id, account === undefined ? {} : { account });
        return changed;
      });
      if (listing === undefined) throw new DomainError('NOT_FOUND', 'There is no listing with this id.');
      ports.feedChanges.announce();
      return listing;
    },
  });
}

function outdated() {
  const message =
    'is not when the listing was last updated: it was changed meanwhile. Look at it again, then send its updatedAt.';
  return invalidPayload([{ path: ['expectedUpdatedAt'], message }]);
}
