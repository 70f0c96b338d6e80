import type { Sql, Statement } from '../../connection/sql.ts';
import { giveawayIdSql } from './projections/event-projection.ts';

const PAGE = 1_000;

/** Resets entries that changed after block `after` to their last remaining change, and removes those without one. */
export async function rewindEntries(sql: Sql, after: number): Promise<void> {
  const entries = (await sql.query(DROPPED_ENTRIES, [after])).map(
    ([giveaway_key, round_index, leaf, passport_id]) => ({ giveaway_key, round_index, leaf, passport_id }),
  );
  for (let from = 0; from < entries.length; from += PAGE) {
    const page = JSON.stringify(entries.slice(from, from + PAGE));
    await sql.query(ENTRIES_AGAIN, [after, page]);
    await sql.query(ENTRIES_REMOVED, [after, page]);
  }
}

const DROPPED_ENTRIES: Statement = {
  name: 'dropped-entries',
  text: `
    select distinct giveaway_key, args->>'round', args->>'leaf', passport_id
    from chain_event
    where block_number > $1 and name = 'EntriesChanged'`,
};

// As a parameter, the planner expects few keys and looks each of them up.
const TOUCHED_ENTRIES = `
  json_to_recordset($2) as touched (giveaway_key text, round_index integer, leaf integer, passport_id bigint)
  join entry e on e.giveaway_id = ${giveawayIdSql('touched.giveaway_key')} and e.round_index = touched.round_index
    and e.leaf = touched.leaf`;

const REMAINING_CHANGE = `
  from entry_change c
  where c.giveaway_id = ${giveawayIdSql('touched.giveaway_key')} and c.round_index = touched.round_index
    and c.passport_id = touched.passport_id and c.block_number <= $1`;

const ENTRIES_AGAIN: Statement = {
  name: 'rewind-entries',
  text: `
    update entry set entries = remaining.entries, changed_at = remaining.changed_at
    from ${TOUCHED_ENTRIES}
    cross join lateral (
      select c.entries, c.changed_at ${REMAINING_CHANGE} order by c.block_number desc, c.log_index desc limit 1
    ) remaining
    where entry.ctid = e.ctid`,
};

const ENTRIES_REMOVED: Statement = {
  name: 'rewind-entries-removed',
  text: `
    delete from entry using ${TOUCHED_ENTRIES}
    where entry.ctid = e.ctid and not exists (select ${REMAINING_CHANGE})`,
};
