import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { PATIENCE } from '../../support/patience.ts';
import { startCli } from '../../cli/run-cli.ts';

const TIMEOUT = 120_000;
jest.setTimeout(TIMEOUT);
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let folder: string;
let to: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interrupted-'));
  to = join(folder, 'to');
  await mkdir(to);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Ends the command by this signal once a file of this name is in the folder. */
async function interrupt(variables: Readonly<Record<string, string>>, seen: Seen, signal: NodeJS.Signals) {
  const { child, output } = startCli(['backup', '--to', to], variables);
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const deadline = Date.now() + 30_000 * PATIENCE;
  while (!(await listIn(seen.in)).some((name) => seen.name.test(name))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It wrote nothing: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill(signal);
  const [, endedBy] = await closed;
  return endedBy;
}

interface Seen {
  readonly in: string;
  readonly name: RegExp;
}

const listIn = (place: string): Promise<readonly string[]> => readdir(place).catch(() => []);

describe('giveaways backup of a data folder', () => {
  it.each([
    ['copied', 'SIGTERM', 'data/backups', /^snapshot-/],
    ['packed', 'SIGINT', 'to', /\.part$/],
  ] as const)(
    'leaves nothing behind when it is interrupted while the files are %s',
    async (_what, signal, place, name) => {
      const dataDir = join(folder, 'data');
      await placeEmbeddedDatabase(join(dataDir, 'db'));
      const seen = { in: join(folder, place), name };
      expect(await interrupt({ DATA_DIR: dataDir }, seen, signal)).toBe(signal);
      expect(await readdir(to)).toEqual([]);
      expect(await readdir(join(dataDir, 'backups'))).toEqual([]);
    },
  );
});

describeWith(process.env['DATABASE_URL'], 'it needs DATABASE_URL', 'giveaways backup of a server', () => {
  let database: TestDatabase;
  let client: Client;
  beforeEach(async () => {
    database = (await createTestDatabase()) as TestDatabase;
    client = new Client({ connectionString: database.url });
    await client.connect();
    // pg_dump waits for its lock; it has no rows that are counted before.
    await client.query('create table held (id int) partition by range (id)');
    await client.query('begin');
    await client.query('lock table held in access exclusive mode');
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it.each(SIGNALS)('leaves nothing behind when %s interrupts it', async (signal) => {
    const variables = { DATABASE_URL: database.url, DATA_DIR: folder };
    expect(await interrupt(variables, { in: to, name: /\.part$/ }, signal)).toBe(signal);
    expect(await readdir(to)).toEqual([]);
  });
});
