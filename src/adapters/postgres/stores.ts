import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Ids } from '../../core/ids.ts';
import type { InTransaction } from '../../core/transaction.ts';
import type { Stores } from '../ports/ports.ts';
import { createAccountMailStore } from './access/account-mail-store.ts';
import { createAccountStore } from './access/account-store.ts';
import { createApiKeyStore } from './access/api-key-store.ts';
import { createAuditLog } from './access/audit-log.ts';
import { createContactStore } from './providers/contact-store.ts';
import type { Database } from './connection/database.ts';
import { createEvidenceStore } from './providers/evidence-store.ts';
import { createFollowUpStore } from './providers/follow-up-store.ts';
import { toStorageError } from './connection/failures.ts';
import { createImageFetchStore } from './listings/image-fetch-store.ts';
import { createListingDraftStore } from './listings/listing-draft-store.ts';
import { createListingMigration } from './listings/listing-migration.ts';
import { createListingObjectionStore } from './listings/listing-objection-store.ts';
import { createListingReportStore } from './listings/listing-report-store.ts';
import { createReportMailStore } from './listings/report-mail-store.ts';
import { createListingStore } from './listings/listing-store.ts';
import { createPictureStore } from './listings/picture-store.ts';
import { createProviderStore } from './providers/provider-store.ts';
import { createPublisherDomainStore } from './listings/publisher-domain-store.ts';
import { createPublisherStore } from './listings/publisher-store.ts';
import { createSeenOwnerStore } from './providers/seen-owner-store.ts';
import { createDeviceStore } from './access/device-store.ts';
import { createPasskeyStore } from './access/passkey-store.ts';
import { createPublisherMemberStore } from './access/publisher-member-store.ts';
import { createSessionStore } from './access/session-store.ts';
import { createServiceClientStore } from './access/service-client-store.ts';
import { createWalletStore } from './providers/wallet-store.ts';
import { createFeedSubscriptionStore } from './webhooks/feed-subscription-store.ts';
import { createWebhookStore } from './webhooks/webhook-store.ts';

/** What creates each store over an entity manager. */
const CREATE: { readonly [Name in keyof Stores]: (em: SqlEntityManager, ids: Ids) => Stores[Name] } = {
  accountMails: createAccountMailStore,
  devices: createDeviceStore,
  accounts: createAccountStore,
  apiKeys: createApiKeyStore,
  audit: createAuditLog,
  contacts: createContactStore,
  evidence: createEvidenceStore,
  feedSubscriptions: createFeedSubscriptionStore,
  followUps: createFollowUpStore,
  imageFetchStore: createImageFetchStore,
  listings: createListingStore,
  listingDrafts: createListingDraftStore,
  listingObjections: createListingObjectionStore,
  listingReports: createListingReportStore,
  listingMigration: createListingMigration,
  passkeys: createPasskeyStore,
  pictures: createPictureStore,
  providers: createProviderStore,
  publishers: createPublisherStore,
  reportMails: createReportMailStore,
  publisherDomains: createPublisherDomainStore,
  publisherMembers: createPublisherMemberStore,
  seenOwners: createSeenOwnerStore,
  serviceClients: createServiceClientStore,
  sessions: createSessionStore,
  wallets: createWalletStore,
  webhooks: createWebhookStore,
};

/** The stores, and transactions over them. Each call and each transaction is a unit of work with an entity manager of its own. */
export function createStores({ em }: Pick<Database, 'em'>, ids: Ids): Stores & InTransaction<Stores> {
  return {
    ...eachStore((create) => inUnits(() => create(em(), ids))),
    transaction: (work) =>
      translating(() => em().transactional((unit) => work(eachStore((create) => create(unit, ids))))),
  };
}

function eachStore(make: (create: (em: SqlEntityManager, ids: Ids) => object) => object): Stores {
  // Every store is what the function of its name creates, or has its methods.
  return Object.fromEntries(Object.entries(CREATE).map(([name, create]) => [name, make(create)])) as never;
}

/** A store whose calls each create it over an entity manager of their own. */
function inUnits(create: () => object): object {
  const call = (name: string, args: readonly unknown[]): unknown =>
    (create() as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[name]?.(...args);
  return Object.fromEntries(
    Object.keys(create()).map((name) => [
      name,
      (...args: unknown[]) => translating(async () => call(name, args)),
    ]),
  );
}

/** Translates the errors of the work by toStorageError. */
async function translating<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error);
  }
}
