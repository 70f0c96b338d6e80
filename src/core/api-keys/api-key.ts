import { z } from 'zod';
import { API_KEY_SCOPES, type Scope } from '../access/callers.ts';

/** A key of an account; `start` and `end` are the first and last characters of its secret. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The provider that its provider scopes apply to. */
  readonly providerId: string | null;
  /** The wallet (EIP-55) that signs for this key instead of the provider's default signer. */
  readonly signer: string | null;
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly rotatedAt: Date | null;
  readonly revokedAt: Date | null;
  /** From this time on it no longer works; null without an end. */
  readonly expiresAt: Date | null;
}

/** A key with its secret, which is shown only once. */
export interface IssuedApiKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

/** The scopes of a new key: at least one, each known. */
export const apiKeyScopes = z
  .array(z.enum(API_KEY_SCOPES, `must be one of ${API_KEY_SCOPES.join(', ')}.`), 'must be a list of scopes.')
  .min(1, 'is empty: name at least one scope.')
  .transform((scopes) => [...new Set(scopes)]);
