import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareReadModels } from '../../../src/adapters/postgres/backup/compare-read-models.ts';
import { createReplay } from '../../../src/adapters/postgres/backup/replay-schema.ts';
import { openDatabase } from '../../../src/adapters/postgres/connection/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';

let directory: string;
let database: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'compared-'));
  await placeEmbeddedDatabase(join(directory, 'db'));
  const note = () => undefined;
  const place = { url: undefined, readUrl: undefined, directory: join(directory, 'db'), warn: note, note };
  database = await openDatabase(place);
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

const run = (text: string) => database.sql.query({ name: '', text }, []);

/** A row of the table with a value in each column, in the read model and in its replay. */
async function storeRow(table: string): Promise<void> {
  const columns = await run(`
    select column_name, data_type from information_schema.columns
    where table_schema = 'public' and table_name = '${table}' order by ordinal_position`);
  const values = columns.map(([name, type]) => {
    if (name === 'determination') return `'ON_CHAIN_RANDOM'`;
    if (type === 'boolean') return 'true';
    return String(type).startsWith('timestamp') ? `'2027-01-01T00:00:00Z'` : `'1'`;
  });
  const names = columns.map(([name]) => String(name)).join(', ');
  await run('set session_replication_role = replica');
  for (const schema of ['public', 'replay'])
    await run(`insert into ${schema}.${table} (${names}) values (${values.join(', ')})`);
  await run('set session_replication_role = origin');
}

const differences = async () =>
  (await compareReadModels(database.sql, () => undefined)).flatMap(({ table, other }) =>
    other > 0 ? [table] : [],
  );

describe('a comparison of a read model with its replay', () => {
  it.each([
    ['giveaway', 'draw_check_at = null, due_draws = 2'],
    ['prize_delivery', 'check_at = null'],
    ['place_delivery', 'check_at = null'],
  ])('leaves out what jobs note in %s, and nothing else', async (table, noted) => {
    await createReplay(database.sql);
    await storeRow(table);
    await run(`update ${table} set ${noted}`);
    expect(await differences()).toEqual([]);
    await run(`update ${table} set signer = 'other'`);
    expect(await differences()).toEqual([table]);
    await run(`delete from ${table}`);
  });
});
