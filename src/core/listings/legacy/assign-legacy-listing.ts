import { z } from 'zod';
import { findAccountOfPublisher } from '../../accounts/find-account-of-publisher.ts';
import { record, type Audited } from '../../audit/record.ts';
import { emailAddress } from '../../values/email.ts';
import { DomainError, invalidPayload } from '../../errors.ts';
import { optionalText } from '../../values/text.ts';
import { defineUseCase } from '../../use-case.ts';
import { applyBlock } from '../takedown/set-blocked.ts';
import { sourceExternalId } from '../listing-draft.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import type { FeedChanges } from '../feed-changes.ts';
import type { ListingStore } from '../listing-store.ts';
import type { PublisherStore } from '../../accounts/publisher-store.ts';

const input = z.object({
  externalId: sourceExternalId,
  account: emailAddress.nullish(),
  namespace: optionalText(2048, null),
});

/** Assigns an unowned legacy listing to an account (by e-mail) or to a service client (by namespace). */
export const assignLegacyListing = defineUseCase({
  permission: 'operator',
  input,

  async execute(
    ports: { feedChanges: FeedChanges; listings: ListingStore } & Audited<{
      accounts: AccountStore;
      listings: ListingStore;
      publishers: PublisherStore;
    }>,
    operator,
    owner,
  ) {
    const { externalId } = owner;
    const listing = await ports.transaction(async (stores) => {
      const publisherId = await publisherOf(stores, owner, ports.clock.now());
      const assigned = await stores.listings.assignLegacy(externalId, publisherId);
      if (assigned === undefined) return undefined;
      const account = await findAccountOfPublisher(stores, publisherId);
      const facts = { publisherId, ...(account !== undefined && { account }) };
      await record(ports, stores, operator, 'assignLegacyListing', assigned.id, facts);
      return assigned;
    });
    if (listing === undefined) {
      throw new DomainError(
        'NOT_FOUND',
        'There is no legacy listing with this externalId and without an owner.',
      );
    }
    ports.feedChanges.announce();
    if (listing.publisherId !== null) await applyBlock(ports, listing.publisherId);
    return listing;
  },
});

async function publisherOf(
  { accounts, publishers }: { accounts: AccountStore; publishers: PublisherStore },
  { account, namespace }: z.output<typeof input>,
  now: Date,
): Promise<string> {
  if (account != null && namespace === null) return (await accounts.findOrCreate(account, now)).publisherId;
  if (account == null && namespace !== null) {
    const publisher = await publishers.findByNamespace(namespace);
    if (publisher) return publisher.id;
    throw new DomainError('NOT_FOUND', 'No publisher with this namespace has sent a listing yet.');
  }
  throw invalidPayload([
    { path: ['account'], message: 'or namespace is required: send exactly one of them.' },
  ]);
}
