import { afterAll, beforeAll, expect } from '@jest/globals';
import { Client } from 'pg';
import type { Database } from '../../../src/adapters/postgres/connection/database.ts';
import { createFeedStore } from '../../../src/adapters/postgres/feed/feed-store.ts';
import { toSearchFields } from '../../../src/adapters/postgres/feed/search-fields.ts';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import { readFacts, toFactWords } from '../../../src/core/listings/facts/fact-words.ts';
import type { ListingFacts } from '../../../src/core/listings/facts/listing-facts.ts';
import type { FeedOrder } from '../../../src/core/feed/feed-query.ts';
import { HOUR, NOW, type Filter } from './feed-cases.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../support/database/open-database.ts';

export const LISTINGS = 6_000;
export const LIMITS = {
  gather: 150,
  walk: 300,
  firstWalk: 40,
  span: 200,
  words: 600,
  count: 250,
  checked: 250,
};
/** The rows that all statements of one page, count or set of facets may read; a scan reads many times as many. */
export const MAX_ROWS = 2_700;
/** The pages of these rows, and of the indexes used to find them. */
const MAX_BUFFERS = 3_200;

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly platform: string;
  readonly provider: string;
  readonly verified: boolean;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly end_date: string | null;
  readonly facts: string | null;
}

// Early listings have ended, one platform has old listings only, and one word occurs in old listings only.
export const listings = Array.from({ length: LISTINGS }, (_, number): Row => {
  const created = NOW.getTime() - (LISTINGS - number) * HOUR;
  const words = [
    'everywhere',
    number % 10 === 0 ? 'frequent' : '',
    number % 300 === 7 ? 'seldom' : '',
    number < LISTINGS / 2 ? 'antique' : '',
    // The planner multiplies their frequencies, as if they were independent.
    number % 4 === 0 ? 'golden silver copper bronze' : '',
    number % 4 === 1 && number < LISTINGS / 4 ? 'bronze' : '',
    // PostgreSQL estimates prefixes only when it knows a hundred words.
    `x${String.fromCharCode(97 + (number % 20), 97 + (number % 17))}`,
  ];
  return {
    id: `lst_${String(number).padStart(32, '0')}`,
    title: words.filter((word) => word !== '').join(' '),
    platform: number % 700 === 3 ? 'Rare' : number < 2_000 ? 'Old' : number % 3 === 0 ? 'Third' : 'Common',
    provider: number % 500 === 3 ? 'Few' : number % 2 === 0 ? 'Even' : 'Odd',
    verified: number % 200 === 9,
    status: number % 40 === 1 ? 'withdrawn' : 'published',
    created_at: new Date(created).toISOString(),
    updated_at: new Date(created + ((number * 7919) % 50) * HOUR).toISOString(),
    // Few listings state facts; a rare one only old listings, and most of those that do the same kind.
    facts:
      number % 3 === 0
        ? toFactWords({
            regions: number % 30 === 0 ? ['DE', ...(number % 900 === 0 ? ['LI'] : [])] : [],
            minimumAge: number < LISTINGS / 3 ? 16 : 18,
            prizes: number % 60 === 3 ? number : null,
            kind: 'PRIZE',
            allocation: null,
          }).join(' ')
        : null,
    end_date:
      number % 9 === 0 ? null : new Date(created + (1 + ((number * 104_729) % 400)) * HOUR).toISOString(),
  };
});

let opened: OpenTestDatabase;
export let database: Database;
let client: Client | undefined;
export const executed: {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly plan: string;
}[] = [];

/** Fills a database with listings for a suite, and removes it. */
export function useLargeFeed(): void {
  beforeAll(async () => {
    opened = await openTestDatabase();
    ({ database } = opened);
    if (opened.url !== undefined) {
      client = new Client({ connectionString: opened.url });
      await client.connect();
      await client.query("set timezone = 'UTC'");
    }
    await query(`insert into publisher values ('pub_1', 'account:acc_1', now())`);
    const records = listings.map((row) => ({ ...row, ...toSearchFields({ ...row, description: '' }) }));
    // Texts that cannot be compressed, so that few listings share a page.
    await query(`
    insert into listing (id, namespace, publisher_id, source_external_id, title, description, landing_url, provider, image,
      platform, worth, instructions, end_date, verified, status, created_at, updated_at, platform_key, provider_key, ended,
      search, facts)
    select id, 'account:acc_1', 'pub_1', id, title,
      (select string_agg(md5(id || part), '') from generate_series(1, 40) part), 'https://a.example', provider, '', platform,
      'N/A', '', end_date, verified, status, created_at, updated_at, platform_key, provider_key,
      coalesce(end_date <= '${NOW.toISOString()}', false), listing_search(words), facts
    from json_to_recordset('${JSON.stringify(records)}') as sent (id text, title text, provider text, platform text,
      end_date timestamptz, verified boolean, status text, created_at timestamptz, updated_at timestamptz,
      platform_key text, provider_key text, words text, facts tsvector)`);
    await query(
      `insert into search_word (word) select distinct unnest(tsvector_to_array(search)) from listing on conflict do nothing`,
    );
    await query('vacuum analyze listing');
  });
  afterAll(async () => {
    await client?.end();
    await opened.close();
  });
}

