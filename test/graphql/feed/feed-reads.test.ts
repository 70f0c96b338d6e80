import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../../src/adapters/postgres/connection/database.ts';
import { createFeedStore } from '../../../src/adapters/postgres/feed/feed-store.ts';
import { createListingStore } from '../../../src/adapters/postgres/listings/listing-store.ts';
import { toSearchFields } from '../../../src/adapters/postgres/feed/search-fields.ts';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import { toFeedQuery, type FeedArguments, type FeedOrder } from '../../../src/core/feed/feed-query.ts';
import { toCursor } from '../../../src/core/values/paging.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';

const LISTINGS = 6_000;
const LIMITS = { gather: 150, walk: 300, firstWalk: 40, span: 200, words: 600, count: 250, checked: 250 };
/** The rows that all statements of one page, count or set of facets may read; a scan reads many times as many. */
const MAX_ROWS = 2_700;
/** The pages of these rows, and of the indexes used to find them. */
const MAX_BUFFERS = 3_200;
const NOW = new Date('2026-06-01T00:00:00Z');
const HOUR = 3_600_000;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly platform: string;
  readonly provider: string;
  readonly verified: boolean;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly end_date: string | null;
}

// Early listings have ended, one platform has old listings only, and one word occurs in old listings only.
const listings = Array.from({ length: LISTINGS }, (_, number): Row => {
  const created = NOW.getTime() - (LISTINGS - number) * HOUR;
  const words = [
    'everywhere',
    number % 10 === 0 ? 'frequent' : '',
    number % 300 === 7 ? 'seldom' : '',
    number < LISTINGS / 2 ? 'antique' : '',
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
    end_date:
      number % 9 === 0 ? null : new Date(created + (1 + ((number * 104_729) % 400)) * HOUR).toISOString(),
  };
});

let directory: string;
let server: TestDatabase | undefined;
let database: Database;
let client: Client | undefined;
const executed: { readonly text: string; readonly values: readonly unknown[]; readonly plan: string }[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feed-reads-'));
  server = await createTestDatabase();
  if (server === undefined) await placeEmbeddedDatabase(join(directory, 'db'));
  const quiet = () => undefined;
  database = await openDatabase({
    url: server?.url,
    readUrl: undefined,
    directory: join(directory, 'db'),
    warn: quiet,
    note: quiet,
  });
  if (server) {
    client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query("set timezone = 'UTC'");
  }
  await query(`insert into publisher values ('pub_1', 'account:acc_1', now())`);
  const records = listings.map((row) => ({ ...row, ...toSearchFields({ ...row, description: '' }) }));
  // Texts that cannot be compressed, so that few listings share a page.
  await query(`
    insert into listing (id, namespace, publisher_id, source_external_id, title, description, landing_url, provider, image,
      platform, worth, instructions, end_date, verified, status, created_at, updated_at, platform_key, provider_key, ended,
      search)
    select id, 'account:acc_1', 'pub_1', id, title,
      (select string_agg(md5(id || part), '') from generate_series(1, 40) part), 'https://a.example', provider, '', platform,
      'N/A', '', end_date, verified, status, created_at, updated_at, platform_key, provider_key,
      coalesce(end_date <= '${NOW.toISOString()}', false), listing_search(words)
    from json_to_recordset('${JSON.stringify(records)}') as sent (id text, title text, provider text, platform text,
      end_date timestamptz, verified boolean, status text, created_at timestamptz, updated_at timestamptz,
      platform_key text, provider_key text, words text)`);
  await query(
    `insert into search_word (word) select distinct unnest(tsvector_to_array(search)) from listing on conflict do nothing`,
  );
  await query('vacuum analyze listing');
});
afterAll(async () => {
  await client?.end();
  await database.close();
  await server?.drop();
  await rm(directory, { recursive: true });
});

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
const feed = createFeedStore(
  {
    readSql: recording(() => database.readSql, 'force_generic_plan'),
    searchSql: recording(() => database.searchSql, 'force_custom_plan'),
  },
  LIMITS,
);

