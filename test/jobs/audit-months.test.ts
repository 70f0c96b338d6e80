import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Migration } from '@mikro-orm/migrations';
import { AuditByMonth20261122000500 } from '../../migrations/20261122000500-audit-by-month.ts';
import { toPageStatement } from '../../src/adapters/postgres/access/audit-log.ts';
import { TABLES_BY_MONTH } from '../../src/adapters/postgres/purge/month-partitions.ts';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { ids } from '../../src/runtime/ids.ts';
import type { PageRequest } from '../../src/core/values/paging.ts';
import { RETENTION } from '../support/gateway/retention.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const opened = sharedByTests(openTestDatabase);

const query = (text: string, values: readonly unknown[] = []) =>
  opened.database.sql.query({ name: '', text }, values);

/** The middle of the month that is this many months from now. */
function inMonth(offset: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 15, 12));
}
const partitionOf = (table: string, offset: number) =>
  `${table}_${inMonth(offset).toISOString().slice(0, 7).replace('-', '_')}`;
const partitions = async (table: string) =>
  (
    await query(
      'select inhrelid::regclass::text from pg_inherits where inhparent = $1::regclass order by inhrelid::regclass::text',
      [table],
    )
  ).map(([name]) => name);

async function addEntry(id: string, at: Date): Promise<void> {
  await query(
    `insert into audit_entry (id, at, actor, action, subject, facts) values ($1, $2, 'a', 'b', 'c', '{}')`,
    [id, at.toISOString()],
  );
}
async function addSignature(hash: string, at: Date): Promise<void> {
  await query(
    `insert into wallet_signature (wallet_id, kind, hash, nonce, at) values ('wal_1', 'TRANSACTION', $1, 1, $2)`,
    [hash, at.toISOString()],
  );
}
const entries = () => query('select id, tableoid::regclass::text from audit_entry order by at');

describe('the migration to monthly partitions', () => {
  const queriesOf = async (direction: 'up' | 'down') => {
    const em = opened.database.em();
    const migration: Migration = new AuditByMonth20261122000500(em.getDriver(), em.config);
    await migration[direction]();
    return migration.getQueries().map(String);
  };

  it('moves all rows to their months, continues the numbers of signatures, and can be reverted', async () => {
    for (const text of await queriesOf('down')) await opened.database.execute(text);
    const wallet = `insert into wallet (id, address, purpose, label, ciphertext, nonce, tag, wrapped_key, key_id, created_at)
      values ('wal_1', '0x1', 'SIGNER', '', decode(repeat('00', 32), 'hex'), decode(repeat('00', 12), 'hex'),
        decode(repeat('00', 16), 'hex'), '', 'k', now())`;
    await query(wallet);
    for (const months of [-30, -1, 0]) {
      await addEntry(`aud_${months}`, inMonth(months));
      await addSignature(`0x${months}`, inMonth(months));
    }

    for (const text of await queriesOf('up')) await opened.database.execute(text);

    // When it migrates early in a month, only the days so far may have rows.
    expect(await entries()).toEqual(
      [-30, -1, 0].map((months) => [`aud_${months}`, partitionOf('audit_entry', months)]),
    );
    await addSignature('0xnext', inMonth(0));
    expect(await query('select id, hash from wallet_signature order by id')).toEqual([
      ['1', '0x-30'],
      ['2', '0x-1'],
      ['3', '0x0'],
      ['4', '0xnext'],
    ]);
    for (const table of TABLES_BY_MONTH) {
      const months = [-30, -1, 0, 1, 2].map((offset) => partitionOf(table, offset));
      expect(await partitions(table)).toEqual([...months, `${table}_default`]);
    }
  });
});

