import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createOwnListings } from '../../../src/adapters/postgres/listings/own/own-listings.ts';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import {
  keyIn,
  OWN_LISTING_ORDERS,
  type OwnListingFilter,
  type OwnListingOrder,
  type OwnListingState,
} from '../../../src/core/listings/own/own-listing-query.ts';
import type { OwnListings } from '../../../src/core/listings/own/own-listings.ts';
import type { PageRequest, Position } from '../../../src/core/values/paging.ts';
import { describeWith } from '../../support/describe-with.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../support/database/open-database.ts';

/** The listings of one publisher; those of all others together are as many. */
const OWN = 150_000;
/** The pages that the statements of one page may read. */
const MAX_BUFFERS = 5_000;
const NOW = new Date('2026-06-01T00:00:00Z');
const MINUTE_MS = 60_000;
const STATES: readonly (OwnListingState | undefined)[] = [undefined, 'LIVE', 'ENDED', 'HIDDEN', 'WITHDRAWN'];

/** What the row of a number is; the SQL statement below says the same. */
const rowOf = (n: number) => ({
  id: `lst_${String(n).padStart(32, '0')}`,
  // Few are live, and these were changed long ago.
  isLive: n <= 300,
  isHidden: n % 10_000 === 1,
  isWithdrawn: n % 50 === 3,
  isLegacy: n % 1_000 === 7,
  platform: n % 5_000 === 9 ? 'lamp' : 'all',
  words: ['everywhere', n % 30_000 === 11 ? 'seldom' : '', n < 200 ? 'antique' : '', `x${n % 400}`],
  key: {
    updatedAt: NOW.getTime() - (OWN - n) * MINUTE_MS,
    createdAt: NOW.getTime() - (OWN + ((n * 7919) % 1_000)) * MINUTE_MS,
    endDate: n <= 300 ? NOW.getTime() + n * MINUTE_MS : NOW.getTime() - n * MINUTE_MS,
  },
});

const ROWS = Array.from({ length: OWN }, (_, index) => rowOf(index + 1));

let opened: OpenTestDatabase;
let client: Client;
let own: OwnListings;
const executed: { readonly text: string; readonly values: readonly unknown[] }[] = [];

const recording = (sql: Sql): Sql => ({
  query(statement, values) {
    executed.push({ text: statement.text, values });
    return sql.query(statement, values);
  },
});

