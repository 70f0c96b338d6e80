import type { ApiKey } from '../api-keys/api-key.ts';
import type { IssuedSecret } from './credentials.ts';

/** Keeps API keys; of the secret only the hash. */
export interface ApiKeyStore {
  add(key: ApiKey, publisherId: string, hash: string): Promise<void>;
  /** All keys of an account, newest first. */
  listOf(accountId: string): Promise<ApiKey[]>;
  /** Replaces the secret of a live key; undefined when it is not live. Of two at once the later one stands. */
  rotate(accountId: string, id: string, secret: IssuedSecret, now: Date): Promise<ApiKey | undefined>;
  /** Ends a live key; undefined when it is not live. */
  revoke(accountId: string, id: string, now: Date): Promise<ApiKey | undefined>;
}

/** What a presented secret stands for. */
export interface KeyOwner {
  readonly keyId: string;
  readonly accountId: string;
  readonly publisherId: string;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
}

/** Finds a key by the SHA-256 of its secret, always from the database: rotation and revocation are final at once. */
export interface ApiKeyLookup {
  find(hash: string): Promise<KeyOwner | undefined>;
  /** Notes the use; written later, many at a time. */
  noteUse(keyId: string): void;
}
