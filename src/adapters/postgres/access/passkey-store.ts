import type { SqlEntityManager } from '@mikro-orm/sql';
import {
  MAX_PASSKEYS,
  type MadePasskey,
  type Passkey,
  type PasskeyStore,
} from '../../../core/passkeys/passkey-store.ts';

const toIso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COLUMNS = `id, account_id, credential_id, transports, name, ${toIso('created_at')} as created_at,
  ${toIso('last_used_at')} as last_used_at, synced`;

const KEEP_HANDLE = `
  update user_account set passkey_handle = coalesce(passkey_handle, ?) where id = ? returning passkey_handle as handle`;
const FIND_PRESENTED = `
  select p.id, p.name, p.account_id, p.credential_id, p.public_key, a.passkey_handle as handle
  from passkey p join user_account a on a.id = p.account_id
  where p.credential_id = ? and a.passkey_handle is not null`;
// The account is locked, so that the passkeys are counted one registration after the other.
const LOCK = 'select id from user_account where id = ? for update';
const ADD = `
  insert into passkey (id, account_id, credential_id, public_key, counter, synced, transports, name, created_at)
  values (?, ?, ?, ?, ?::bigint, ?, ?, ?, ?::timestamptz)
  on conflict (credential_id) do nothing returning ${COLUMNS}`;
const NOTE_USE = `
  update passkey set counter = ?::bigint, synced = ?, last_used_at = ?::timestamptz
  where id = ? and (counter < ?::bigint or (counter = 0 and ?::bigint = 0)) returning id`;
const USE_CHALLENGE = `
  insert into passkey_challenge (hash, expires_at) values (?, ?::timestamptz) on conflict (hash) do nothing returning hash`;

/** Passkeys of accounts, and the challenges that were used. */
export function createPasskeyStore(em: SqlEntityManager): PasskeyStore {
  const find = (where: string, value: string) =>
    em.execute<PasskeyRow[]>(
      `select ${COLUMNS} from passkey where ${where} order by passkey.created_at, id`,
      [value],
    );
  return {
    async list(accountId) {
      const rows = await find('account_id = ?', accountId);
      return rows.map((row) => ({ ...toPasskey(row), ...toCredential(row) }));
    },
    async keepHandle(accountId, proposed) {
      const [row] = await em.execute<{ readonly handle: string }[]>(KEEP_HANDLE, [proposed, accountId]);
      if (row === undefined) throw new Error('A handle needs an existing account.');
      return row.handle;
    },
    async findPresented(credentialId) {
      const [row] = await em.execute<PresentedRow[]>(FIND_PRESENTED, [credentialId]);
      if (row === undefined) return undefined;
      const { id, name, account_id: accountId, public_key: publicKey, handle: userHandle } = row;
      return { id, name, accountId, credentialId, publicKey, userHandle };
    },
    async add({ id, accountId, credentialId, publicKey, counter, isSynced, transports, name, createdAt }) {
      await em.execute(LOCK, [accountId]);
      const [known] = await find('credential_id = ?', credentialId);
      if (known !== undefined) return ofAccount(known, accountId);
      const existing = await find('account_id = ?', accountId);
      if (existing.length >= MAX_PASSKEYS) return 'full';
      const values = [id, accountId, credentialId, publicKey, counter, isSynced, transports.join(' '), name];
      const [added] = await em.execute<PasskeyRow[]>(ADD, [...values, createdAt.toISOString()]);
      // Without a row, another account has added the credential meanwhile.
      return added === undefined ? 'foreign' : { passkey: toPasskey(added), isNew: true };
    },
    async lock(accountId, id) {
      const lock = `select ${COLUMNS} from passkey where account_id = ? and id = ? for update`;
      const [row] = await em.execute<PasskeyRow[]>(lock, [accountId, id]);
      return row && toPasskey(row);
    },
    async rename(accountId, id, name) {
      const rename = `update passkey set name = ? where account_id = ? and id = ? returning ${COLUMNS}`;
      const [row] = await em.execute<PasskeyRow[]>(rename, [name, accountId, id]);
      return row && toPasskey(row);
    },
    async remove(accountId, id) {
      const remove = `delete from passkey where account_id = ? and id = ? returning ${COLUMNS}`;
      const [row] = await em.execute<PasskeyRow[]>(remove, [accountId, id]);
      return row && toPasskey(row);
    },
    async noteUse(id, { counter, isSynced }, now) {
      const values = [counter, isSynced, now.toISOString(), id, counter, counter];
      const noted = await em.execute<unknown[]>(NOTE_USE, values);
      if (noted.length > 0) return 'noted';
      return (await find('id = ?', id)).length > 0 ? 'reversed' : 'removed';
    },
    async useChallenge({ hash, expiresAt }) {
      const used = await em.execute<unknown[]>(USE_CHALLENGE, [hash, expiresAt.toISOString()]);
      return used.length > 0;
    },
  };
}

interface PasskeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly credential_id: string;
  readonly transports: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly synced: boolean;
}

interface PresentedRow extends Pick<PasskeyRow, 'id' | 'name' | 'account_id' | 'credential_id'> {
  readonly public_key: string;
  readonly handle: string;
}

function toPasskey({
  id,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
  synced,
}: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: new Date(createdAt),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
    isSynced: synced,
  };
}

function toCredential(row: PasskeyRow): Pick<MadePasskey, 'credentialId' | 'transports'> {
  return { credentialId: row.credential_id, transports: row.transports.split(' ').filter(Boolean) };
}

function ofAccount(row: PasskeyRow, accountId: string) {
  return row.account_id === accountId ? { passkey: toPasskey(row), isNew: false } : 'foreign';
}