describe('the purge of months', () => {
  it('creates the next months and drops expired ones, of both tables', async () => {
    for (const table of TABLES_BY_MONTH)
      for (const offset of [-26, -25, -24])
        await query(
          `select add_month_partition('${table}', '${inMonth(offset).toISOString().slice(0, 8)}01')`,
        );
    await query(`drop table ${partitionOf('audit_entry', 1)}`);
    // Rows of months without a partition: the purge creates one of them, the others never get one.
    for (const months of [1, -28, 40]) await addEntry(`stray_${months}`, inMonth(months));
    for (const months of [-26, -25, -24]) await addEntry(`aud_${months}`, inMonth(months));

    expect(await purgeExpired(opened.database.sql, RETENTION)).toEqual({ isDone: true, failures: [] });

    expect(await entries()).toEqual([
      ['aud_-24', partitionOf('audit_entry', -24)],
      ['aud_-1', partitionOf('audit_entry', -1)],
      ['aud_0', partitionOf('audit_entry', 0)],
      ['stray_1', partitionOf('audit_entry', 1)],
      ['stray_40', 'audit_entry_default'],
    ]);
    for (const table of TABLES_BY_MONTH) {
      const months = [-24, -1, 0, 1, 2].map((offset) => partitionOf(table, offset));
      expect(await partitions(table)).toEqual([...months, `${table}_default`]);
    }
  });

  it('drops nothing when everything is retained', async () => {
    await addEntry('aud_old', inMonth(-200));

    await purgeExpired(opened.database.sql, { ...RETENTION, auditMonths: 0 });

    expect(await entries()).toHaveLength(6);
  });
});

describe('a page of the audit log', () => {
  const ROWS = 40_000;
  const idOf = (number: number) => `aud_${String(number).padStart(6, '0')}`;
  const FIRST = Date.UTC(2024, 0, 1);
  /** Four rows share each instant, so that pages begin and end between rows of one instant. */
  const atOf = (number: number) => new Date(FIRST + Math.floor(number / 4) * 7_000_000);
  beforeAll(async () => {
    await query('truncate audit_entry');
    for (let month = 0; month < 28; month += 1) {
      const day = new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 10);
      await query(`select add_month_partition('audit_entry', '${day}')`);
    }
    await query(
      `insert into audit_entry (id, at, actor, action, subject, facts)
        select 'aud_' || lpad(n::text, 6, '0'), $1::timestamptz + floor(n / 4) * interval '7000 seconds', 'key:key_1', 'issueEntries',
          'opn_' || n, '{"provider": "prv_1", "amount": 1}'
        from generate_series(0, ${ROWS - 1}) n`,
      [new Date(FIRST).toISOString()],
    );
    await query('vacuum analyze audit_entry');
  });

  const request = (given: Partial<PageRequest>): PageRequest => ({
    size: 20,
    backward: false,
    after: undefined,
    before: undefined,
    ...given,
  });
  const position = (number: number) => ({ key: atOf(number).toISOString(), id: idOf(number) });
  const range = (from: number, to: number) =>
    Array.from({ length: from - to }, (_, index) => idOf(from - index));

  it.each([
    ['the newest', request({}), range(39_999, 39_979)],
    ['deep inside', request({ after: position(1_234) }), range(1_233, 1_213)],
    ['deep inside of another month', request({ after: position(20_001) }), range(20_000, 19_980)],
    ['the end', request({ after: position(3) }), range(2, -1)],
    ['the oldest, from the end', request({ backward: true }), range(19, -1)],
    [
      'from the end, deep inside',
      request({ backward: true, before: position(20_001) }),
      range(20_021, 20_001),
    ],
    [
      'between two places',
      request({ after: position(20_006), before: position(20_001) }),
      range(20_005, 20_001),
    ],
    ['the largest', request({ size: 100, after: position(30_000) }), range(29_999, 29_899)],
  ])('a page of %s has the right rows, and reads few pages', async (_name, page, expected) => {
    const { audit } = createStores(opened.database, ids);
    const { items } = await audit.page(page);
    expect(items.map(({ id }) => id)).toEqual(expected);

    const { text, values } = toPageStatement(page);
    const [row] = await opened.database
      .em()
      .execute<Record<string, never>[]>(`explain (analyze, buffers, format json) ${text}`, values);
    const [explained] = [Object.values(row ?? {})[0]].flatMap((found: unknown) =>
      typeof found === 'string' ? (JSON.parse(found) as Explained[]) : (found as Explained[]),
    );
    const read = explained?.Plan ?? { 'Shared Hit Blocks': Infinity, 'Shared Read Blocks': 0 };
    // The newest row of each month, and those of the page.
    expect(read['Shared Hit Blocks'] + read['Shared Read Blocks']).toBeLessThan(200);
  });

  interface Explained {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  }
});
