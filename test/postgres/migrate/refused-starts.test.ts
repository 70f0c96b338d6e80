import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCustody } from '../../../src/adapters/custody/custody.ts';
import {
  openDatabase,
  openUnmigrated,
  type Database,
} from '../../../src/adapters/postgres/connection/database.ts';
import { MIGRATIONS } from '../../../src/adapters/postgres/migrate/migrations.ts';
import { createStores } from '../../../src/adapters/postgres/stores.ts';
import { ids } from '../../../src/runtime/ids.ts';
import { newKeyEncryptionKey } from '../../custody/keys.ts';
import { createBareDatabase, type TestDatabase } from '../../support/database/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { runToEnd } from '../../support/gateway/process.ts';

jest.setTimeout(240_000);

const NAMES = MIGRATIONS.map(({ name }) => name);
const SINCE = NAMES.slice(NAMES.indexOf('OwnSessionsAndEntries20261122006200') + 1);
const ADDRESS = (digit: string) => `0x${digit.repeat(40)}`;
const REMOTE = {
  CHAIN: 'on',
  RPC_URL: 'http://127.0.0.1:9',
  CHAIN_HUB: ADDRESS('1'),
  CHAIN_PASSPORT: ADDRESS('2'),
  CHAIN_BEACON: ADDRESS('3'),
  CHAIN_START_BLOCK: '0',
};

let directory: string;
let server: TestDatabase | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'refused-'));
  server = await createBareDatabase();
  if (server === undefined) await placeEmbeddedDatabase(join(directory, 'db'));
  await onDatabase(openDatabase, ({ migrator }) => migrator.down('0.1.0'));
});
afterAll(async () => {
  await server?.drop();
  await rm(directory, { recursive: true, force: true });
});

async function onDatabase<Result>(open: typeof openDatabase, work: (database: Database) => Promise<Result>) {
  const database = await open({
    url: server?.url,
    readUrl: undefined,
    directory: join(directory, 'db'),
    warn: () => undefined,
    note: () => undefined,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function expectRefused(variables: Readonly<Record<string, string>>, reason: string): Promise<void> {
  const place = server ? { DATABASE_URL: server.url } : {};
  const { code, output } = await runToEnd({ DATA_DIR: directory, PORT: '0', ...place, ...variables });
  expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
  const pending = await onDatabase(openUnmigrated, async ({ migrator }) => (await migrator.state()).pending);
  expect(pending).toEqual(SINCE);
}

describe('a start that is refused migrates nothing', () => {
  it.each(['PORT', 'METRICS_PORT', 'CHAIN_PORT'])('when another process has the %s', async (variable) => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const variables = { CHAIN: 'on', METRICS_HOST: '0.0.0.0', [variable]: String(port) };
    await expectRefused(variables, `${variable} ${port}`);
    other.close();
  });

  it('when the data folder is where the system takes no folders', () =>
    expectRefused({ DATA_DIR: '/proc/none/data' }, 'DATA_DIR does not work: '));

  it('when a key-encryption key has other bytes than stored wallets need', async () => {
    await onDatabase(openUnmigrated, async (database) => {
      const { walletKeys } = await createCustody({
        keyEncryptionKeys: newKeyEncryptionKey('k1'),
        directory,
        production: true,
        ids,
        clock: { now: () => new Date() },
      });
      const { wallets } = createStores(database, ids);
      await wallets.add(await walletKeys.generate({ purpose: 'MANAGED', label: '' }));
    });
    await expectRefused({ KEY_ENCRYPTION_KEYS: newKeyEncryptionKey('k1') }, '"k1" has other bytes');
  });

  it('when a chain needs a key-encryption key and there is none', async () => {
    const production = { NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) };
    await expectRefused({ ...REMOTE, ...production }, 'KEY_ENCRYPTION_KEYS is needed');
  });

  it('when the database knows contracts that are not configured', async () => {
    await onDatabase(openUnmigrated, ({ em }) =>
      em().execute('insert into hub (place, address) values (0, ?)', [ADDRESS('4')]),
    );
    await expectRefused(REMOTE, `The database knows the hub ${ADDRESS('4')}`);
  });

  it('when the embedded chain does not start', async () => {
    await mkdir(join(directory, 'chain'));
    await writeFile(join(directory, 'chain', 'state.json.gz'), 'no chain');
    await expectRefused({ CHAIN: 'on' }, 'state.json.gz is not a saved chain');
  });
});