async function buffersRead(): Promise<number> {
  let buffers = 0;
  for (const { text, values } of executed.splice(0)) {
    if (text.startsWith('explain')) continue;
    await client.query(`prepare measured as ${text}`);
    const list = values.map(toLiteral).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, timing off, format json) execute measured${list === '' ? '' : `(${list})`}`,
    );
    await client.query('deallocate measured');
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    buffers += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  }
  return buffers;
}

function toLiteral(value: unknown): string {
  const text = Array.isArray(value) ? `{${value.map((one) => `"${String(one)}"`).join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

const filterOf = (filter: Partial<OwnListingFilter>): OwnListingFilter => ({
  search: undefined,
  state: undefined,
  isLegacy: undefined,
  platforms: undefined,
  ...filter,
});

const ORDER_KEYS = {
  RECENTLY_UPDATED: ['updatedAt', -1],
  LEAST_RECENTLY_UPDATED: ['updatedAt', 1],
  NEWEST: ['createdAt', -1],
  OLDEST: ['createdAt', 1],
  ENDING_SOON: ['endDate', 1],
  ENDING_LAST: ['endDate', -1],
} as const;

/** The ids that a filter must return, by plain comparisons. */
function expectedIds(
  { search, state, isLegacy, platforms }: OwnListingFilter,
  order: OwnListingOrder,
): string[] {
  const [key, sign] = ORDER_KEYS[order];
  return ROWS.filter((row) => {
    const own: OwnListingState = row.isHidden
      ? 'HIDDEN'
      : row.isWithdrawn
        ? 'WITHDRAWN'
        : row.isLive
          ? 'LIVE'
          : 'ENDED';
    const isFound =
      search === undefined ||
      row.id.startsWith(search) ||
      search.split(' ').every((word) => row.words.some((one) => one.startsWith(word)));
    return (
      (state === undefined || own === state) &&
      (isLegacy === undefined || row.isLegacy === isLegacy) &&
      (platforms?.includes(row.platform) ?? true) &&
      isFound
    );
  })
    .toSorted((one, other) => sign * (one.key[key] - other.key[key] || (one.id < other.id ? -1 : 1)))
    .map(({ id }) => id);
}

const request = (more: Partial<PageRequest>): PageRequest => ({
  size: 20,
  backward: false,
  after: undefined,
  before: undefined,
  ...more,
});

/** Reads pages until `most` ids are found or there are no more, and checks what each of the first pages has read. */
async function readPages(
  filter: OwnListingFilter,
  order: OwnListingOrder,
  backward: boolean,
  most: number,
): Promise<string[]> {
  const found: string[] = [];
  let next: Position | undefined;
  for (let pages = 0; found.length < most; pages += 1) {
    const page = request({ backward, [backward ? 'before' : 'after']: next });
    executed.length = 0;
    const slice = await own.pageOf({ publisherId: 'pub_0', filter, order, page, now: NOW });
    if (pages < 2) expect(await buffersRead()).toBeLessThanOrEqual(MAX_BUFFERS);
    const ids = slice.items.map(({ id }) => id);
    if (backward) found.unshift(...ids);
    else found.push(...ids);
    const edge = backward ? slice.items[0] : slice.items.at(-1);
    next = slice.stoppedAt ?? (edge && { key: keyIn(order, edge), id: edge.id });
    if (!(backward ? slice.hasPreviousPage : slice.hasNextPage)) break;
    expect(next).toBeDefined();
  }
  return backward ? found.slice(-most) : found.slice(0, most);
}

// PostgreSQL in WebAssembly has the same planner, and needs many times as long.
describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'tables of own listings', () => {
  beforeAll(async () => {
    opened = await openTestDatabase();
    client = new Client({ connectionString: opened.url });
    await client.connect();
    await client.query("set timezone = 'UTC'; set plan_cache_mode = force_custom_plan");
    await client.query(`insert into publisher (id, namespace, created_at)
      select 'pub_' || n, 'account:acc_' || n, now() from generate_series(0, 1) n`);
    const now = `timestamptz '${NOW.toISOString()}'`;
    const minutes = (text: string) => `(${text}) * interval '1 minute'`;
    // The numbers after OWN are those of another publisher.
    await client.query(`
      insert into listing (id, namespace, publisher_id, source_external_id, title, description, landing_url, provider,
        platform, worth, image, instructions, verified, search, platform_key, provider_key, ended, status, hidden_reason,
        created_at, updated_at, end_date)
      select 'lst_' || lpad(i::text, 32, '0'), case when n % 1000 = 7 then 'legacy' else 'account:acc_' || (i > ${OWN})::integer end,
        'pub_' || (i > ${OWN})::integer, 'lst_' || lpad(i::text, 32, '0'), words, repeat('A text. ', 10), 'https://publisher.example/', '',
        'all', '', '', '', false, listing_search(words), case when n % 5000 = 9 then 'lamp' else 'all' end, '', false,
        case when n % 50 = 3 then 'withdrawn' else 'published' end, case when n % 10000 = 1 then 'Why' end,
        ${now} - ${minutes(`${OWN} + (n * 7919) % 1000`)}, ${now} - ${minutes(`${OWN} - n`)},
        case when n <= 300 then ${now} + ${minutes('n')} else ${now} - ${minutes('n')} end
      from (
        select i, case when i > ${OWN} then i - ${OWN} else i end as n, concat_ws(' ', 'everywhere',
          case when i % 30000 = 11 then 'seldom' end, case when i < 200 then 'antique' end,
          -- PostgreSQL estimates prefixes only when it knows a hundred words.
          'x' || (case when i > ${OWN} then i - ${OWN} else i end) % 400) as words
        from generate_series(1, ${2 * OWN}) i
      ) numbered`);
    await client.query(
      `insert into search_word (word) select distinct unnest(tsvector_to_array(search)) from listing on conflict do nothing`,
    );
    await client.query('vacuum analyze listing');
    const { database } = opened;
    own = createOwnListings({
      em: () => database.em(),
      sql: recording(database.sql),
      readSql: recording(database.readSql),
      searchSql: recording(database.searchSql),
    });
  }, 300_000);
  afterAll(async () => {
    await client.end();
    await opened.close();
  });

  // The opposite orders read the same indexes as these from their ends.
  describe.each(OWN_LISTING_ORDERS.filter((_order, index) => index % 2 === 0))(
    'own listings in the order %s',
    (order) => {
      it.each(STATES.flatMap((state) => [undefined, true].map((isLegacy) => ({ state, isLegacy }))))(
        'a page of listings in the state $state, legacy $isLegacy, reads few buffers in both directions',
        async (choice) => {
          const filter = filterOf(choice);
          const expected = expectedIds(filter, order);
          expect(await readPages(filter, order, false, 30)).toEqual(expected.slice(0, 30));
          expect(await readPages(filter, order, true, 30)).toEqual(expected.slice(-30));
        },
      );

      it.each([
        { platforms: ['lamp'] },
        { platforms: ['lamp', 'all'] },
        { platforms: ['lamp'], state: 'LIVE' as const },
        { platforms: ['lamp'], search: 'antique' },
        { platforms: [] },
      ])('a page of listings of the platforms %j reads few buffers, and finds each', async (choice) => {
        const filter = filterOf(choice);
        const expected = expectedIds(filter, order);
        expect(await readPages(filter, order, false, 30)).toEqual(expected.slice(0, 30));
        expect(await readPages(filter, order, true, 30)).toEqual(expected.slice(-30));
      });

      it.each(
        [
          'everywhere',
          'seld',
          'seldom everywhere',
          'antique',
          'lst_0000000000000000000000000000001',
          'lst_',
          '?!',
        ].flatMap((search) =>
          [undefined, 'LIVE' as const, 'HIDDEN' as const].map((state) => ({ search, state })),
        ),
      )('a search for $search in the state $state reads few buffers, and finds each', async (choice) => {
        const filter = filterOf(choice);
        const expected = expectedIds(filter, order);
        expect(await readPages(filter, order, false, 30)).toEqual(expected.slice(0, 30));
        expect(await readPages(filter, order, true, 30)).toEqual(expected.slice(-30));
      });
    },
  );

  it('finds the few listings of a rare word, a beginning of an ID or a state at once, however many others there are', async () => {
    for (const filter of [{ search: 'seldom' }, { search: 'antique' }, { state: 'HIDDEN' as const }]) {
      const query = { publisherId: 'pub_0', filter: filterOf(filter), order: 'OLDEST' as const, now: NOW };
      const { items, stoppedAt } = await own.pageOf({ ...query, page: request({ size: 5 }) });
      expect([items.length, stoppedAt]).toEqual([5, undefined]);
    }
  });
});
