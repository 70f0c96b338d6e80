import { LRUCache } from 'lru-cache';
import { toGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import type { KnownGiveaways } from '../../../core/giveaways/known-giveaways.ts';
import type { Sql } from '../connection/sql.ts';

const MAX_CACHED = 10_000;

const CREATES = `o.signer = $3 and o.kind = 'create-giveaway' and o.error is null and o.facts ->> 'id' = $2`;
const FIND = {
  name: 'find-giveaway',
  text: `
    select case
      when exists (select from giveaway where key = $1) then 'INDEXED'
      when exists (select from operation o where o.transaction_id is null and ${CREATES}) then 'UNDER_WAY'
      when exists (
        select from chain_transaction t join operation o on o.id = any(t.operation_ids)
        where t.signer = $3 and t.state in ('SENT', 'MINED', 'CONFIRMED') and ${CREATES}
      ) then 'UNDER_WAY'
    end`,
};

/** Looks giveaways up in the database. Indexed ones are cached, even if a reorg removes them: the contracts then refuse the call. */
export function createKnownGiveaways(sql: Sql): KnownGiveaways {
  const indexed = new LRUCache<string, true>({ max: MAX_CACHED });
  return {
    async has(giveaway, signer) {
      if (indexed.has(giveaway)) return true;
      const [row] = await sql.query(FIND, [giveaway, toGiveawayId(giveaway), signer]);
      if (row?.[0] === 'INDEXED') indexed.set(giveaway, true);
      return row?.[0] != null;
    },
  };
}
