import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/adapters/postgres/connection/database.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';

const COSTLY = { name: '', text: 'select count(*) from generate_series(1, 5000)' };
const READS = 20;
const MAX_WAITING = 128;
/** The read in progress, and those that end in the turn of the event loop that the write needs. */
const MAX_BEFORE_A_WRITE = 3;

let directory: string;
let database: Database;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'read-queue-'));
  await placeEmbeddedDatabase(join(directory, 'db'));
  database = await openDatabase({
    url: undefined,
    readUrl: undefined,
    directory: join(directory, 'db'),
    warn: () => undefined,
    note: () => undefined,
  });
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

it('makes a write to the embedded database wait for one public read only', async () => {
  let answered = 0;
  const reads = Array.from({ length: READS }, async (_, index) => {
    await (index % 2 === 0 ? database.readSql : database.searchSql).query(COSTLY, []);
    answered += 1;
  });

  await database.sql.transaction(({ query }) =>
    query({ name: '', text: 'create table written (id int)' }, []),
  );

  expect(answered).toBeLessThanOrEqual(MAX_BEFORE_A_WRITE);
  await Promise.all(reads);
  expect(answered).toBe(READS);
});

it('refuses a public read when too many wait', async () => {
  const reads = Array.from({ length: 1 + MAX_WAITING }, () =>
    database.readSql.query({ name: '', text: 'select 1' }, []),
  );
  await expect(database.readSql.query(COSTLY, [])).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 2,
  });
  expect(await Promise.all(reads)).toHaveLength(1 + MAX_WAITING);
});
