import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createCustody, type Custody } from '../../src/adapters/custody/custody.ts';
import { withPrivateKey } from '../../src/adapters/custody/sealed-key.ts';
import { ids } from '../../src/runtime/ids.ts';
import type { Database } from '../../src/adapters/postgres/connection/database.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse } from '../support/http/http.ts';
import { sendAs } from '../support/chain/provider-chain.ts';
import { A_WALLET } from '../support/providers/provider-requests.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { startServer } from '../support/gateway/server.ts';
import { newKeyEncryptionKey, newPrivateKey } from './keys.ts';
import { clock, openAt } from './open-custody.ts';
import { findTraces } from './traces.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

jest.setTimeout(120_000);

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const IMPORT = 'mutation ($input: ImportWalletInput!) { importWallet(input: $input) { wallet { address } } }';
const PROGRAM = fileURLToPath(new URL('./sign-and-snapshot.ts', import.meta.url));

let folder: string;
let server: TestDatabase | undefined;
const location = () => ({ url: server?.url, directory: join(folder, 'db') });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'custody-leaks-'));
  server = await createTestDatabase();
  if (server === undefined) await placeEmbeddedDatabase(location().directory);
});
afterAll(async () => {
  await server?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openAt(location());
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const openCustody = (keyEncryptionKeys?: string): Promise<Custody> =>
  createCustody({ keyEncryptionKeys, directory: folder, production: false, ids, clock });

/** Every row of every table, including the job queue, as PostgreSQL prints it. */
async function dump({ sql }: Database): Promise<string> {
  const query = (statement: string) => sql.query({ name: '', text: statement }, []);
  const tables = await query(
    `select format('%I.%I', table_schema, table_name) from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')
       and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`,
  );
  const rows: string[] = [];
  for (const [table] of tables)
    for (const [row] of await query(`select t::text from ${String(table)} t`)) rows.push(String(row));
  return rows.join('\n');
}

/** The keys of all wallets in the database. */
async function openKeys({ keyEncryption }: Custody, database: Database): Promise<Buffer[]> {
  const keys: Buffer[] = [];
  for (const sealed of await createStores(database, ids).wallets.findOutdated('', 100))
    keys.push(await withPrivateKey(keyEncryption, sealed, async (key) => Buffer.from(key)));
  return keys;
}

async function runChild(variables: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['--expose-gc', PROGRAM], {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(stderr);
  return stdout + stderr;
}

describe('a process after its last signature', () => {
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
        DATABASE: location().url ?? '',
        SIGNER: wallet.address,
        CONTROL: control.toString('hex'),
      }),
    );

    await onDatabase(async (database) => {
      found.database = Buffer.from(await dump(database));
      keys.push(...(await openKeys(custody, database)));
    });
    found.heap = await readFile(join(folder, 'heap.heapsnapshot'));
    found.buffers = await readFile(join(folder, 'buffers'));
    if (!keys.some((key) => key.equals(imported))) throw new Error('The imported key is not among them.');
  });

  it('has made two wallets and recorded all their signatures', () => {
    expect(keys).toHaveLength(2);
    expect(found.database.toString().match(/,TRANSACTION,/g)).toHaveLength(100);
    expect(found.database.toString().match(/,TRANSFER_PERMIT,/g)).toHaveLength(1);
    expect(found.output.toString().match(/status: 'rejected'/g)).toHaveLength(4);
  });

  it('holds the control key, which the search finds', () => {
    expect(findTraces(found.heap, control)).toContain('hex');
    expect(findTraces(found.buffers, control)).toContain('bytes');
  });

  it.each(['database', 'output', 'heap', 'buffers'] as const)('holds no key in the %s', (where) => {
    expect(found[where].length).toBeGreaterThan(100);
    expect(keys.map((key) => findTraces(found[where], key))).toEqual([[], []]);
  });
});

