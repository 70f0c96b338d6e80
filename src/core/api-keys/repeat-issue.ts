import { isRepeatable } from '../secrets/repeated-creation.ts';
import type { StoredApiKey } from './api-key-store.ts';
import type { IssuedApiKey } from './api-key.ts';
import type { Credentials } from '../access/credentials.ts';

/**
 * The key with its present secret, when the request with this id issued it a few minutes ago and nobody has used it since: so a
 * double click, a reload or a lost response loses no secret, although only its hash is stored.
 */
export function repeatIssue(
  { credentials }: { credentials: Credentials },
  { apiKey, hash }: StoredApiKey,
  requestId: string,
  now: Date,
): IssuedApiKey | undefined {
  const { id, lastUsedAt, revokedAt } = apiKey;
  const issuedAt = apiKey.rotatedAt ?? apiKey.createdAt;
  if (revokedAt !== null || !isRepeatable(issuedAt, now)) return undefined;
  if (lastUsedAt !== null && lastUsedAt > issuedAt) return undefined;
  const issued = credentials.repeatApiKey({ id, issuedAt, requestId }, hash);
  return issued && { apiKey, secret: issued.secret };
}
