import { webhookContext } from '../../../core/secrets/sealing-contexts.ts';
import type { WalletPurpose } from '../../../core/wallets/wallet.ts';
import type { KeyChecks } from '../../ports/key-checks.ts';
import { noTable } from '../connection/no-table.ts';
import type { Sql } from '../connection/sql.ts';

const FIND = {
  name: 'find-key-check',
  text: `select encode(wrapped_key, 'base64') from key_check where key_id = $1`,
};
const KEEP = {
  name: 'keep-key-check',
  text: `insert into key_check (key_id, wrapped_key) values ($1, decode($2, 'base64')) on conflict do nothing`,
};
const FIND_USE = {
  name: 'find-use-of-key',
  text: `
    (select encode(wrapped_key, 'base64'), id, address, purpose from wallet where key_id = $1 limit 1)
    union all
    (select encode(wrapped_key, 'base64'), id, null, null from webhook where key_id = $1 limit 1)
    limit 1`,
};

export function createKeyChecks(sql: Sql): KeyChecks {
  const find = async (keyId: string) => {
    const [row] = await sql.query(FIND, [keyId]);
    return row && Buffer.from(String(row[0]), 'base64');
  };
  return {
    find,
    async keep(keyId, wrappedKey) {
      await sql.query(KEEP, [keyId, Buffer.from(wrappedKey).toString('base64')]);
      return (await find(keyId)) ?? wrappedKey;
    },
    async findUse(keyId) {
      const [row] = await sql.query(FIND_USE, [keyId]);
      if (row === undefined) return undefined;
      const [wrappedKey, id, address, purpose] = row;
      const subject =
        typeof address === 'string'
          ? // Guaranteed by a check of the table.
            { id: String(id), address, purpose: purpose as WalletPurpose }
          : { context: webhookContext(String(id)) };
      return { wrappedKey: Buffer.from(String(wrappedKey), 'base64'), subject };
    },
  };
}

/** Those of a database that is not migrated yet: what an earlier release has stored, to which nothing is added. */
export function createStoredKeyChecks(sql: Sql): KeyChecks {
  const { find, findUse } = createKeyChecks(sql);
  return {
    find: (keyId) => find(keyId).catch(noTable(undefined)),
    findUse: (keyId) => findUse(keyId).catch(noTable(undefined)),
    keep: async (_keyId, wrappedKey) => wrappedKey,
  };
}
