import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCustody } from '../../src/adapters/custody/custody.ts';
import { withPrivateKey } from '../../src/adapters/custody/sealed-key.ts';
import { ids } from '../../src/runtime/ids.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { newKeyEncryptionKey } from '../custody/keys.ts';
import { clock, openAt } from '../custody/open-custody.ts';
import { findTraces } from '../custody/traces.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { auditLog } from '../support/gateway/operator.ts';
import { startServer } from '../support/gateway/server.ts';
import { runAsOperator, runCli, runWith, type CommandResult } from './run-cli.ts';

const [OLD, CURRENT] = [newKeyEncryptionKey('2030'), newKeyEncryptionKey('2031')];

let folder: string;
let server: TestDatabase | undefined;
let gateway: Gateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-wallets-'));
  server = await createTestDatabase();
  if (server === undefined) await placeEmbeddedDatabase(join(folder, 'db'));
});
afterAll(async () => {
  await server?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `work` with a gateway that has these key-encryption keys, on the one database of this suite. */
async function withGateway<Result>(keys: string, work: () => Promise<Result>): Promise<Result> {
  gateway = await startGateway({
    DATA_DIR: folder,
    KEY_ENCRYPTION_KEYS: keys,
    ...(server && { DATABASE_URL: server.url }),
  });
  try {
    return await work();
  } finally {
    await gateway.stop();
  }
}
const run = (...args: string[]): Promise<CommandResult> =>
  runAsOperator(gateway, ['wallets', ...args, '--json']);
const create = async () => (await run('create', '--purpose', 'signer', '--label', 'Main')).json;

async function readKeys(keyEncryptionKeys: string): Promise<Buffer[]> {
  const custody = await createCustody({ keyEncryptionKeys, directory: folder, production: true, ids, clock });
  const database = await openAt({ url: server?.url, directory: join(folder, 'db') });
  const keys: Buffer[] = [];
  for (const wallet of await createStores(database, ids).wallets.findOutdated('', 100))
    keys.push(await withPrivateKey(custody.keyEncryption, wallet, async (key) => Buffer.from(key)));
  await database.close();
  return keys;
}

describe('giveaways wallets', () => {
  it('create makes a wallet, which list and the audit log show', async () => {
    await withGateway(OLD, async () => {
      const wallet = await create();

      expect(wallet).toEqual({
        id: expect.stringMatching(/^wal_\w+$/),
        address: expect.stringMatching(/^0x[\da-fA-F]{40}$/),
        purpose: 'SIGNER',
        label: 'Main',
        keyId: '2030',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      expect((await run('list')).json.wallets).toEqual([wallet]);
      expect(await auditLog(gateway, 1)).toMatchObject([{ action: 'createWallet', subject: wallet.id }]);
    });
  });

  it('list pages through them, newest first', async () => {
    await withGateway(OLD, async () => {
      const made = [await create(), await create(), await create()];

      const first = (await run('list', '--first', '2')).json;
      const next = (await run('list', '--first', '1', '--after', first.pageInfo.endCursor)).json;

      expect([...first.wallets, ...next.wallets]).toEqual(made.toReversed());
    });
  });

  it('are for the operator only', async () => {
    await withGateway(OLD, async () => {
      const key = await gateway.createKey();
      for (const args of [['list'], ['create', '--purpose', 'managed'], ['rotate-key-encryption']]) {
        const { code, json } = await runWith(gateway, key, ['wallets', ...args, '--json']);
        expect([code, json.error.code]).toEqual([1, 'UNAUTHORIZED']);
      }
    });
  });

  it('rotate-key-encryption re-encrypts all wallets, in as many requests as needed', async () => {
    const before = await withGateway(OLD, async () => {
      for (let count = 0; count < 3; count += 1) await create();
      return (await run('list', '--first', '100')).json.wallets;
    });
    await withGateway(`${CURRENT},${OLD}`, async () => {
      const { code, json } = await run('rotate-key-encryption', '--batch', '2');

      expect([code, json]).toEqual([0, { rewrapped: before.length, remaining: 0, keyId: '2031' }]);
      const after = (await run('list', '--first', '100')).json.wallets;
      expect(after).toEqual(before.map((wallet: object) => ({ ...wallet, keyId: '2031' })));
      expect((await run('rotate-key-encryption')).json).toMatchObject({ rewrapped: 0, remaining: 0 });
    });
    expect(await readKeys(CURRENT)).toHaveLength(before.length);
  });

  it('rotate-key-encryption names a missing key, and says what to do', async () => {
    const [lost, next] = [newKeyEncryptionKey('lost'), newKeyEncryptionKey('next')];
    await withGateway(`${lost},${CURRENT}`, create);
    await withGateway(`${next},${CURRENT}`, async () => {
      const { code, json } = await run('rotate-key-encryption');

      expect([code, json.error.code]).toEqual([1, 'SERVICE_UNAVAILABLE']);
      expect(json.error.message).toMatch(/"lost".*add "lost" to KEY_ENCRYPTION_KEYS/);
    });
    await withGateway(`${CURRENT},${lost}`, () => run('rotate-key-encryption'));
  });

  it('appear with no key in the log at its lowest level, in responses or in output', async () => {
    const process = await startServer(folder, {
      KEY_ENCRYPTION_KEYS: CURRENT,
      LOG_LEVEL: 'trace',
      ...(server && { DATABASE_URL: server.url }),
    });
    const prints: string[] = [];
    for (const args of [
      ['create', '--purpose', 'signer'],
      ['create', '--purpose', 'managed', '--label', 'x'.repeat(81)],
      ['list'],
      ['rotate-key-encryption'],
    ]) {
      const variables = { GIVEAWAYS_URL: process.url, DATA_DIR: folder };
      const { stdout, stderr } = await runCli(['wallets', ...args, '--json'], variables);
      prints.push(stdout, stderr);
    }
    await process.end('SIGTERM');

    const text = [process.output(), ...prints].join('\n');
    expect(text).toContain('request completed');
    expect(text).toContain('wal_');
    const keys = await readKeys(CURRENT);
    expect(keys.length).toBeGreaterThan(3);
    const secrets = [...keys, Buffer.from(CURRENT.split(':')[1] ?? '', 'base64')];
    expect(secrets.flatMap((secret) => findTraces(text, secret))).toEqual([]);
  });
});
