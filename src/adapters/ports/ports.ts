import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { ApiKeyStore } from '../../core/api-keys/api-key-store.ts';
import type { AuditLog } from '../../core/audit/audit-store.ts';
import type { Backups } from '../../core/status/backups.ts';
import type { BeaconSource } from '../../core/draws/beacon-source.ts';
import type { ChainReads } from '../../core/chain/chain-reads.ts';
import type { Clock } from '../../core/clock.ts';
import type { ContactStore } from '../../core/contacts/contact-store.ts';
import type { Contracts } from '../../core/chain/contracts.ts';
import type { Credentials } from '../../core/access/credentials.ts';
import type { DrawProofs } from '../../core/draws/draw-proofs.ts';
import type { DeliveryChecks } from '../../core/prizes/delivery-checks.ts';
import type { Digests } from '../../core/values/digests.ts';
import type { EvidenceStore } from '../../core/entries/evidence-store.ts';
import type { FollowUpStore } from '../../core/provisioning/follow-up-store.ts';
import type { FeedChanges } from '../../core/listings/feed-changes.ts';
import type { FeedStore } from '../../core/feed/feed-store.ts';
import type { IdempotencyStore } from '../../core/operations/idempotency-store.ts';
import type { Ids } from '../../core/ids.ts';
import type { Installation } from '../../core/status/installation.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { KeyEncryption } from '../../core/secrets/key-encryption.ts';
import type { KnownGiveaways } from '../../core/giveaways/known-giveaways.ts';
import type { ListingMigration } from '../../core/listings/listing-migration.ts';
import type { ListingStore } from '../../core/listings/listing-store.ts';
import type { ListingWriter } from '../../core/listings/listing-writer.ts';
import type { Mail } from '../../core/mail.ts';
import type { Operations } from '../../core/operations/operations.ts';
import type { PendingRounds } from '../../core/rounds/pending-rounds.ts';
import type { ProofChains } from '../../core/prizes/proof-chains.ts';
import type { Permits } from '../../core/wallets/permits.ts';
import type { ProviderStore } from '../../core/providers/provider-store.ts';
import type { Provisions } from '../../core/provisioning/provisions.ts';
import type { PublisherStore } from '../../core/accounts/publisher-store.ts';
import type { RateLimits } from '../../core/access/rate-limits.ts';
import type { RoundClaims } from '../../core/rounds/round-claims.ts';
import type { Sealing } from '../../core/secrets/sealing.ts';
import type { SeenOwnerStore } from '../../core/passports/seen-owner-store.ts';
import type { ServiceClientStore } from '../../core/service-clients/service-client-store.ts';
import type { ServiceHealth } from '../../core/status/service-health.ts';
import type { ReadModelProgress } from '../../core/chain/read-model-progress.ts';
import type { Signatures } from '../../core/contacts/signatures.ts';
import type { SignerLedger } from '../../core/status/signer-ledger.ts';
import type { SignIn } from '../../core/accounts/sessions.ts';
import type { SessionStore } from '../../core/accounts/session-store.ts';
import type { SignInCodes } from '../../core/accounts/sign-in-codes.ts';
import type { WalletKeys } from '../../core/wallets/wallet-keys.ts';
import type { WalletStore } from '../../core/wallets/wallet-store.ts';
import type { WebhookCalls } from '../../core/webhooks/deliver/webhook-calls.ts';
import type { WebhookQueue } from '../../core/webhooks/deliver/webhook-queue.ts';
import type { WebhookStore } from '../../core/webhooks/webhook-store.ts';
import type { BoundPerform } from '../../core/operations/perform.ts';
import type { BoundRun } from '../../core/use-case.ts';
import type { InTransaction } from '../../core/transaction.ts';

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

/** All ports of the core, as `app` opens them. A use case names those that it needs. */
export interface Ports extends Stores, InTransaction<Stores> {
  readonly backups: Backups;
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
  readonly installation: Installation;
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

/** Runs a use case with these ports. */
export type Run = BoundRun<Ports>;
/** Performs an operation of a provider with these ports. */
export type Perform = BoundPerform<Ports>;
