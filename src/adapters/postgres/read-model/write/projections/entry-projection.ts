import { giveawayIdSql, nullIfZero, OF_BLOCKS, type EventProjection } from './event-projection.ts';

/**
 * Changes of entries, the passports' entries after them, the rounds' totals by block, and the rounds' sums: the hot statement of a
 * re-index. The entries before a change are computed from the change itself. A change counts in the sum of the round that was
 * open, so that a removal from an earlier round leaves what closed rounds counted.
 */
export const ENTRIES: EventProjection = {
  events: ['EntriesChanged'],
  ofBlocks: {
    name: 'project-entries',
    text: `
      with change as materialized (
        select ${giveawayIdSql('e.giveaway_key')} as giveaway_id, e.passport_id, e.block_number, e.log_index,
          e.mined_at, e.transaction_hash, a.*, a.entries + case when a.removed then a.amount else -a.amount end as held
        from chain_event e, jsonb_to_record(e.args) as a (round integer, "openRound" integer, "opKey" text, removed boolean, amount bigint,
          entries bigint, "roundTotal" bigint, leaf integer, "reasonCode" integer, evidence text, owner text,
          signer text)
        where e.name = 'EntriesChanged' and ${OF_BLOCKS}
      ), recorded as (
        insert into entry_change (block_number, log_index, giveaway_id, round_index, open_round, passport_id, op_key,
          removed, amount, entries, reason_code, evidence, owner, signer, changed_at, transaction_hash)
        select block_number, log_index, giveaway_id, round, "openRound", passport_id, "opKey", removed, amount,
          entries, "reasonCode", ${nullIfZero('evidence')}, owner, signer, mined_at, transaction_hash
        from change
        order by block_number, log_index
      ), held as (
        insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
        select distinct on (giveaway_id, round, leaf) giveaway_id, round, leaf, passport_id, entries, mined_at
        from change
        order by giveaway_id, round, leaf, block_number desc, log_index desc
        on conflict (giveaway_id, round_index, leaf) do update
          set entries = excluded.entries, changed_at = excluded.changed_at
      ), totals as (
        insert into round_total (giveaway_id, round_index, block_number, entries, mined_at)
        select giveaway_id, round, block_number, (array_agg("roundTotal" order by log_index desc))[1], max(mined_at)
        from change
        group by giveaway_id, round, block_number
      )
      insert into giveaway_round (giveaway_id, index, net_entries, holders)
      select giveaway_id, index, sum(net_entries), sum(holders)
      from (
        select giveaway_id, "openRound" as index, sum(entries - held) as net_entries, 0 as holders
        from change group by giveaway_id, "openRound"
        union all
        select giveaway_id, round, 0, sum((entries > 0)::integer - (held > 0)::integer)
        from change group by giveaway_id, round
      ) added
      group by giveaway_id, index
      on conflict (giveaway_id, index) do update
        set net_entries = giveaway_round.net_entries + excluded.net_entries,
          holders = giveaway_round.holders + excluded.holders`,
  },
};