const FILTERS: readonly (readonly [name: string, filter: object])[] = [
  ['none', {}],
  ['a common platform', { platforms: ['common'] }],
  ['a rare platform', { platforms: ['RARE'] }],
  ['an old platform', { platforms: ['old'] }],
  ['two platforms', { platforms: ['third', 'rare'] }],
  ['four platforms', { platforms: ['third', 'rare', 'old', 'none'] }],
  ['a provider', { providers: ['even'] }],
  ['a rare provider', { providers: ['few'] }],
  ['a provider and a platform', { providers: ['odd'], platforms: ['rare'] }],
  ['a provider and an old platform', { providers: ['odd'], platforms: ['old'] }],
  ['two providers and two platforms', { providers: ['odd', 'few'], platforms: ['rare', 'third'] }],
  ['the badge', { verified: true }],
  ['no badge', { verified: false }],
  ['the badge and a platform', { verified: true, platforms: ['old'] }],
  ['the badge and a provider', { verified: true, providers: ['odd'] }],
  ['a word of all', { search: 'everywhere' }],
  ['the first letter of a word of all', { search: 'e' }],
  ['a frequent word', { search: 'frequent' }],
  ['a rare word', { search: 'seldom' }],
  ['a word of old listings', { search: 'antique' }],
  ['a word of none', { search: 'unheard' }],
  ['a rare word with a typing error', { search: 'seldon' }],
  ['a rare and a frequent word', { search: 'frequent antique' }],
  ['a word and a platform', { search: 'frequent', platforms: ['third'] }],
  [
    'a word of old listings, the badge and a provider',
    { search: 'antique', verified: true, providers: ['odd'] },
  ],
  ['an early end', { endsBefore: new Date(NOW.getTime() - 4_000 * HOUR) }],
  ['a late end', { endsAfter: new Date(NOW.getTime() + 300 * HOUR) }],
  [
    'an end between two instants',
    { endsAfter: new Date(NOW.getTime() - 3_010 * HOUR), endsBefore: new Date(NOW.getTime() - 3_000 * HOUR) },
  ],
  ['an early end and a word', { endsBefore: new Date(NOW.getTime() - 5_000 * HOUR), search: 'frequent' }],
];
const ORDERS = ['RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON'] as const;
const CASES = FILTERS.flatMap(([name, filter]) =>
  [false, true].flatMap((includeEnded) =>
    ORDERS.map((orderBy) => ({ name, orderBy, includeEnded, filter: { ...filter, includeEnded } as Filter })),
  ),
);
type Filter = Partial<NonNullable<FeedArguments['filter']>>;

