import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ApiKey } from '../../../core/api-keys/api-key.ts';
import { PROVIDER_SCOPES } from '../../../core/access/callers.ts';
import { toLanguage } from '../../../core/languages.ts';
import { toPage } from '../../../core/values/paging.ts';
import type { ApiKeyStore, ExpiringKey } from '../../../core/api-keys/api-key-store.ts';
import { AccountEntity, ApiKeyEntity, type ApiKeyRow } from '../connection/entities.ts';
import { pageOf } from '../connection/pages.ts';
import { hashCreationId } from './creation-id.ts';

const REVOKE_LEFT = `
  update api_key set revoked_at = ?
  where account_id = ? and provider_id = ? and revoked_at is null and scopes <@ string_to_array(?, ' ')
  returning id`;

const NARROW_LEFT = `
  update api_key set provider_id = null, signer = null, scopes = array(
    select scope from unnest(scopes) with ordinality as granted (scope, position)
    where scope <> all (string_to_array(?, ' ')) order by position
  )
  where account_id = ? and provider_id = ? and revoked_at is null
  returning id`;

const RELEASE = `
  with released as (
    update api_key set signer = null where provider_id = ? and signer = ? returning id, revoked_at
  )
  select id from released where revoked_at is null order by id`;

const CLAIM_EXPIRING = `
  update api_key set warn_attempts = warn_attempts + 1, warned_at = null,
    warn_after = ?::timestamptz + least(interval '10 minutes' * power(2, least(warn_attempts, 10)), interval '12 hours')
  from user_account account
  where account.id = api_key.account_id and api_key.id = any(array(
    select id from api_key
    where revoked_at is null and expires_at > ?::timestamptz and expires_at < ?::timestamptz
      and (warned_at is null or warned_at > ?::timestamptz + interval '1 day')
      and (warn_after is null or warn_after <= ?::timestamptz or warn_after > ?::timestamptz + interval '13 hours')
      and expires_at - created_at > ?::timestamptz - ?::timestamptz
    order by expires_at limit ? for update skip locked))
  returning api_key.id, api_key.name, api_key.start, account.email, account.language, api_key.warn_attempts as attempt,
    to_char(api_key.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at`;

const UNCLAIM = `
  update api_key set warn_attempts = greatest(0, warn_attempts - 1), warn_after = null
  where id = any(string_to_array(?, ' '))`;

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
  const idsBy = async (statement: string, values: readonly unknown[]): Promise<string[]> => {
    const rows = await em.execute<{ readonly id: string }[]>(statement, [...values]);
    return rows.map(({ id }) => id).toSorted();
  };
  return {
    async add(key, stored) {
      const creationId = hashCreationId(stored.creationId);
      await em.insert(ApiKeyEntity, { ...key, scopes: [...key.scopes], ...stored, creationId });
    },
    async findCreated(accountId, creationId) {
      const row = await em.findOne(ApiKeyEntity, { accountId, creationId: hashCreationId(creationId) });
      return row === null ? undefined : { apiKey: toApiKey(row), hash: row.hash };
    },
    async pageOf(accountId, page) {
      const rows = await pageOf(em, ApiKeyEntity, { accountId }, 'createdAt', page);
      return toPage(rows.map(toApiKey), page);
    },
    async countLive(accountId, now) {
      await em.findOneOrFail(AccountEntity, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const isUnexpired = { $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
      return em.count(ApiKeyEntity, { accountId, revokedAt: null, ...isUnexpired });
    },
    async findLocked(accountId, id) {
      const live = { accountId, id, revokedAt: null };
      // As it is now, not as the transaction has read it before.
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
      const row = await em.findOne(ApiKeyEntity, live, options);
      return row === null ? undefined : { apiKey: toApiKey(row), hash: row.hash };
    },
    rotate: (accountId, id, { hash, start, end }, now) =>
      update(accountId, id, { hash, start, end, rotatedAt: now }),
    async claimExpiring(now, until, limit) {
      const [from, to] = [now.toISOString(), until.toISOString()];
      const values = [from, from, to, from, from, from, to, from, limit];
      const rows = await em.execute<ExpiringRow[]>(CLAIM_EXPIRING, values);
      return rows.map(({ expires_at, language, ...key }) => ({
        ...key,
        expiresAt: new Date(expires_at),
        language: toLanguage(language),
      }));
    },
    async endWarning(id, now) {
      await em.nativeUpdate(ApiKeyEntity, { id }, { warnedAt: now });
    },
    async unclaimExpiring(ids) {
      await em.execute(UNCLAIM, [ids.join(' ')]);
    },
    revoke: (accountId, id, now) => update(accountId, id, { revokedAt: now }),
    async findLive(accountId, id) {
      const row = await em.findOne(ApiKeyEntity, { accountId, id, revokedAt: null });
      return row === null ? undefined : toApiKey(row);
    },
    change: (accountId, id, { name, scopes, expiresAt }) =>
      update(accountId, id, { name, scopes: [...scopes], expiresAt }),
    setSigner: (accountId, id, signer) => update(accountId, id, { signer }),
    releaseSigner: (providerId, signer) => idsBy(RELEASE, [providerId, signer]),
    async leaveProvider(accountId, providerId, now) {
      const scopes = PROVIDER_SCOPES.join(' ');
      const revoked = await idsBy(REVOKE_LEFT, [now.toISOString(), accountId, providerId, scopes]);
      return { revoked, narrowed: await idsBy(NARROW_LEFT, [scopes, accountId, providerId]) };
    },
  };
}

type ExpiringRow = Omit<ExpiringKey, 'expiresAt' | 'language'> & {
  readonly expires_at: string;
  readonly language: string | null;
};

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
    expiresAt: row.expiresAt ?? null,
  };
}
