import type { ApiKey } from './api-key.ts';
import type { Page, PageRequest } from '../values/paging.ts';
import type { IssuedSecret } from './credentials.ts';

/** Keeps API keys; of the secret only the hash. */
export interface ApiKeyStore {
  add(key: ApiKey, publisherId: string, hash: string): Promise<void>;
  /** The keys of an account, newest first, revoked ones included. */
  pageOf(accountId: string, page: PageRequest): Promise<Page<ApiKey>>;
  /** How many live keys an account has; nobody else adds one until the transaction ends. */
  countLive(accountId: string): Promise<number>;
  /** Replaces the secret of a live key; undefined when it is not live. Of two at once the later one stands. */
  rotate(accountId: string, id: string, secret: IssuedSecret, now: Date): Promise<ApiKey | undefined>;
  /** Ends a live key; undefined when it is not live. */
  revoke(accountId: string, id: string, now: Date): Promise<ApiKey | undefined>;
  /** Undefined when it is not live. */
  findLive(accountId: string, id: string): Promise<ApiKey | undefined>;
  /** Gives a live key a signer of its provider, or with null the provider's default; undefined when it is not live. */
  setSigner(accountId: string, id: string, signer: string | null): Promise<ApiKey | undefined>;
  /** Takes a signer from all keys of the provider; answers the ids of the live ones. */
  releaseSigner(providerId: string, signer: string): Promise<string[]>;
  /**
   * Ends what an account's live keys may do for a provider: keys with nothing but provider scopes are revoked, the others
   * lose these scopes and the provider for good.
   */
  leaveProvider(accountId: string, providerId: string, now: Date): Promise<LeftKeys>;
}

/** Ids of keys that an ended membership changed. */
export interface LeftKeys {
  readonly revoked: readonly string[];
  /** They live on without the provider. */
  readonly narrowed: readonly string[];
}

/** What a presented secret stands for. */
export interface KeyOwner {
  readonly keyId: string;
  readonly accountId: string;
  readonly publisherId: string;
  /** Without provider scopes when the account is no member of the key's provider now. */
  readonly scopes: readonly string[];
  /** The key's provider, while the account is a member of it. */
  readonly providerId: string | null;
  readonly providerKey: string | null;
  /** The key's own, else the provider's default. */
  readonly signer: string | null;
  readonly revoked: boolean;
}

/** Finds a key by the SHA-256 of its secret, always from the database: rotation, revocation and the end of a membership hold at once. */
export interface ApiKeyLookup {
  find(hash: string): Promise<KeyOwner | undefined>;
  /** Notes the use; written later, many at a time. */
  noteUse(keyId: string): void;
}
