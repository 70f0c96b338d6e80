import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ApiKey } from '../../core/api-keys/api-key.ts';
import type { ApiKeyStore } from '../../core/ports/api-key-store.ts';
import { ApiKeyEntity, type ApiKeyRow } from './entities.ts';

export function createApiKeyStore(em: SqlEntityManager): ApiKeyStore {
  const update = async (
    accountId: string,
    id: string,
    change: Partial<ApiKeyRow>,
  ): Promise<ApiKey | undefined> => {
    const changed = await em.nativeUpdate(ApiKeyEntity, { accountId, id, revokedAt: null }, change);
    return changed === 0
      ? undefined
      : toApiKey(await em.findOneOrFail(ApiKeyEntity, { id }, { refresh: true }));
  };
  return {
    async add(key, publisherId, hash) {
      await em.insert(ApiKeyEntity, { ...key, scopes: [...key.scopes], publisherId, hash });
    },
    async listOf(accountId) {
      const rows = await em.find(ApiKeyEntity, { accountId }, { orderBy: { createdAt: 'desc', id: 'desc' } });
      return rows.map(toApiKey);
    },
    rotate: (accountId, id, { hash, start, end }, now) =>
      update(accountId, id, { hash, start, end, rotatedAt: now }),
    revoke: (accountId, id, now) => update(accountId, id, { revokedAt: now }),
  };
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.accountId,
    providerId: row.providerId ?? null,
    signer: row.signer ?? null,
    name: row.name,
    start: row.start,
    end: row.end,
    scopes: row.scopes,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt ?? null,
    rotatedAt: row.rotatedAt ?? null,
    revokedAt: row.revokedAt ?? null,
  };
}