async function query(text: string): Promise<readonly unknown[]> {
  if (client) return (await client.query<object>(text)).rows;
  return (await database.execute(text)).rows;
}

const recording = (sql: () => Sql, plan: string): Sql => ({
  query(statement, values) {
    executed.push({ text: statement.text, values, plan });
    return sql().query(statement, values);
  },
});
export const feed = createFeedStore(
  {
    readSql: recording(() => database.readSql, 'force_generic_plan'),
    searchSql: recording(() => database.searchSql, 'force_custom_plan'),
  },
  LIMITS,
);

/** The ids that a filter must return, by plain comparisons. */
export function expectedIds(
  { platforms, providers, verified, facts, search, endsBefore, endsAfter, includeEnded }: Filter,
  order: FeedOrder,
): string[] {
  const oneOf = (names: readonly string[] | null | undefined, name: string) =>
    !names || names.some((one) => one.toLowerCase() === name.toLowerCase());
  const words = search ? search.replace('seldon', 'seldom').split(' ') : [];
  const key = ({ updated_at, created_at, end_date }: Row) =>
    ({ RECENTLY_UPDATED: updated_at, NEWEST: created_at, ENDING_SOON: end_date ?? 'none' })[order];
  const found = listings
    .filter(
      (row) =>
        row.status === 'published' &&
        oneOf(platforms, row.platform) &&
        oneOf(providers, row.provider) &&
        (verified == null || row.verified === verified) &&
        (facts == null || hasFacts(readFacts(row.facts), facts)) &&
        words.every((word) =>
          `${row.title} ${row.platform} ${row.provider}`
            .toLowerCase()
            .split(' ')
            .some((one) => one.startsWith(word)),
        ) &&
        (!endsBefore || (row.end_date !== null && row.end_date < endsBefore.toISOString())) &&
        (!endsAfter || (row.end_date !== null && row.end_date > endsAfter.toISOString())) &&
        (includeEnded === true || row.end_date === null || row.end_date > NOW.toISOString()),
    )
    .toSorted((one, other) => (`${key(one)}|${one.id}` < `${key(other)}|${other.id}` ? -1 : 1))
    .map(({ id }) => id);
  return order === 'ENDING_SOON' ? found : found.toReversed();
}

function hasFacts(
  stated: ListingFacts,
  { regions, age, minPrizes, kind }: NonNullable<Filter['facts']>,
): boolean {
  const isAtLeast = (one: number | null, other: number) => one !== null && one >= other;
  return (
    (regions == null || regions.some((region) => stated.regions.includes(region))) &&
    (age == null || (stated.minimumAge !== null && stated.minimumAge <= age)) &&
    (minPrizes == null || isAtLeast(stated.prizes, minPrizes)) &&
    (kind == null || stated.kind === kind)
  );
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** The rows that the statements since the last call have scanned, and the buffers that they read. */
export async function costOfStatements(): Promise<{ readonly rows: number; readonly buffers: number }> {
  let [rows, buffers] = [0, 0];
  for (const { text, values, plan } of executed.splice(0)) {
    if (text.startsWith('explain')) continue;
    await query(`set plan_cache_mode = ${plan}`);
    await query(`prepare measured as ${text}`);
    const [response] = await query(
      `explain (analyze, buffers, timing off, format json) execute measured${values.length === 0 ? '' : `(${values.map(toLiteral).join(', ')})`}`,
    );
    await query('deallocate measured');
    const explained = (response as { readonly 'QUERY PLAN': unknown })['QUERY PLAN'];
    const [{ Plan }] = (typeof explained === 'string' ? JSON.parse(explained) : explained) as [
      { readonly Plan: Plan },
    ];
    buffers += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    rows += scannedRows(Plan);
  }
  return { rows, buffers };
}

function toLiteral(value: unknown): string {
  const text = Array.isArray(value) ? `{${value.map((one) => `"${String(one)}"`).join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function scannedRows(plan: Plan): number {
  const children = (plan.Plans ?? []).reduce((sum, child) => sum + scannedRows(child), 0);
  if (!/^(?:Index|Index Only|Seq|Bitmap Heap|Bitmap Index) Scan$/.test(plan['Node Type'])) return children;
  const ownRows =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  return children + ownRows * plan['Actual Loops'];
}

/** Checks what the statements since the last call have read; `parts` of a list have each the limits of a page. */
export async function expectBounded(parts = 1): Promise<void> {
  const { rows, buffers } = await costOfStatements();
  expect(rows).toBeLessThanOrEqual(parts * MAX_ROWS);
  expect(buffers).toBeLessThanOrEqual(parts * MAX_BUFFERS);
}
