import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAuditLog } from '../../src/adapters/postgres/access/audit-log.ts';
import { createSessionStore } from '../../src/adapters/postgres/access/session-store.ts';
import { createListingStore } from '../../src/adapters/postgres/listings/listing-store.ts';
import type { Page, PageRequest } from '../../src/core/values/paging.ts';
import { describeWith } from '../support/describe-with.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database/open-database.ts';

const MANY = 60_000;
/** The oldest rows belong to the account; most of its listings, the newest, are withdrawn. */
const OWN = 20_000;
const PUBLISHED = 5_000;
const MAX_BUFFERS = 200;
const START = Date.UTC(2026, 0, 1);
// Each row is a second younger than the one before, and its id is its number.
const atOf = (n: number) => new Date(START + n * 1_000);
const idOf = (n: number) => String(n).padStart(8, '0');

type EntityManager = ReturnType<OpenTestDatabase['database']['em']>;
type Store = (em: EntityManager) => (page: PageRequest) => Promise<Page<{ readonly id: string }>>;

let opened: OpenTestDatabase;

/** Reads a page, and explains the one statement that reads it. */
async function explain(store: Store, page: PageRequest) {
  const em = opened.database.em();
  const connection = em.getConnection();
  const execute = connection.execute.bind(connection);
  const statements: Parameters<typeof execute>[] = [];
  connection.execute = ((...call: Parameters<typeof execute>) => {
    statements.push(call);
    return execute(...call);
  }) as typeof execute;
  let items: readonly { readonly id: string }[];
  try {
    ({ items } = await store(em)(page));
  } finally {
    connection.execute = execute;
  }
  expect(statements).toHaveLength(1);
  const [text, values] = statements[0] ?? [''];
  const explained = `explain (analyze, buffers, format json) ${text as string}`;
  const [row] = await execute<Record<string, unknown>[]>(explained, values);
  const plans = Object.values(row ?? {})[0];
  const [{ Plan: plan }] = (typeof plans === 'string' ? JSON.parse(plans) : plans) as [
    { Plan: Record<string, number> },
  ];
  return { items, buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0) };
}

const page = (more: Partial<PageRequest>): PageRequest => ({
  size: 20,
  backward: false,
  after: undefined,
  before: undefined,
  ...more,
});
const place = (n: number) => ({ key: atOf(n).toISOString(), id: idOf(n) });
/** The ids of 20 rows, downwards from this one. */
const from = (n: number) => Array.from({ length: 20 }, (_, index) => idOf(n - index));

// PostgreSQL in WebAssembly has the same planner, and needs four times as long.
describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'pages of an account', () => {
  beforeAll(async () => {
    opened = await openTestDatabase();
    const run = (text: string) => opened.database.sql.query({ name: '', text }, []);
    const at = `timestamptz '${new Date(START).toISOString()}' + n * interval '1 second'`;
    const id = `lpad(n::text, 8, '0')`;
    const owner = `(n > ${OWN})::integer`;
    await run(`insert into user_account (id, email, created_at, updated_at)
    select 'acc_' || n, n || '@example.com', now(), now() from generate_series(0, 1) n`);
    await run(`insert into session (id, token, account_id, expires_at, created_at, updated_at)
    select ${id}, 'token ' || n, 'acc_' || ${owner}, now() + interval '1 day', ${at}, now() from generate_series(1, ${MANY}) n`);
    for (let month = 1; month <= 12; month += 1)
      await run(
        `select add_month_partition('audit_entry', date '2025-${String(month).padStart(2, '0')}-01')`,
      );
    await run(`select add_month_partition('audit_entry', date '2026-01-01')`);
    await run(`insert into audit_entry (id, at, actor, action, subject, facts)
    select ${id}, ${at}, case when n % 2 = 0 then 'account:acc_' || ${owner} else 'operator' end, 'act', 'key_1',
      case when n % 2 = 0 then '{}'::jsonb else jsonb_build_object('account', 'acc_' || ${owner}) end
    from generate_series(1, ${MANY}) n`);
    await run(`insert into publisher (id, namespace, created_at)
    select 'pub_' || n, 'account:acc_' || n, now() from generate_series(0, 1) n`);
    await run(`insert into listing (id, namespace, publisher_id, source_external_id, title, description, landing_url, provider,
      platform, worth, image, instructions, verified, search, platform_key, provider_key,
      ended, status, created_at, updated_at)
    select ${id}, 'account:acc_' || ${owner}, 'pub_' || ${owner}, n::text, 'A title', 'A text', 'https://publisher.example/', '', 'all',
      '', '', '', false, '', 'all', '', false,
      case when n between ${PUBLISHED + 1} and ${OWN} then 'withdrawn' else 'published' end, now(), ${at}
    from generate_series(1, ${MANY}) n`);
    for (const table of ['session', 'audit_entry', 'listing']) await run(`vacuum analyze ${table}`);
  }, 120_000);
  afterAll(() => opened.close());

  describe.each<[string, Store, number]>([
    [
      'the sessions of an account',
      (em) => (request) => createSessionStore(em).pageOf('acc_0', atOf(MANY), request),
      OWN,
    ],
    [
      "an account's part of the audit log",
      (em) => (request) => createAuditLog(em).pageOfAccount('acc_0', request),
      OWN,
    ],
    [
      'the published listings of a publisher',
      (em) => (request) => createListingStore(em).publishedPageOf('pub_0', request),
      PUBLISHED,
    ],
  ])('a page of %s', (_name, store, newest) => {
    it.each<[string, PageRequest, readonly string[]]>([
      ['the newest', page({}), from(newest)],
      ['deep inside', page({ after: place(4_000) }), from(3_999)],
      ['deep inside, backward', page({ backward: true, before: place(4_000) }), from(4_020)],
      ['the oldest', page({ backward: true }), from(20)],
      ['the largest', page({ size: 100, after: place(3_000) }), from(2_999)],
    ])('is read from few buffers: %s', async (_place, request, expected) => {
      const { items, buffers } = await explain(store, request);
      expect(items.slice(0, 20).map(({ id }) => id)).toEqual(expected);
      expect(items).toHaveLength(request.size);
      expect(buffers).toBeLessThan(MAX_BUFFERS);
    });
  });
});
