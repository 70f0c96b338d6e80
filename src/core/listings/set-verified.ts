import { z } from 'zod';
import { findAccountOfPublisher } from '../accounts/find-account-of-publisher.ts';
import { record } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import { requiredText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** The use case that awards the verified badge, or the one that removes it. */
export function setVerified(verified: boolean, action: string) {
  return defineUseCase({
    permission: 'operator',
    input: z.object({ id: requiredText(64) }),

    async execute(
      ports: Uses<'clock' | 'feedChanges' | 'ids'> & InTransaction<'audit' | 'listings' | 'publishers'>,
      operator,
      { id },
    ) {
      const listing = await ports.transaction(async (stores) => {
        const changed = await stores.listings.setVerified(id, verified);
        if (changed === undefined) return undefined;
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