describe('a gateway that logs at the lowest level', () => {
  const KEY_ENCRYPTION_KEY = newKeyEncryptionKey('main');
  const imported = newPrivateKey();
  const secrets: Buffer[] = [Buffer.from(KEY_ENCRYPTION_KEY.split(':')[1] ?? '', 'base64')];
  const found = { log: '', database: '', responses: '' };
  const errors: string[] = [];
  beforeAll(async () => {
    const gatewayFolder = await mkdtemp(join(folder, 'gateway-'));
    const database = await createTestDatabase();
    const at = { url: database?.url, directory: join(gatewayFolder, 'db') };
    if (database === undefined) await placeEmbeddedDatabase(at.directory);
    const variables = {
      CHAIN: 'on',
      CHAIN_BLOCK_TIME: '0',
      KEY_ENCRYPTION_KEYS: KEY_ENCRYPTION_KEY,
      LOG_LEVEL: 'trace',
      ...(database && { DATABASE_URL: database.url }),
    };
    const gateway = await startGateway({ ...variables, DATA_DIR: gatewayFolder });
    const { secret } = await createProviderWithSigner(gateway);
    const { operatorToken } = gateway;
    await gateway.stop();

    const server = await startServer(gatewayFolder, variables);
    const responses: HttpResponse[] = [];
    const note = async (response: Promise<HttpResponse>): Promise<HttpResponse> => {
      responses.push(await response);
      return response;
    };
    const provision = (body: object) => note(sendAs(server, secret)('provision-entrant', body));
    const importWallet = (input: object) => note(server.graphql(IMPORT, { input }, operatorToken));
    try {
      const managed = (await provision({ ownershipMode: 'managed_wallet', maxTransfers: 1 })).body.result;
      // By a permit of the managed wallet, in a transaction of the provider's signer.
      const move = {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: managed.managedWallet,
        entrantWallet: A_WALLET,
        passportId: managed.passportId,
      };
      const moved = await provision(move);
      const privateKey = `0x${imported.toString('hex')}`;
      await importWallet({ purpose: 'SIGNER', privateKey });
      const refused = [
        await provision(move),
        await provision({ ...move, sourceWallet: A_WALLET }),
        await provision({ ownershipMode: 'managed_wallet', giveawayId: 'none', amount: 1 }),
        await importWallet({ purpose: 'SIGNER', privateKey: `${privateKey}00` }),
        await importWallet({ purpose: 'SIGNER', privateKey: [privateKey] }),
        await importWallet({ purpose: 'SIGNER', key: privateKey }),
        await importWallet({ privateKey }),
        await note(server.graphql(`{ wallet(key: "${privateKey}") { id } }`, {}, operatorToken)),
      ];
      if (moved.status !== 200) throw new Error(moved.text);
      errors.push(
        ...refused.map(({ status, body }) => body.error?.code ?? body.errors?.[0].extensions.code ?? status),
      );
    } finally {
      await server.end('SIGTERM');
    }

    found.log = server.output();
    found.responses = responses.map(({ text }) => text).join('\n');
    const opened = await openAt(at);
    found.database = await dump(opened);
    secrets.push(...(await openKeys(await openCustody(KEY_ENCRYPTION_KEY), opened)));
    await opened.close();
    await database?.drop();
    if (!secrets.some((key) => key.equals(imported))) throw new Error('The imported key is not among them.');
  });

  it('has signed a permit and transactions, and has refused some', () => {
    expect(found.database.match(/,TRANSFER_PERMIT,/g)).toHaveLength(1);
    expect(found.database.match(/,TRANSACTION,/g)?.length).toBeGreaterThan(0);
    expect(errors).toEqual([
      'CONTRACT_REVERT',
      'UNAUTHORIZED',
      'NOT_FOUND',
      ...Array.from({ length: 4 }, () => 'INVALID_PAYLOAD'),
      'GRAPHQL_VALIDATION_FAILED',
    ]);
  });

  it('shows its requests and jobs in what was searched', () => {
    expect(found.log).toContain('request completed');
    expect(found.database).toContain('finish-provision');
    expect(secrets.length).toBeGreaterThan(4);
  });

  it.each(['log', 'database', 'responses'] as const)('has no key in its %s', (where) => {
    expect(secrets.flatMap((secret) => findTraces(found[where], secret))).toEqual([]);
  });
});
