import type { EntryCounts } from '../../../core/chain/read-model-progress.ts';
import { coalesceStatements } from '../connection/coalesce-statements.ts';
import type { Sql } from '../connection/sql.ts';

const MAX_BATCH = 200;

// The state right after the last event of an operation: of the passport by its changes until then, of a round by its total after
// the block less what followed in the block. The round of the first event has its total in the event itself.
const COUNT = {
  name: 'count-entries',
  text: `
    select changed.id, (
      select coalesce(sum(held.entries), 0)
      from entry e cross join lateral (
        select c.entries from entry_change c
        where c.giveaway_id = e.giveaway_id and c.round_index = e.round_index and c.passport_id = e.passport_id
          and (c.block_number, c.log_index) <= (changed.block_number, changed.log_index)
        order by c.block_number desc, c.log_index desc limit 1
      ) held
      where e.passport_id = changed.passport_id and e.giveaway_id = changed.giveaway_id
        and e.round_index between changed.first_round and changed.open_round
    ), changed.round_total + (
      select coalesce(sum(until.entries - case when until.block_number = changed.block_number then (
        select coalesce(sum(case when c.removed then -c.amount else c.amount end), 0) from entry_change c
        where c.block_number = changed.block_number and c.log_index > changed.log_index
          and c.giveaway_id = r.giveaway_id and c.round_index = r.index
      ) else 0 end), 0)
      from giveaway_round r cross join lateral (
        select t.entries, t.block_number from round_total t
        where t.giveaway_id = r.giveaway_id and t.round_index = r.index and t.block_number <= changed.block_number
        order by t.block_number desc limit 1
      ) until
      where r.giveaway_id = changed.giveaway_id and r.index between changed.first_round and changed.open_round
        and r.index <> changed.round
    )
    from (
      select o.id, c.giveaway_id, c.passport_id, c.open_round, c.block_number, c.round_index as round,
        (o.result ->> 'roundTotal')::bigint as round_total,
        case when g.entries_carry_over then 0 else c.open_round end as first_round,
        (
          select max(last.log_index) from entry_change last
          where last.passport_id = c.passport_id and last.block_number = c.block_number and last.op_key = c.op_key
        ) as log_index
      from operation o
        join chain_transaction t on t.id = o.transaction_id
        join giveaway g on g.id = 'gwy_' || substr(coalesce(o.call ->> 'giveaway', o.call -> 'entries' ->> 'giveaway'), 3)
        join entry_change c on c.giveaway_id = g.id and c.round_index = (o.result ->> 'round')::integer
          and c.passport_id = coalesce(o.result ->> 'passportId', o.call ->> 'passportId')::bigint
          and c.block_number = t.block_number and c.op_key = o.op_key
      where o.id = any($1)
    ) changed`,
};

/** Reads what counts after changes of entries; concurrent calls share a statement. */
export function createEntryCounts(sql: Sql): (operationId: string) => Promise<EntryCounts | undefined> {
  return coalesceStatements({ inFlight: 2, largest: MAX_BATCH }, async (ids: readonly string[]) => {
    const rows = await sql.query(COUNT, [[...new Set(ids)]]);
    const found = new Map(
      rows.map(([id, entries, total]) => [
        String(id),
        { entriesCounted: Number(entries), roundEntriesCounted: Number(total) },
      ]),
    );
    return ids.map((id) => found.get(id));
  });
}
