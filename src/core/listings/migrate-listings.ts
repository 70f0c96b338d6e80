import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { emailAddress } from '../values/email.ts';
import { DomainError, invalidPayload } from '../errors.ts';
import type { Collisions, MigratedListings, ListingMigration } from './listing-migration.ts';
import { applyBlock } from './takedown/set-blocked.ts';
import { requiredText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { FeedChanges } from './feed-changes.ts';
import type { ListingStore } from './listing-store.ts';
import type { PublisherStore } from '../accounts/publisher-store.ts';

const CLIENT_PREFIX = 'client:';

/**
 * Moves all listings of a service client to an account, or none of them (interface 5.1). They keep their ids, times and
 * badges. Listings that the client publishes afterwards belong to the client again; this use case can be repeated.
 */
export const migrateListings = defineUseCase({
  permission: 'operator',
  input: z.object({
    namespace: requiredText(2_048).refine((namespace) => namespace.startsWith(CLIENT_PREFIX), {
      message: 'must be that of a service client: client:<issuer>#<client id>.',
    }),
    account: emailAddress,
  }),

  async execute(
    ports: { feedChanges: FeedChanges; listings: ListingStore } & Audited<{
      accounts: AccountStore;
      listingMigration: ListingMigration;
      publishers: PublisherStore;
    }>,
    operator,
    { namespace, account: email },
  ): Promise<MigratedListings> {
    const { migrated, ownerId } = await ports.transaction(async (stores) => {
      const client = await stores.publishers.findByNamespace(namespace);
      if (client === undefined)
        throw new DomainError('NOT_FOUND', 'No service client with this namespace has sent a listing yet.');
      const account = await stores.accounts.findOrCreate(email, ports.clock.now());
      const owner = { id: account.publisherId, namespace: `account:${account.id}` };
      const result = await stores.listingMigration.migrate(client, owner);
      if ('count' in result) throw collide(result);
      await record(ports, stores, operator, 'migrateListings', namespace, {
        account: account.id,
        publisherId: owner.id,
        ...result,
      });
      return { migrated: result, ownerId: owner.id };
    });
    ports.feedChanges.announce();
    await applyBlock(ports, ownerId);
    return migrated;
  },
});

function collide({ count, sourceExternalIds }: Collisions): DomainError {
  const named = sourceExternalIds.map((id) => JSON.stringify(id)).join(', ');
  const others = count - sourceExternalIds.length;
  const all = others > 0 ? `${named} and ${others} more` : named;
  const message = `and the account have both published ${all}: have one of the two withdrawn for each, then repeat this. Nothing was changed.`;
  return invalidPayload([{ path: ['namespace'], message }]);
}
