import type { FacetValue, FeedFacetCounts } from '../../../core/feed/feed-store.ts';
import type { Sql, TextRow } from '../connection/sql.ts';
import { estimate, type Estimates } from './estimates.ts';
import type { FeedLimits } from './limits.ts';
import { NOT_WITHDRAWN, type Selection } from './conditions.ts';
import { findMatches } from './matches.ts';

const MAX_VALUES = 50;
const COLUMNS = 'l.platform_key, l.provider_key, l.verified, l.ends_at';
const DAY_MS = 86_400_000;

/** Counts the values that a client can filter by; each kind is counted as if the filter had no value of that kind. */
export async function countFacets(
  sql: Sql,
  selection: Selection,
  now: Date,
  limits: FeedLimits,
): Promise<FeedFacetCounts> {
  const known = await estimate(sql, selection);
  const count = (counted: Selection) => countOf(sql, counted, now, { limits, known });
  const whole = await count(selection);
  const without = (names: Partial<Selection>, isChosen: boolean) =>
    isChosen ? count({ ...selection, ...names }) : whole;
  const [platforms, providers, verified] = await Promise.all([
    without({ platforms: undefined }, selection.platforms !== undefined),
    without({ providers: undefined }, selection.providers !== undefined),
    without({ verified: undefined }, selection.verified !== undefined),
  ]);
  return {
    platforms: platforms.platforms,
    providers: providers.providers,
    verified: verified.verified,
    unverified: verified.unverified,
    endingWithinDay: whole.endingWithinDay,
    endingWithinWeek: whole.endingWithinWeek,
    withoutEnd: whole.withoutEnd,
    isExact: [whole, platforms, providers, verified].every(({ isExact }) => isExact),
  };
}

async function countOf(
  sql: Sql,
  selection: Selection,
  now: Date,
  { limits, known }: { readonly limits: FeedLimits; readonly known: Estimates },
): Promise<FeedFacetCounts> {
  const { text, values, limit } = await findMatches(sql, selection, {
    order: 'RECENTLY_UPDATED',
    columns: COLUMNS,
    limit: limits.checked,
    limits,
    known,
  });
  const instants = [0, 1, 7].map((days) => new Date(now.getTime() + days * DAY_MS).toISOString());
  const [at, day, week] = instants.map((_, index) => `$${values.length + index + 1}::timestamptz`);
  const rows = await sql.query(
    {
      name: '',
      text: `
        with looked_at as materialized (${text}), matching as (select * from looked_at where matches)
        (${names('platform')}) union all (${names('provider')}) union all ${kinds(String(at), String(day), String(week))}`,
    },
    [...values, ...instants],
  );
  return toCounts(rows, limit);
}

// A name is shown as the most recently updated listing spells it, live listings first.
const names = (column: string) => `
  select '${column}', coalesce(spelling, key), count
  from (select ${column}_key as key, count(*) from matching group by 1 order by 2 desc, 1 limit ${MAX_VALUES}) named
  left join lateral (
    select l.${column} as spelling from listing l where ${NOT_WITHDRAWN} and l.${column}_key = key
    order by l.ended, l.updated_at desc, l.id desc limit 1
  ) spelled on true
  order by 3 desc, key`;

const kinds = (at: string, day: string, week: string) => `
  select kind, null, count from (select
      count(*) filter (where verified) as verified, count(*) filter (where not verified) as unverified,
      count(*) filter (where ends_at > ${at} and ends_at <= ${day}) as day,
      count(*) filter (where ends_at > ${at} and ends_at <= ${week}) as week,
      count(*) filter (where ends_at = 'infinity') as endless,
      (select count(*) from looked_at) as looked_at
    from matching) counts
  cross join lateral (values ('verified', verified), ('unverified', unverified), ('day', day), ('week', week),
    ('endless', endless), ('looked at', looked_at)) kinds (kind, count)`;

function toCounts(rows: readonly TextRow[], limit: number): FeedFacetCounts {
  const named = (kind: string): FacetValue[] =>
    rows.flatMap(([of, name, count]) => (of === kind ? [{ name: String(name), count: Number(count) }] : []));
  const one = (kind: string) => Number(rows.find(([of]) => of === kind)?.[2] ?? 0);
  return {
    platforms: named('platform'),
    providers: named('provider'),
    verified: one('verified'),
    unverified: one('unverified'),
    endingWithinDay: one('day'),
    endingWithinWeek: one('week'),
    withoutEnd: one('endless'),
    isExact: one('looked at') <= limit,
  };
}
