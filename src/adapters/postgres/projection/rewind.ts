import type { Sql, Statement } from '../sql.ts';
import { giveawayId } from './event-projection.ts';
import { ROUNDS } from './round-projection.ts';
import { signersFrom } from './provider-projection.ts';

/** The aggregates that dropped events were about. */
export interface Dropped {
  readonly giveawayKeys: readonly string[];
  readonly passportIds: readonly string[];
}

/** Takes back all blocks above `after`: the rows become what the remaining events make of them. */
export async function rewind(sql: Sql, after: number): Promise<Dropped> {
  await sql.query(BY_INDEX, []);
  const dropped = await sql.query(DROPPED, [after]);
  const rounds = JSON.stringify(
    (await sql.query(DROPPED_ROUNDS, [after])).map(([giveaway_key, round]) => ({ giveaway_key, round })),
  );
  await rewindEntries(sql, after);
  await sql.query(PASSPORTS_AGAIN, [after]);
  for (const statement of REMOVALS) await sql.query(statement, [after]);
  await sql.query(ROUNDS_REMOVED, [rounds]);
  await sql.query(ROUND_SUMS, [rounds]);
  for (const { ofRounds } of ROUNDS) await sql.query(ofRounds, [rounds]);
  if (dropped.some(([kind]) => kind === 'signer')) {
    await sql.query(SIGNERS_REMOVED, []);
    await sql.query(SIGNERS_AGAIN, []);
  }
  await sql.query(AS_PLANNED, []);
  return {
    giveawayKeys: dropped.flatMap(([kind, id]) => (kind === 'giveaway' ? [String(id)] : [])),
    passportIds: dropped.flatMap(([kind, id]) => (kind === 'passport' ? [String(id)] : [])),
  };
}

const PAGE = 1_000;

async function rewindEntries(sql: Sql, after: number): Promise<void> {
  const entries = (await sql.query(DROPPED_ENTRIES, [after])).map(
    ([giveaway_key, round_index, leaf, passport_id]) => ({ giveaway_key, round_index, leaf, passport_id }),
  );
  for (let from = 0; from < entries.length; from += PAGE) {
    const page = JSON.stringify(entries.slice(from, from + PAGE));
    await sql.query(ENTRIES_AGAIN, [after, page]);
    await sql.query(ENTRIES_REMOVED, [after, page]);
  }
}

// A rewind is about few rows, but of a table that just grew the planner does not know it and reads it from end to end.
const BY_INDEX: Statement = { name: '', text: 'set local enable_seqscan = off' };
const AS_PLANNED: Statement = { name: '', text: 'set local enable_seqscan = on' };

const DROPPED: Statement = {
  name: 'dropped-aggregates',
  text: `
    select distinct 'giveaway', giveaway_key from chain_event where block_number > $1 and giveaway_key is not null
    union all
    select distinct 'passport', passport_id::text from chain_event where block_number > $1 and passport_id is not null
    union all
    select distinct 'signer', null from chain_event where block_number > $1 and name = 'ProviderSignerSet'`,
};

const DROPPED_ROUNDS: Statement = {
  name: 'dropped-rounds',
  text: `
    select distinct giveaway_key, args->>'round'
    from chain_event
    where block_number > $1 and giveaway_key is not null and args ? 'round'`,
};

const DROPPED_ENTRIES: Statement = {
  name: 'dropped-entries',
  text: `
    select distinct giveaway_key, args->>'round', args->>'leaf', passport_id
    from chain_event
    where block_number > $1 and name = 'EntriesChanged'`,
};

// As a parameter, the keys count as few for the planner, so that it looks each of them up.
const TOUCHED_ENTRIES = `
  json_to_recordset($2) as touched (giveaway_key text, round_index integer, leaf integer, passport_id bigint)
  join entry e on e.giveaway_id = ${giveawayId('touched.giveaway_key')} and e.round_index = touched.round_index
    and e.leaf = touched.leaf`;

const REMAINING_CHANGE = `
  from entry_change c
  where c.giveaway_id = ${giveawayId('touched.giveaway_key')} and c.round_index = touched.round_index
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

const PASSPORTS_AGAIN: Statement = {
  name: 'rewind-passports',
  text: `
    update passport p set owner = coalesce(remaining.owner, minted.owner), transfers_used = remaining.times
    from (select distinct passport_id from passport_transfer where block_number > $1) touched
    cross join lateral (
      select count(*) as times, (array_agg(to_wallet order by block_number desc, log_index desc))[1] as owner
      from passport_transfer t
      where t.passport_id = touched.passport_id and block_number <= $1
    ) remaining
    cross join lateral (
      select args->>'to' as owner
      from chain_event e
      where e.passport_id = touched.passport_id and e.name = 'PassportMinted'
      limit 1
    ) minted
    where p.id = touched.passport_id`,
};

// What was made by one event is found through it, so that no table is read from end to end.
const REMOVALS: readonly Statement[] = [
  `delete from passport p using chain_event e
    where e.block_number > $1 and e.name = 'PassportMinted' and p.id = e.passport_id`,
  `delete from giveaway g using chain_event e
    where e.block_number > $1 and e.name = 'GiveawayCreated' and g.key = e.giveaway_key`,
  'delete from passport_transfer where block_number > $1',
  'delete from entry_change where block_number > $1',
  'delete from chain_event where block_number > $1',
  'delete from chain_block where number > $1',
].map((text, place) => ({ name: `rewind-${place}`, text }));

const TOUCHED_ROUNDS = 'json_to_recordset($1) as touched (giveaway_key text, round integer)';

const ROUNDS_REMOVED: Statement = {
  name: 'rewind-rounds',
  text: `
    delete from giveaway_round r using ${TOUCHED_ROUNDS}
    where r.giveaway_id = ${giveawayId('touched.giveaway_key')} and r.index = touched.round`,
};

const ROUND_SUMS: Statement = {
  name: 'rewind-round-sums',
  text: `
    insert into giveaway_round (giveaway_id, index, own_total, holders)
    select e.giveaway_id, e.round_index, sum(e.entries), count(*) filter (where e.entries > 0)
    from ${TOUCHED_ROUNDS}
    join entry e on e.giveaway_id = ${giveawayId('touched.giveaway_key')} and e.round_index = touched.round
    group by e.giveaway_id, e.round_index`,
};

// Signers are few, and seldom change.
const SIGNERS_REMOVED: Statement = { name: 'rewind-signers', text: 'delete from provider_signer' };
const SIGNERS_AGAIN: Statement = { name: 'project-again-ProviderSignerSet', text: signersFrom('true') };
