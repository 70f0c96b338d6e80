import type { AccountStore } from './accounts.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { AuditLog } from './audit-log.ts';
import type { Clock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import type { FeedChanges } from './feed-changes.ts';
import type { FeedStore } from './feed-store.ts';
import type { Ids } from './ids.ts';
import type { ListingStore } from './listing-store.ts';
import type { ListingWriter } from './listing-writer.ts';
import type { PublisherStore } from './publisher-store.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ServiceClientStore } from './service-client-store.ts';
import type { SignIn } from './sign-in.ts';

/** What is kept in the database. */
export interface Stores {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditLog;
  readonly listings: ListingStore;
  readonly publishers: PublisherStore;
  readonly serviceClients: ServiceClientStore;
}

/** Everything that the core needs from outside. */
export interface Ports extends Stores {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly feed: FeedStore;
  readonly feedChanges: FeedChanges;
  readonly ids: Ids;
  readonly listingWriter: ListingWriter;
  readonly rateLimits: RateLimits;
  readonly signIn: SignIn;
  /** Runs the work in one database transaction: all of it is kept, or nothing. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
