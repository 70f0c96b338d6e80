import type { AccountStore } from './accounts.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { AuditLog } from './audit-log.ts';
import type { BeaconSource } from './beacon-source.ts';
import type { ChainReads } from './chain-reads.ts';
import type { Changes } from './changes.ts';
import type { Clock } from './clock.ts';
import type { ContactStore } from './contact-store.ts';
import type { Contracts } from './contracts.ts';
import type { Credentials } from './credentials.ts';
import type { DeliveryChecks } from './delivery-checks.ts';
import type { Digests } from './digests.ts';
import type { ErrandStore } from './errand-store.ts';
import type { FeedChanges } from './feed-changes.ts';
import type { FeedStore } from './feed-store.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { Ids } from './ids.ts';
import type { Jobs } from './jobs.ts';
import type { KeyEncryption } from './key-encryption.ts';
import type { KnownGiveaways } from './known-giveaways.ts';
import type { ListingMigration } from './listing-migration.ts';
import type { ListingStore } from './listing-store.ts';
import type { ListingWriter } from './listing-writer.ts';
import type { Mail } from './mail.ts';
import type { Operations } from './operations.ts';
import type { PendingRounds } from './pending-rounds.ts';
import type { ProofChains } from './proof-chains.ts';
import type { Permits } from './permits.ts';
import type { ProviderStore } from './provider-store.ts';
import type { Provisions } from './provisions.ts';
import type { PublisherStore } from './publisher-store.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RoundClaims } from './round-claims.ts';
import type { Sealing } from './sealing.ts';
import type { SeenOwnerStore } from './seen-owner-store.ts';
import type { ServiceClientStore } from './service-client-store.ts';
import type { ReadModel } from './read-model.ts';
import type { Signatures } from './signatures.ts';
import type { SignIn } from './sign-in.ts';
import type { SignInCodes } from './sign-in-codes.ts';
import type { WalletKeys } from './wallet-keys.ts';
import type { WalletStore } from './wallet-store.ts';
import type { WebhookCalls } from './webhook-calls.ts';
import type { WebhookQueue } from './webhook-queue.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What is kept in the database. */
export interface Stores {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditLog;
  readonly contacts: ContactStore;
  readonly errands: ErrandStore;
  readonly listings: ListingStore;
  readonly listingMigration: ListingMigration;
  readonly providers: ProviderStore;
  readonly publishers: PublisherStore;
  readonly seenOwners: SeenOwnerStore;
  readonly serviceClients: ServiceClientStore;
  readonly wallets: WalletStore;
  readonly webhooks: WebhookStore;
}

/** Everything that the core needs from outside. */
export interface Ports extends Stores {
  readonly beacon: BeaconSource;
  /** Shows all that this service has written: for operations, and for what they answer. */
  readonly chainReads: ChainReads;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly contracts: Contracts;
  readonly credentials: Credentials;
  readonly deliveryChecks: DeliveryChecks;
  readonly digests: Digests;
  readonly feed: FeedStore;
  readonly feedChanges: FeedChanges;
  readonly idempotency: IdempotencyStore;
  readonly ids: Ids;
  readonly jobs: Jobs;
  readonly keyEncryption: KeyEncryption;
  readonly knownGiveaways: KnownGiveaways;
  readonly listingWriter: ListingWriter;
  readonly mail: Mail;
  readonly operations: Operations;
  readonly pendingRounds: PendingRounds;
  readonly permits: Permits;
  readonly provisions: Provisions;
  readonly proofChains: ProofChains;
  /** For readers; may lag behind `chainReads`, where a replica serves them. */
  readonly publicChainReads: ChainReads;
  readonly rateLimits: RateLimits;
  readonly readModel: ReadModel;
  readonly roundClaims: RoundClaims;
  readonly sealing: Sealing;
  readonly signatures: Signatures;
  readonly signIn: SignIn;
  readonly signInCodes: SignInCodes;
  readonly walletKeys: WalletKeys;
  readonly webhookCalls: WebhookCalls;
  readonly webhookQueue: WebhookQueue;
  /** Runs the work in one database transaction: all of it is kept, or nothing. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
