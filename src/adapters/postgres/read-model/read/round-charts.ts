import type { HolderClass, RoundChartReads, RoundCharts } from '../../../../core/rounds/round-charts.ts';
import { toIsoInstant, type Sql } from '../../connection/sql.ts';
import { entriesAtClose } from './entries-at-close.ts';

const POINTS = 60;
const MAX_HOLDERS = 1_000;
/** A sample consists of this many pieces of neighbouring leaves, each of which is one look-up. */
const PIECES = 50;
/** After a later round has removed entries, each holder is a look-up too. */
const LOOKED_UP_HOLDERS = 200;

/**
 * Reads the charts of the entries that were issued in a round, as they were when it closed: at most 60 totals, each by one
 * look-up, and at most 1,000 holders (200 of a large round whose entries later rounds have removed), in evenly spread pieces.
 */
export function createRoundChartReads(sql: Sql): RoundChartReads {
  return { read: (giveawayId, index) => readRoundCharts(sql, giveawayId, index) };
}

async function readRoundCharts(sql: Sql, giveawayId: string, index: number): Promise<RoundCharts> {
  const [totals, [sample]] = await Promise.all([
    sql.query(TOTALS, [giveawayId, index]),
    sql.query(HOLDERS, [giveawayId, index]),
  ]);
  const leaves = Number(sample?.[0] ?? 0);
  const holdings = JSON.parse(String(sample?.[1] ?? '[]')) as number[];
  return {
    entriesOverTime: totals.map(([at, entries]) => ({
      at: toIsoInstant(String(at)),
      entries: Number(entries),
    })),
    holderClasses: toClasses(holdings, leaves / Math.max(1, holdings.length)),
    isSampled: leaves > holdings.length,
  };
}

// The block of the first removal by a later round, by the order of its own index.
const FIRST_LATE = `
  select block_number from entry_change where giveaway_id = $1 and round_index = $2 and open_round > round_index
  order by block_number + 0 limit 1`;

// Not the smallest or largest of all: with statistics of small rounds, plans would read all rows of a large one.
const TOTALS_OF_ROUND = 'select block_number from round_total where giveaway_id = $1 and round_index = $2';

const TOTALS = {
  name: 'chart-totals',
  text: `
    with bounds as (
      select (${TOTALS_OF_ROUND} order by block_number limit 1) as first,
        (
          ${TOTALS_OF_ROUND} and block_number < coalesce((${FIRST_LATE}), 9223372036854775807)
          order by block_number desc limit 1
        ) as last
    )
    select distinct on (total.block_number) total.mined_at, total.entries
    from bounds cross join generate_series(0, ${POINTS - 1}) as point
    cross join lateral (
      select block_number, mined_at, entries from round_total
      where giveaway_id = $1 and round_index = $2 and block_number <= first + (last - first) * point / ${POINTS - 1}
      order by block_number desc limit 1
    ) total
    order by total.block_number`,
};

// Leaves are numbered from 0 without gaps, and stored about in their order: neighbours share pages.
const HOLDERS = {
  name: 'chart-holders',
  text: `
    with late as materialized (
      select (${FIRST_LATE}) is not null as has_changes
    ), leaves as (
      select count, case when count <= ${MAX_HOLDERS} then 1 else ${PIECES} end as pieces,
        case when count <= ${MAX_HOLDERS} then count
          when (select has_changes from late) then ${LOOKED_UP_HOLDERS / PIECES} else ${MAX_HOLDERS / PIECES} end as length
      from (
        select coalesce((
          select leaf from entry where giveaway_id = $1 and round_index = $2 order by leaf desc limit 1
        ) + 1, 0)::bigint as count
      ) counted
    )
    select max(count)::text, json_agg(held.entries)::text
    from leaves cross join generate_series(0, pieces - 1) as piece
    cross join lateral (
      select case when (select has_changes from late) then ${entriesAtClose('e.round_index')} else e.entries end as entries
      from entry e
      where giveaway_id = $1 and round_index = $2 and leaf >= (piece * count / pieces)::integer
      order by leaf limit length
    ) held`,
};

/** Counts holders in classes that double; each holding stands for `weight` holders. */
function toClasses(holdings: readonly number[], weight: number): HolderClass[] {
  const classes = new Map<number, { holders: number; entries: number }>();
  for (const entries of holdings) {
    if (entries === 0) continue;
    const power = Math.floor(Math.log2(entries));
    const counted = classes.get(power) ?? { holders: 0, entries: 0 };
    classes.set(power, { holders: counted.holders + 1, entries: counted.entries + entries });
  }
  return [...classes]
    .toSorted(([one], [other]) => one - other)
    .map(([power, { holders, entries }]) => ({
      from: 2 ** power,
      to: 2 ** (power + 1) - 1,
      holders: Math.round(holders * weight),
      entries: Math.round(entries * weight),
    }));
}
