import type { AccountStore } from './accounts.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { AuditLog } from './audit-log.ts';
import type { ChainReads } from './chain-reads.ts';
import type { Clock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import type { Digests } from './digests.ts';
import type { FeedChanges } from './feed-changes.ts';
import type { FeedStore } from './feed-store.ts';
import type { Ids } from './ids.ts';
import type { KeyEncryption } from './key-encryption.ts';
import type { ListingStore } from './listing-store.ts';
import type { ListingWriter } from './listing-writer.ts';
import type { ProviderStore } from './provider-store.ts';
import type { PublisherStore } from './publisher-store.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ServiceClientStore } from './service-client-store.ts';
import type { SignIn } from './sign-in.ts';
import type { WalletKeys } from './wallet-keys.ts';
import type { WalletStore } from './wallet-store.ts';

/** What is kept in the database. */
export interface Stores {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditLog;
  readonly listings: ListingStore;
  readonly providers: ProviderStore;
  readonly publishers: PublisherStore;
  readonly serviceClients: ServiceClientStore;
  readonly wallets: WalletStore;
}

/** Everything that the core needs from outside. */
export interface Ports extends Stores {
  readonly chainReads: ChainReads;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly digests: Digests;
  readonly feed: FeedStore;
  readonly feedChanges: FeedChanges;
  readonly ids: Ids;
  readonly keyEncryption: KeyEncryption;
  readonly listingWriter: ListingWriter;
  readonly rateLimits: RateLimits;
  readonly signIn: SignIn;
  readonly walletKeys: WalletKeys;
  /** Runs the work in one database transaction: all of it is kept, or nothing. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
