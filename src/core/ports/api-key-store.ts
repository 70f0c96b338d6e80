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
  /** Without provider scopes when the account is no member of the key's provider now. */
  readonly scopes: readonly string[];
  /** The key's provider, while the account is a member of it. */
  readonly providerId: string | null;
  readonly providerKey: string | null;
  readonly signer: string | null;
  readonly revoked: boolean;
}

/** Finds a key by the SHA-256 of its secret, always from the database: rotation, revocation and the end of a membership hold at once. */
export interface ApiKeyLookup {
  find(hash: string): Promise<KeyOwner | undefined>;
  /** Notes the use; written later, many at a time. */
  noteUse(keyId: string): void;
}
