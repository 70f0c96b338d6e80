import type { ApiKey } from '../../../core/api-keys/api-key.ts';
import type { ApiKeyType } from './api-key-types.ts';

/** A key as GraphQL shows it. */
export function presentApiKey(key: ApiKey): ApiKeyType {
  return {
    id: key.id,
    name: key.name,
    start: key.start,
    end: key.end,
    scopes: key.scopes,
    providerId: key.providerId,
    signer: key.signer,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    rotatedAt: key.rotatedAt,
    revokedAt: key.revokedAt,
    expiresAt: key.expiresAt,
  };
}
