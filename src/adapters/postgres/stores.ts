import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Ids } from '../../core/ids.ts';
import type { Ports, Stores } from '../ports/ports.ts';
import { createAccountStore } from './access/account-store.ts';
import { createApiKeyStore } from './access/api-key-store.ts';
import { createAuditLog } from './access/audit-log.ts';
import { createContactStore } from './providers/contact-store.ts';
import type { Database } from './connection/database.ts';
import { createEvidenceStore } from './providers/evidence-store.ts';
import { createFollowUpStore } from './providers/follow-up-store.ts';
import { toStorageError, translated } from './connection/failures.ts';
import { createListingMigration } from './listings/listing-migration.ts';
import { createListingStore } from './listings/listing-store.ts';
import { createProviderStore } from './providers/provider-store.ts';
import { createPublisherStore } from './listings/publisher-store.ts';
import { createSeenOwnerStore } from './providers/seen-owner-store.ts';
import { createSessionStore } from './access/session-store.ts';
import { createServiceClientStore } from './access/service-client-store.ts';
import { createWalletStore } from './providers/wallet-store.ts';
import { createWebhookStore } from './webhooks/webhook-store.ts';

/** The stores, with a new entity manager for each use, and transactions over them. */
export function createStores({ em }: Pick<Database, 'em'>, ids: Ids): Stores & Pick<Ports, 'transaction'> {
  const fresh = <Name extends keyof Stores>(name: Name): Stores[Name] =>
    translated(
      new Proxy({} as Stores[Name], {
        get: (_target, member): unknown => Reflect.get(storesOver(em(), ids)[name], member),
      }),
    );
  return {
    accounts: fresh('accounts'),
    apiKeys: fresh('apiKeys'),
    audit: fresh('audit'),
    contacts: fresh('contacts'),
    evidence: fresh('evidence'),
    followUps: fresh('followUps'),
    listings: fresh('listings'),
    listingMigration: fresh('listingMigration'),
    providers: fresh('providers'),
    publishers: fresh('publishers'),
    seenOwners: fresh('seenOwners'),
    serviceClients: fresh('serviceClients'),
    sessions: fresh('sessions'),
    wallets: fresh('wallets'),
    webhooks: fresh('webhooks'),
    transaction: (work) =>
      em()
        .transactional((inner) => work(storesOver(inner, ids)))
        .catch((error: unknown) => {
          throw toStorageError(error);
        }),
  };
}

function storesOver(em: SqlEntityManager, ids: Ids): Stores {
  return {
    accounts: createAccountStore(em, ids),
    apiKeys: createApiKeyStore(em),
    audit: createAuditLog(em),
    contacts: createContactStore(em),
    evidence: createEvidenceStore(em),
    followUps: createFollowUpStore(em),
    listings: createListingStore(em),
    listingMigration: createListingMigration(em),
    providers: createProviderStore(em),
    publishers: createPublisherStore(em, ids),
    seenOwners: createSeenOwnerStore(em),
    serviceClients: createServiceClientStore(em),
    sessions: createSessionStore(em),
    wallets: createWalletStore(em),
    webhooks: createWebhookStore(em),
  };
}
