import type { Language } from '../languages.ts';
import type { ProviderKeys } from '../providers/provider-keys.ts';
import type { ApiKey } from './api-key.ts';
import type { Page, PageRequest } from '../values/paging.ts';
import type { IssuedSecret } from '../access/credentials.ts';

/** Stores API keys, with only the hash of each secret. A live key is one that is not revoked; it may have expired. */
export interface ApiKeyStore extends ProviderKeys {
  add(key: ApiKey, secret: StoredSecret): Promise<void>;
  /** The key that the account has created with this creation id, live or not. */
  findCreated(accountId: string, creationId: string): Promise<StoredApiKey | undefined>;
  /** The keys of an account, newest first, revoked ones included. */
  pageOf(accountId: string, page: PageRequest): Promise<Page<ApiKey>>;
  /**
   * How many live keys of an account have not expired at `now`; locks the account, so that nobody else adds one until the
   * transaction ends.
   */
  countLive(accountId: string, now: Date): Promise<number>;
  /** The live key of this id; locks it until the transaction ends. */
  findLocked(accountId: string, id: string): Promise<StoredApiKey | undefined>;
  /** Replaces the secret of a live key; undefined when it is not live. */
  rotate(accountId: string, id: string, issued: IssuedSecret, now: Date): Promise<ApiKey | undefined>;
  /**
   * Claims up to `limit` live keys that expire between `now` and `until`, have lived longer than that, and whose account was not
   * warned. A claim counts as an attempt, and ends by itself: after ten minutes, and twice as long after each further one, up to 12
   * hours. A claim that ends later, or a warning in more than a day, is of a clock that was ahead, and counts for nothing.
   */
  claimExpiring(now: Date, until: Date, limit: number): Promise<ExpiringKey[]>;
  /** Records that the account of a key was warned, or never will be. */
  endWarning(id: string, now: Date): Promise<void>;
  /** Gives claimed keys back that were not attempted. */
  unclaimExpiring(ids: readonly string[]): Promise<void>;
  /** Revokes a live key; undefined when it is not live. */
  revoke(accountId: string, id: string, now: Date): Promise<ApiKey | undefined>;
  /** The live key of this id; undefined when there is none. */
  findLive(accountId: string, id: string): Promise<ApiKey | undefined>;
  /** Sets the name, the scopes and the end of a live key; undefined when it is not live. */
  change(
    accountId: string,
    id: string,
    values: Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>,
  ): Promise<ApiKey | undefined>;
  /** Sets the signer of a live key, null for the provider's default; undefined when it is not live. */
  setSigner(accountId: string, id: string, signer: string | null): Promise<ApiKey | undefined>;
}

/** What is stored of a key besides what it shows. */
export interface StoredSecret {
  readonly publisherId: string;
  readonly hash: string;
  /** The client's own id of the creation, unique within the account; only its hash is stored. */
  readonly creationId: string | null;
}

/** A key with the hash of its present secret. */
export interface StoredApiKey {
  readonly apiKey: ApiKey;
  readonly hash: string;
}

/** A key that expires soon, with the address of its account. */
export interface ExpiringKey {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly expiresAt: Date;
  readonly email: string;
  /** The language of its account. */
  readonly language: Language;
  /** The number of this attempt to warn its account, from 1. */
  readonly attempt: number;
}
