import type { Sql, Statement } from '../connection/sql.ts';

/** The ids of the key-encryption keys that wallets and the secrets of webhooks are encrypted with. */
export async function readUsedKeys(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query(USED_KEYS, []);
  return rows.map(([keyId]) => String(keyId));
}

// One index lookup for each key of wallets, however many wallets there are; webhooks are few.
const USED_KEYS: Statement = {
  name: 'used-key-encryption-keys',
  text: `
    with recursive used as (
      (select key_id from wallet order by key_id limit 1)
      union all
      select (select key_id from wallet where key_id > used.key_id order by key_id limit 1)
      from used where used.key_id is not null
    )
    select key_id from used where key_id is not null
    union
    select key_id from webhook where disabled_at is null`,
};
