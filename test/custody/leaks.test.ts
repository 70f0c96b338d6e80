import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createCustody, type Custody } from '../../src/adapters/custody/custody.ts';
import { withPrivateKey } from '../../src/adapters/custody/sealed-key.ts';
import { ids } from '../../src/adapters/http/ids.ts';
import type { Database } from '../../src/adapters/postgres/database.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { placeEmbeddedDatabase } from '../support/embedded-database.ts';
import { newPrivateKey } from './keys.ts';
import { clock, openPlace } from './open-custody.ts';
import { findTraces } from './traces.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./sign-and-snapshot.ts', import.meta.url));

let folder: string;
let server: TestDatabase | undefined;
const place = () => ({ url: server?.url, directory: join(folder, 'db') });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'custody-leaks-'));
  server = await createTestDatabase();
  if (server === undefined) await placeEmbeddedDatabase(place().directory);
});
afterAll(async () => {
  await server?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openPlace(place());
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const openCustody = (): Promise<Custody> =>
  createCustody({ keyEncryptionKeys: undefined, directory: folder, production: false, ids, clock });

/** Every row of every table, as PostgreSQL writes it. */
async function dump({ sql }: Database): Promise<string> {
  const query = (statement: string) => sql.query({ name: '', text: statement }, []);
  const tables = await query(
    "select table_name::text from information_schema.tables where table_schema = 'public'",
  );
  const rows: string[] = [];
  for (const [table] of tables)
    for (const [row] of await query(`select t::text from "${String(table)}" t`)) rows.push(String(row));
  return rows.join('\n');
}

async function runChild(variables: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', PROGRAM], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(stderr);
  return stdout + stderr;
}

describe('after the last signature', () => {
  const control = randomBytes(32);
  const keys: Buffer[] = [];
  const found: Record<'database' | 'output' | 'heap' | 'buffers', Buffer> = {
    database: Buffer.of(),
    output: Buffer.of(),
    heap: Buffer.of(),
    buffers: Buffer.of(),
  };
  beforeAll(async () => {
    const custody = await openCustody();
    const imported = newPrivateKey();
    const wallet = await custody.walletKeys.import({ purpose: 'SIGNER', label: '' }, Buffer.from(imported));
    await onDatabase((database) => createStores(database, ids).wallets.add(wallet));

    found.output = Buffer.from(
      await runChild({
        FOLDER: folder,
        DATABASE: place().url ?? '',
        SIGNER: wallet.address,
        CONTROL: control.toString('hex'),
      }),
    );

    await onDatabase(async (database) => {
      found.database = Buffer.from(await dump(database));
      const sealed = await createStores(database, ids).wallets.findOutdated('', 10);
      for (const each of sealed)
        keys.push(await withPrivateKey(custody.keyEncryption, each, async (key) => Buffer.from(key)));
    });
    found.heap = await readFile(join(folder, 'heap.heapsnapshot'));
    found.buffers = await readFile(join(folder, 'buffers'));
    if (!keys.some((key) => key.equals(imported))) throw new Error('The imported key is not among them.');
  }, 120_000);

  test('there were two wallets, and all their signatures are on record', () => {
    expect(keys).toHaveLength(2);
    expect(found.database.toString().match(/,TRANSACTION,/g)).toHaveLength(100);
    expect(found.database.toString().match(/,TRANSFER_PERMIT,/g)).toHaveLength(1);
    expect(found.output.toString().match(/status: 'rejected'/g)).toHaveLength(4);
  });

  test('the search finds a key that stayed', () => {
    expect(findTraces(found.heap, control)).toContain('hex');
    expect(findTraces(found.buffers, control)).toContain('bytes');
  });

  test.each(['database', 'output', 'heap', 'buffers'] as const)('no key is in the %s', (where) => {
    expect(found[where].length).toBeGreaterThan(100);
    expect(keys.map((key) => findTraces(found[where], key))).toEqual([[], []]);
  });
});
