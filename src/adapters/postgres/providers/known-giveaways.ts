import { LRUCache } from 'lru-cache';
import { toGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import type { KnownGiveaways } from '../../../core/giveaways/known-giveaways.ts';
import type { Sql } from '../connection/sql.ts';

const MAX_CACHED = 10_000;

const CREATES = `o.signer = $3 and o.kind = 'create-giveaway' and o.error is null and o.facts ->> 'id' = $2`;
const FIND = {
  name: 'find-giveaway',
  text: `
    select indexed.hub is not null, coalesce(
      indexed.hub,
      (select o.hub from operation o where o.transaction_id is null and ${CREATES} limit 1),
      (
        select o.hub from chain_transaction t join operation o on o.id = any(t.operation_ids)
        where t.signer = $3 and t.state in ('SENT', 'MINED', 'CONFIRMED') and ${CREATES} limit 1
      )
    )
    from (select (select hub from giveaway where key = $1) as hub) indexed`,
};

export interface GiveawayHubs extends KnownGiveaways {
  /** The place of the hub of a giveaway that `has` knows. */
  hubOf(giveaway: string, signer: string): Promise<number | undefined>;
}

/** Looks giveaways up in the database. Indexed ones are cached, even if a reorg removes them: the contracts then refuse the call. */
export function createKnownGiveaways(sql: Sql): GiveawayHubs {
  const indexed = new LRUCache<string, number>({ max: MAX_CACHED });

  async function hubOf(giveaway: string, signer: string): Promise<number | undefined> {
    const known = indexed.get(giveaway);
    if (known !== undefined) return known;
    const [row] = await sql.query(FIND, [giveaway, toGiveawayId(giveaway), signer]);
    if (row?.[1] == null) return undefined;
    const hub = Number(row[1]);
    if (row[0] === true) indexed.set(giveaway, hub);
    return hub;
  }

  return { hubOf, has: async (giveaway, signer) => (await hubOf(giveaway, signer)) !== undefined };
}
