import { MOST_DAYS, MOST_PLATFORMS } from '../../../core/statistics/statistics.ts';
import type { Sql } from '../connection/sql.ts';

const CHANGES_AT_ONCE = 50_000;

/**
 * Counts finished days that are not counted yet into `day_count`, the latest first and at most 366 days back, until the time is over.
 * A day is one row, written by one statement: a repeated or simultaneous count changes nothing. Days wait until the read model has
 * all their blocks, confirmed. Returns whether nothing is left that could be counted now.
 */
export async function countDays(
  sql: Sql,
  { hasChain }: { readonly hasChain: boolean },
  isOver: () => boolean,
): Promise<boolean> {
  for (const [day] of await sql.query(UNCOUNTED, [])) {
    const onChain = hasChain ? await countOnChain(sql, String(day)) : { draws: null, entries: null };
    if (onChain === undefined) continue;
    const [listings] = await sql.query(LISTINGS, [day]);
    await sql.query(STORE, [day, listings?.[0], listings?.[1], onChain.draws, onChain.entries]);
    if (isOver()) return false;
  }
  return true;
}

interface OnChain {
  readonly draws: string | null;
  readonly entries: string | null;
}

/** Undefined while the read model may lack blocks of the day. */
async function countOnChain(sql: Sql, day: string): Promise<OnChain | undefined> {
  const [ready] = await sql.query(READY, [day]);
  if (ready?.[0] !== true) return undefined;
  const [from, to] = [await firstBlockSince(sql, day, 0), await firstBlockSince(sql, day, 1)];
  if (from === undefined || to === undefined) return { draws: '0', entries: '0' };
  const [behind] = await sql.query(UNCONFIRMED, [from, to]);
  if (behind !== undefined) return undefined;
  const [drawn] = await sql.query(DRAWS, [from, to]);
  return { draws: String(drawn?.[0] ?? 0), entries: String(await countEntries(sql, from, to)) };
}

async function firstBlockSince(sql: Sql, day: string, days: number): Promise<string | undefined> {
  const [found] = await sql.query(FIRST_BLOCK, [day, days]);
  return found && String(found[0]);
}

async function countEntries(sql: Sql, from: string, to: string): Promise<bigint> {
  let [block, logIndex, entries] = [from, '-1', 0n];
  for (;;) {
    const [page = []] = await sql.query(ENTRIES, [block, logIndex, to]);
    const [changes, issued, lastBlock, lastIndex] = page;
    entries += BigInt(String(issued ?? 0));
    if (Number(changes) < CHANGES_AT_ONCE) return entries < LARGEST ? entries : LARGEST;
    [block, logIndex] = [String(lastBlock), String(lastIndex)];
  }
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

// A day is counted an hour after its end, when transactions and clocks that are late have come. The first one is that of the first
// listing or event.
const created = (ended: string) =>
  `(select created_at from listing where status = 'published' and ${ended} order by created_at limit 1)`;
const UNCOUNTED = {
  name: 'uncounted-days',
  text: `
    with period as (
      select (now() at time zone 'UTC' - interval '1 hour')::date as today, (least(
        ${created('ended')}, ${created('not ended')},
        (select mined_at from chain_event order by block_number, log_index limit 1)
      ) at time zone 'UTC')::date as first
    )
    select day::date::text
    from period cross join generate_series(
      greatest(first, today - ${MOST_DAYS})::timestamp, (today - 1)::timestamp, interval '1 day'
    ) as day
    where first is not null and not exists (select from day_count c where c.day = day.day::date)
    order by day desc`,
};

/** SQL: the instant at which the day $1 began, or a number of days later. */
const startOf = (days: string) => `($1::date + ${days})::timestamp at time zone 'UTC'`;

const READY = {
  name: 'is-day-projected',
  text: `select coalesce(bool_and(abreast_at >= ${startOf('1')} + interval '10 minutes'), false) from chain_cursor`,
};
const UNCONFIRMED = {
  name: 'unconfirmed-block-of-day',
  text: `
    select true from chain_event
    where block_number >= $1 and block_number < $2 and block_number > (select max(confirmed_number) from chain_cursor)
    limit 1`,
};

// Times grow with the numbers of blocks: a binary search needs no index on them.
const FIRST_BLOCK = {
  name: 'first-block-of-day',
  text: `
    with recursive search (low, high) as (
      select first.block_number, last.block_number + 1
      from (select block_number from chain_event order by block_number, log_index limit 1) first,
        (select block_number from chain_event order by block_number desc, log_index desc limit 1) last
      union all
      select case when found.is_before then found.block_number + 1 else low end,
        case when found.is_before then high else (low + high) / 2 end
      from search cross join lateral (
        select block_number, mined_at < ${startOf('$2::integer')} as is_before from chain_event
        where block_number >= (low + high) / 2 order by block_number, log_index limit 1
      ) found
      where low < high
    )
    select low from search where low >= high`,
};
const DRAWS = {
  name: 'draws-of-day',
  text: `
    select count(*) from giveaway_round
    where decided_block is not null and decided_block >= $1 and decided_block < $2 and beacon_round is not null`,
};
const ENTRIES = {
  name: 'entries-of-day',
  text: `
    select count(*), sum(amount) filter (where not removed), max(block_number),
      (max(array[block_number, log_index]))[2]
    from (
      select block_number, log_index, amount, removed from entry_change
      where (block_number, log_index) > ($1::bigint, $2::integer) and block_number < $3::bigint
      order by block_number, log_index limit ${CHANGES_AT_ONCE}
    ) page`,
};

// Each part reads an index by the time of publication.
const publishedOn = (ended: string) => `
  select platform_key from listing
  where status = 'published' and ${ended}
    and created_at >= ${startOf('0')} and created_at < ${startOf('1')}`;
const LISTINGS = {
  name: 'listings-of-day',
  text: `
    with published as materialized (${publishedOn('ended')} union all ${publishedOn('not ended')})
    select (select count(*) from published), (
      select coalesce(json_agg(json_build_object('platform', platform_key, 'listings', listings)), '[]')::text
      from (
        select platform_key, count(*) as listings from published group by 1 order by 2 desc, 1 limit ${MOST_PLATFORMS}
      ) named
    )`,
};
const STORE = {
  name: 'store-counted-day',
  text: `
    insert into day_count (day, listings, platforms, draws, entries)
    values ($1, $2, $3::jsonb, $4, $5)
    on conflict (day) do nothing`,
};