/** The ids that a filter must return, by plain comparisons. */
function expectedIds(
  { platforms, providers, verified, search, endsBefore, endsAfter, includeEnded }: Filter,
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

interface Edge {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

interface Read {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  readonly next: string | undefined;
}

async function readPage(filter: Filter, orderBy: FeedOrder, page: object): Promise<Read> {
  const feedQuery = toFeedQuery({ filter: { search: null, ...filter }, orderBy, ...page }, NOW);
  const { items, hasNextPage, hasPreviousPage, stoppedAt } = await feed.page(feedQuery, []);
  const { backward } = feedQuery.page;
  const edge = backward ? items[0] : items.at(-1);
  const place = stoppedAt ?? (edge && { key: String(edge[0]), id: String(edge[1]) });
  return {
    ids: items.map((row) => String(row[1])),
    hasMore: backward ? hasPreviousPage : hasNextPage,
    next: place && toCursor(orderBy, place.key, place.id),
  };
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
async function costOfStatements(): Promise<{ readonly rows: number; readonly buffers: number }> {
  let [rows, buffers] = [0, 0];
  for (const { text, values, plan } of executed.splice(0)) {
    if (text.startsWith('explain')) continue;
    await query(`set plan_cache_mode = ${plan}`);
    await query(`prepare measured as ${text}`);
    const [answer] = await query(
      `explain (analyze, buffers, timing off, format json) execute measured${values.length === 0 ? '' : `(${values.map(toLiteral).join(', ')})`}`,
    );
    await query('deallocate measured');
    const explained = (answer as { readonly 'QUERY PLAN': unknown })['QUERY PLAN'];
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

async function expectBounded(): Promise<void> {
  const { rows, buffers } = await costOfStatements();
  expect(rows).toBeLessThanOrEqual(MAX_ROWS);
  expect(buffers).toBeLessThanOrEqual(MAX_BUFFERS);
}

describe('a page of the feed', () => {
  it.each(CASES)(
    'by $name, $orderBy, ended ones $includeEnded, reads a bounded number of listings, and all are found page by page',
    async ({ filter, orderBy }) => {
      const expected = expectedIds(filter, orderBy);
      for (const [size, cursor] of [
        ['first', 'after'],
        ['last', 'before'],
      ] as const) {
        const found: string[] = [];
        let next: string | undefined;
        for (let pages = 0; ; pages += 1) {
          // The first page is small, so that the second one starts at a cursor.
          const read = await readPage(filter, orderBy, { [size]: pages < 1 ? 5 : 100, [cursor]: next });
          if (pages < 2) await expectBounded();
          executed.length = 0;
          if (size === 'first') found.push(...read.ids);
          else found.unshift(...read.ids);
          next = read.next;
          if (!read.hasMore) break;
          expect(next).toBeDefined();
        }
        expect(found).toEqual(expected);
      }
    },
  );
});

describe('a cursor far outside of the filter', () => {
  const [oldest, latest] = ['2020-01-01T00:00:00.000Z', 'infinity'].map((key) =>
    toCursor('ENDING_SOON', key, 'lst_1'),
  );
  const early = { endsBefore: new Date(NOW.getTime() - 5_900 * HOUR), includeEnded: true };

  it.each([
    ['after it is all that has not ended', {}, { first: 5, after: oldest }],
    ['after it is what ends late', { endsAfter: NOW, includeEnded: true }, { first: 5, after: oldest }],
    ['before it is what ends early', early, { last: 5, before: latest }],
    ['a word is searched for after it', { search: 'frequent' }, { first: 5, after: oldest }],
  ] as readonly (readonly [string, Filter, Edge])[])(
    'costs no more than the filter alone when %s',
    async (_what, filter, page) => {
      const { first, last } = page;
      await readPage(filter, 'ENDING_SOON', first === undefined ? { last } : { first });
      const alone = await costOfStatements();
      const { ids } = await readPage(filter, 'ENDING_SOON', page);
      const { buffers } = await costOfStatements();
      // The index is entered at one or two more pages.
      expect(buffers).toBeLessThanOrEqual(alone.buffers + 6);
      const expected = expectedIds(filter, 'ENDING_SOON');
      expect(ids).toEqual(first === undefined ? expected.slice(-5) : expected.slice(0, 5));
    },
  );
});

describe('a count of the feed', () => {
  const COUNTED = CASES.filter(({ orderBy }) => orderBy === 'NEWEST');

  it.each(COUNTED)(
    'by $name, ended ones $includeEnded, reads a bounded number of listings',
    async ({ filter }) => {
      const { count, isExact } = await feed.count(
        toFeedQuery({ filter: { search: null, ...filter } }, NOW).filter,
      );
      await expectBounded();
      const expected = expectedIds(filter, 'NEWEST').length;
      expect(count).toBeLessThanOrEqual(expected);
      expect(count).toBeLessThanOrEqual(LIMITS.count);
      if (isExact) expect(count).toBe(expected);
      if (expected <= 20) expect({ count, isExact }).toMatchObject({ count: expected });
    },
  );

  it.each(COUNTED)(
    'by $name, ended ones $includeEnded, reads a bounded number of listings for the facets',
    async ({ filter }) => {
      const facets = await feed.facets(toFeedQuery({ filter: { search: null, ...filter } }, NOW).filter, NOW);
      const { rows } = await costOfStatements();
      expect(rows).toBeLessThanOrEqual(2 * MAX_ROWS);
      const verified = expectedIds({ ...filter, verified: true }, 'NEWEST').length;
      if (facets.isExact) expect(facets.verified).toBe(verified);
      else expect(facets.verified).toBeLessThanOrEqual(verified);
    },
  );
});

it('finds pages of own listings by the index, however many there are', async () => {
  const store = createListingStore(database.em());
  const middle = listings[LISTINGS / 2] as Row;
  const place = { key: middle.updated_at, id: middle.id };
  const page = await store.pageOf('pub_1', { size: 20, backward: false, after: place, before: undefined });
  const expected = listings
    .filter((row) => `${row.updated_at}|${row.id}` < `${place.key}|${place.id}`)
    .toSorted((one, other) => (`${one.updated_at}|${one.id}` < `${other.updated_at}|${other.id}` ? 1 : -1))
    .slice(0, 20);
  expect(page.items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  executed.push({
    text: `select id from listing l where publisher_id = $1::text and (l.updated_at, l.id) < ($2::timestamptz, $3::text)
      order by l.updated_at desc, l.id desc limit 21`,
    values: ['pub_1', place.key, place.id],
    plan: 'force_custom_plan',
  });
  const { rows } = await costOfStatements();
  expect(rows).toBe(21);
});
