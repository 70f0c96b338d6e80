import type { AccountStore } from './accounts/account-store.ts';
import type { ApiKeyStore } from './api-keys/api-key-store.ts';
import type { AuditLog } from './audit/audit-store.ts';
import type { BeaconSource } from './draws/beacon-source.ts';
import type { ChainReads } from './chain/chain-reads.ts';
import type { Clock } from './clock.ts';
import type { ContactStore } from './contacts/contact-store.ts';
import type { Contracts } from './chain/contracts.ts';
import type { Credentials } from './api-keys/credentials.ts';
import type { DrawProofs } from './draws/draw-proofs.ts';
import type { DeliveryChecks } from './prizes/delivery-checks.ts';
import type { Digests } from './chain/digests.ts';
import type { EvidenceStore } from './entries/evidence-store.ts';
import type { FollowUpStore } from './provisioning/follow-up-store.ts';
import type { FeedChanges } from './feed/feed-changes.ts';
import type { FeedStore } from './feed/feed-store.ts';
import type { IdempotencyStore } from './operations/idempotency-store.ts';
import type { Ids } from './ids.ts';
import type { Jobs } from './jobs.ts';
import type { KeyEncryption } from './secrets/key-encryption.ts';
import type { KnownGiveaways } from './giveaways/known-giveaways.ts';
import type { ListingMigration } from './listings/listing-migration.ts';
import type { ListingStore } from './listings/listing-store.ts';
import type { ListingWriter } from './listings/listing-writer.ts';
import type { Mail } from './mail.ts';
import type { Operations } from './operations/operations.ts';
import type { PendingRounds } from './rounds/pending-rounds.ts';
import type { ProofChains } from './prizes/proof-chains.ts';
import type { Permits } from './wallets/permits.ts';
import type { ProviderStore } from './providers/provider-store.ts';
import type { Provisions } from './provisioning/provisions.ts';
import type { PublisherStore } from './accounts/publisher-store.ts';
import type { RateLimits } from './access/rate-limits.ts';
import type { RoundClaims } from './rounds/round-claims.ts';
import type { Sealing } from './secrets/sealing.ts';
import type { SeenOwnerStore } from './passports/seen-owner-store.ts';
import type { ServiceClientStore } from './service-clients/service-client-store.ts';
import type { ServiceHealth } from './status/service-health.ts';
import type { ReadModelProgress } from './chain/read-model-progress.ts';
import type { Signatures } from './contacts/signatures.ts';
import type { SignerLedger } from './status/signer-ledger.ts';
import type { SignIn } from './accounts/sessions.ts';
import type { SessionStore } from './accounts/session-store.ts';
import type { SignInCodes } from './accounts/sign-in-codes.ts';
import type { WalletKeys } from './wallets/wallet-keys.ts';
import type { WalletStore } from './wallets/wallet-store.ts';
import type { WebhookCalls } from './webhooks/deliver/webhook-calls.ts';
import type { WebhookQueue } from './webhooks/deliver/webhook-queue.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

/** The stores in the database that can take part in a transaction. */
export interface Stores {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditLog;
  readonly contacts: ContactStore;
  readonly evidence: EvidenceStore;
  readonly followUps: FollowUpStore;
  readonly listings: ListingStore;
  readonly listingMigration: ListingMigration;
  readonly providers: ProviderStore;
  readonly publishers: PublisherStore;
  readonly seenOwners: SeenOwnerStore;
  readonly serviceClients: ServiceClientStore;
  readonly sessions: SessionStore;
  readonly wallets: WalletStore;
  readonly webhooks: WebhookStore;
}

/** All ports of the core. A function of the core names those that it uses: see `Uses`. */
export interface Ports extends Stores, InTransaction<keyof Stores> {
  readonly beacon: BeaconSource;
  /** Reads the main database, never a replica: operations need every row that this service has written. */
  readonly chainReads: ChainReads;
  readonly clock: Clock;
  readonly contracts: Contracts;
  readonly credentials: Credentials;
  readonly deliveryChecks: DeliveryChecks;
  readonly digests: Digests;
  readonly drawProofs: DrawProofs;
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
  readonly rateLimits: RateLimits;
  readonly readModel: ReadModelProgress;
  readonly roundClaims: RoundClaims;
  readonly sealing: Sealing;
  readonly serviceHealth: ServiceHealth;
  readonly signatures: Signatures;
  readonly signerLedger: SignerLedger;
  readonly signIn: SignIn;
  readonly signInCodes: SignInCodes;
  readonly walletKeys: WalletKeys;
  readonly webhookCalls: WebhookCalls;
  readonly webhookQueue: WebhookQueue;
}

/** The ports with these names. */
export type Uses<Name extends keyof Ports> = Pick<Ports, Name>;

/** A transaction over the stores with these names. */
export interface InTransaction<Name extends keyof Stores> {
  /** Runs the work in one database transaction, which commits when it resolves and rolls back when it throws. */
  transaction<Result>(work: (stores: Pick<Stores, Name>) => Promise<Result>): Promise<Result>;
}
