import type { Sql, Statement } from '../../connection/sql.ts';
import { giveawayIdSql } from './projections/event-projection.ts';
import { rewindEntries } from './rewind-entries.ts';
import { PLACES } from './projections/place-projection.ts';
import { ROUNDS } from './projections/round-projection.ts';
import { signersFrom } from './projections/provider-projection.ts';

/** The giveaways of dropped events. */
export interface Dropped {
  readonly giveawayKeys: readonly string[];
}

/** Removes all blocks after block `after`: the rows become what the remaining events say. */
export async function rewind(sql: Sql, after: number): Promise<Dropped> {
  await sql.query(PREFER_INDEXES, []);
  const dropped = await sql.query(DROPPED, [after]);
  const rounds = JSON.stringify(
    (await sql.query(DROPPED_ROUNDS, [after])).map(([giveaway_key, round, net_entries, holders]) => ({
      giveaway_key,
      round,
      net_entries,
      holders,
    })),
  );
  await rewindEntries(sql, after);
  await sql.query(PASSPORTS_AGAIN, [after]);
  for (const statement of REMOVALS) await sql.query(statement, [after]);
  await sql.query(ROUNDS_REMOVED, [rounds]);
  await sql.query(PLACES_REMOVED, [rounds]);
  await sql.query(ROUND_SUMS, [rounds]);
  for (const { ofRounds } of [...ROUNDS, ...PLACES]) await sql.query(ofRounds, [rounds]);
  if (dropped.some(([kind]) => kind === 'signer')) {
    await sql.query(SIGNERS_REMOVED, []);
    await sql.query(SIGNERS_AGAIN, []);
  }
  await sql.query(DEFAULT_PLANS, []);
  return { giveawayKeys: dropped.flatMap(([kind, id]) => (kind === 'giveaway' ? [String(id)] : [])) };
}

// A rewind touches few rows, but the planner does not know that of a table that has just grown, and would scan all of it.
const PREFER_INDEXES: Statement = { name: '', text: 'set local enable_seqscan = off' };
const DEFAULT_PLANS: Statement = { name: '', text: 'set local enable_seqscan = on' };

const DROPPED: Statement = {
  name: 'dropped-aggregates',
  text: `
    select distinct 'giveaway', giveaway_key from chain_event where block_number > $1 and giveaway_key is not null
    union all
    select distinct 'signer', null from chain_event where block_number > $1 and name = 'ProviderSignerSet'`,
};

// Includes the rounds' sums without the dropped changes: they are subtracted, so that a rewind of a round with a million
// holders costs no more than its dropped changes.
const DROPPED_ROUNDS: Statement = {
  name: 'dropped-rounds',
  text: `
    with touched as (
      select distinct giveaway_key, touched.round
      from chain_event
        cross join lateral (values ((args->>'round')::integer), ((args->>'openRound')::integer)) touched (round)
      where block_number > $1 and giveaway_key is not null and touched.round is not null
    ), net as (
      select giveaway_id, open_round, sum(case when removed then -amount else amount end) as entries
      from entry_change
      where block_number > $1
      group by giveaway_id, open_round
    ), held as (
      select giveaway_id, round_index,
        (array_agg(entries order by block_number desc, log_index desc))[1] as after,
        (array_agg(entries + case when removed then amount else -amount end order by block_number, log_index))[1] as before
      from entry_change
      where block_number > $1
      group by giveaway_id, round_index, passport_id
    ), added as (
      select giveaway_id, round_index, sum((after > 0)::integer - (before > 0)::integer) as holders
      from held
      group by giveaway_id, round_index
    )
    select t.giveaway_key, t.round, r.net_entries - coalesce(n.entries, 0), r.holders - coalesce(a.holders, 0)
    from touched t
      join giveaway_round r on r.giveaway_id = ${giveawayIdSql('t.giveaway_key')} and r.index = t.round
      left join net n on n.giveaway_id = r.giveaway_id and n.open_round = r.index
      left join added a on a.giveaway_id = r.giveaway_id and a.round_index = r.index`,
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

// Rows that one event created are found through the event, which avoids table scans.
const REMOVALS: readonly Statement[] = [
  `delete from passport p using chain_event e
    where e.block_number > $1 and e.name = 'PassportMinted' and p.id = e.passport_id`,
  `delete from giveaway g using chain_event e
    where e.block_number > $1 and e.name = 'GiveawayCreated' and g.key = e.giveaway_key`,
  'delete from passport_transfer where block_number > $1',
  'delete from entry_change where block_number > $1',
  'delete from prize_delivery where block_number > $1',
  'delete from place_delivery where block_number > $1',
  'delete from round_total where block_number > $1',
  'delete from chain_event where block_number > $1',
  'delete from chain_block where number > $1',
].map((text, index) => ({ name: `rewind-${index}`, text }));

const TOUCHED_ROUNDS =
  'json_to_recordset($1) as touched (giveaway_key text, round integer, net_entries bigint, holders integer)';

const ROUNDS_REMOVED: Statement = {
  name: 'rewind-rounds',
  text: `
    delete from giveaway_round r using ${TOUCHED_ROUNDS}
    where r.giveaway_id = ${giveawayIdSql('touched.giveaway_key')} and r.index = touched.round`,
};

const PLACES_REMOVED: Statement = {
  name: 'rewind-places',
  text: `
    delete from round_place p using ${TOUCHED_ROUNDS}
    where p.giveaway_id = ${giveawayIdSql('touched.giveaway_key')} and p.round_index = touched.round`,
};

const ROUND_SUMS: Statement = {
  name: 'rewind-round-sums',
  text: `
    insert into giveaway_round (giveaway_id, index, net_entries, holders)
    select ${giveawayIdSql('touched.giveaway_key')}, touched.round, touched.net_entries, touched.holders
    from ${TOUCHED_ROUNDS}
    where touched.net_entries <> 0 or exists (
      select from entry e
      where e.giveaway_id = ${giveawayIdSql('touched.giveaway_key')} and e.round_index = touched.round
    )`,
};

// Signers are few and seldom change, so all of them are projected again.
const SIGNERS_REMOVED: Statement = { name: 'rewind-signers', text: 'delete from provider_signer' };
const SIGNERS_AGAIN: Statement = { name: 'project-again-ProviderSignerSet', text: signersFrom('true') };
