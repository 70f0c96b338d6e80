import type { SqlEntityManager } from '@mikro-orm/sql';
import type { FollowUpStore } from '../../../core/provisioning/follow-up-store.ts';

const FIND_OUTDATED = `
  select operation_id, provider_id, key_id, encode(ciphertext, 'base64') as ciphertext, encode(nonce, 'base64') as nonce,
    encode(tag, 'base64') as tag, encode(wrapped_key, 'base64') as wrapped_key
  from provision_errand where key_id <> ? order by operation_id limit ?`;
const COUNT_OUTDATED = 'select count(*)::int as count from provision_errand where key_id <> ?';
// A follow-up whose key another rotation replaced meanwhile is left alone.
const REWRAP = `
  update provision_errand e set wrapped_key = decode(new.wrapped_key, 'base64'), key_id = new.key_id
  from json_to_recordset(?::json) as new (operation_id text, previous_wrapped_key text, key_id text, wrapped_key text)
  where e.operation_id = new.operation_id and e.wrapped_key = decode(new.previous_wrapped_key, 'base64')`;

interface OutdatedRow {
  readonly operation_id: string;
  readonly provider_id: string;
  readonly key_id: string;
  readonly ciphertext: string;
  readonly nonce: string;
  readonly tag: string;
  readonly wrapped_key: string;
}

/** The data keys of sealed follow-ups (the table provision_errand), in the ORM's transactions. */
export function createFollowUpStore(em: SqlEntityManager): FollowUpStore {
  return {
    async findOutdated(currentKeyId, first) {
      const rows = await em.execute<OutdatedRow[]>(FIND_OUTDATED, [currentKeyId, first]);
      return rows.map((row) => ({
        operationId: row.operation_id,
        providerId: row.provider_id,
        sealed: {
          keyId: row.key_id,
          ciphertext: Buffer.from(row.ciphertext, 'base64'),
          nonce: Buffer.from(row.nonce, 'base64'),
          tag: Buffer.from(row.tag, 'base64'),
          wrappedKey: Buffer.from(row.wrapped_key, 'base64'),
        },
      }));
    },
    async countOutdated(currentKeyId) {
      const [row] = await em.execute<{ readonly count: number }[]>(COUNT_OUTDATED, [currentKeyId]);
      return row?.count ?? 0;
    },
    async rewrap(keys) {
      if (keys.length === 0) return 0;
      const records = keys.map(({ operationId, previousWrappedKey, keyId, wrappedKey }) => ({
        operation_id: operationId,
        previous_wrapped_key: Buffer.from(previousWrappedKey).toString('base64'),
        key_id: keyId,
        wrapped_key: Buffer.from(wrappedKey).toString('base64'),
      }));
      const values = [JSON.stringify(records)];
      return (await em.execute<{ readonly affectedRows: number }>(REWRAP, values, 'run')).affectedRows;
    },
  };
}
