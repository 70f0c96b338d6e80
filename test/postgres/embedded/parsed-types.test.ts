import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPglite, type RunningPglite } from '../../../src/adapters/postgres/embedded/running-pglite.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { describeEmbedded } from '../../support/describe-with.ts';

const MOST_PARSERS = 60;
const ARRAYS_OF_COLUMNS = `
  select distinct t.oid, t.typname
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relkind in ('r', 'p', 'v') and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and t.typcategory = 'A'`;

describeEmbedded('the embedded database', () => {
  let directory: string;
  let running: RunningPglite;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'parsed-types-'));
    await placeEmbeddedDatabase(join(directory, 'db'));
    running = await startPglite(join(directory, 'db'));
  });
  afterAll(async () => {
    await running.pglite.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('parses the arrays of all columns, and copies few parsers for each statement', async () => {
    const { parsers } = running.pglite;
    const { rows } = await running.pglite.query<{ oid: number; typname: string }>(ARRAYS_OF_COLUMNS);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ oid }) => parsers[oid] === undefined)).toEqual([]);
    expect(Object.keys(parsers).length).toBeLessThan(MOST_PARSERS);
  });

  it.each([
    ['texts', `array['a', 'b,c', null]::text[]`, ['a', 'b,c', null]],
    ['numbers', 'array[1, 2]::int[]', [1, 2]],
    ['large numbers', 'array[1, 9007199254740993]::bigint[]', [1, 9_007_199_254_740_993n]],
    ['booleans', 'array[true, false]', [true, false]],
    ['JSON', `array['{"a":1}']::jsonb[]`, [{ a: 1 }]],
  ])('reads an array of %s', async (_of, array, expected) => {
    const { rows } = await running.pglite.query(`select ${array} as "value"`);
    expect(rows).toEqual([{ value: expected }]);
  });
});
