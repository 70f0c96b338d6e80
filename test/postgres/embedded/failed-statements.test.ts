import { expect, it, jest } from '@jest/globals';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { describeEmbedded } from '../../support/describe-with.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(300_000);

const FAILURES = 6_000;

describeEmbedded('an embedded database after thousands of failed statements', () => {
  const opened = sharedByTests(openTestDatabase);

  const run = (text: string, values: readonly unknown[] = []) =>
    opened.database.sql.query({ name: '', text }, values);

  it.each([
    ['with a wrong syntax', 'selec', []],
    ['that divide by zero', 'select 1 / $1::integer', [0]],
    ['that violate a constraint', `insert into write_probe (filler) values (null)`, []],
  ])('still answers (%s)', async (_kind, text, values) => {
    let codes = new Set<unknown>();
    for (let count = 0; count < FAILURES; count += 1)
      codes = codes.add(await run(text, values).catch((error: { readonly code: string }) => error.code));
    expect(codes.size).toBe(1);
    expect([...codes]).not.toContain('54001');
    expect(await run('select 1')).toEqual([['1']]);
  });

  it('still answers after failed transactions and failed scripts', async () => {
    const { sql, execute } = opened.database;
    for (let count = 0; count < FAILURES / 3; count += 1) {
      await sql.transaction((inner) => inner.query({ name: '', text: 'selec' }, [])).catch(() => undefined);
      await execute('select 1; select 1 / 0').catch(() => undefined);
      await execute('begin; select 1 / 0; commit').catch(() => undefined);
    }
    expect(await run('select 1')).toEqual([['1']]);
  });
});
