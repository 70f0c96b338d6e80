import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';
import { runProgram } from '../../../src/adapters/postgres/backup/pg-programs.ts';
import { withMaintenance } from '../../../src/adapters/postgres/backup/open-maintenance.ts';
import { beginRestore } from '../../../src/adapters/postgres/backup/restore-target.ts';
import { openAtPayload, readManifest } from '../../../src/app/backup/file/backup-file.ts';
import { runCli } from '../../cli/run-cli.ts';
import { sendAs, startProviderChain, type ProviderChain } from '../../support/chain/provider-chain.ts';
import { createBareDatabase, execute, type TestDatabase } from '../../support/database/database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import { startHttpServer } from '../../support/http/http-server.ts';

jest.setTimeout(240_000);

const WITHIN_MS = 60_000;

describeWith(process.env['DATABASE_URL'], 'it needs DATABASE_URL', 'a backup of a PostgreSQL server', () => {
  let chain: ProviderChain;
  let gateway: Gateway;
  let secret: string;
  let url: string;
  let folder: string;
  let backup: Json;
  const databases: TestDatabase[] = [];

  const read = async (of: string, text: string) =>
    withMaintenance(of, (sql) => sql.query({ name: '', text }, []));
  const newDatabase = async () => {
    const database = (await createBareDatabase()) as TestDatabase;
    databases.push(database);
    return database.url;
  };
  const run = (args: readonly string[], databaseUrl = url, rpcUrl = chain.contracts.url) =>
    runCli([...args, '--json'], { DATABASE_URL: databaseUrl, RPC_URL: rpcUrl, DATA_DIR: folder });
  const listScratch = () =>
    read(url, `select datname from pg_database where datname like 'giveaways\\_verify\\_%'`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backups-'));
    chain = await startProviderChain();
    gateway = await startGateway(chain.variables());
    url = gateway.variables['DATABASE_URL'] ?? '';
    ({ secret } = await chain.enroll(gateway));
    const send = sendAs(gateway, secret);
    const startTime = Math.floor(Date.now() / 1_000) - 60;
    await send('create-giveaway', { giveawayId: 'kept', startTime, determinationType: 0 });
    await send('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId: 'kept', amount: 3 });
    const { secret: key } = await createProviderKey(gateway, ['giveaways:publish']);
    await gateway.rest('POST', '/api/v1/giveaways', { key, body: draft() });
    await eventually(
      () => read(url, 'select from entry'),
      (entries) => entries.length === 1,
      WITHIN_MS,
    );
    // What the keeper notes in rows of the read model, which no chain has.
    await execute(url, 'update giveaway set due_draws = 1');
  });
  afterAll(async () => {
    await gateway.stop();
    await chain.contracts.stop();
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is one file of one snapshot, and is verified on the same server by a replay of the chain', async () => {
    const made = await run(['backup', '--to', folder]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    backup = made.json;
    expect(backup).toMatchObject({
      kind: 'postgresql',
      chain: { hubs: [{ hub: chain.contracts.deployment.hub }] },
      counts: { 'public.listing': 1, 'public.entry': 1, 'public.operation_secret': 1 },
      payload: { name: 'database.dump' },
    });
    expect((await stat(backup.file)).mode & 0o777).toBe(0o600);

    const { code, json } = await run(['backup', '--verify', backup.file]);
    expect({ code, json }).toMatchObject({ code: 0, json: { isVerified: true, wrongCounts: [] } });
    expect(await listScratch()).toEqual([]);
    expect(await read(url, 'select checksum from verified_backup')).toEqual([[backup.payload.sha256]]);
  });

  it('reports what differs from the chain, and needs a node of that chain', async () => {
    await execute(url, `update passport set owner = '0x${'1'.repeat(40)}'`);
    const { json } = await run(['backup', '--to', join(folder, 'wrong.tar')]);
    const { code, json: found } = await run(['backup', '--verify', json.file]);
    expect(code).toBe(1);
    expect(found.readModel.filter(({ other }: Json) => other > 0)).toEqual([
      expect.objectContaining({ table: 'passport', other: 1, examples: ['{"id" : 1}'] }),
    ]);
    const silent = await run(['backup', '--verify', json.file], url, 'http://127.0.0.1:9');
    expect(silent.json.error).toMatchObject({ code: 'NOT_VERIFIED' });
    expect(await listScratch()).toEqual([]);
  });

  it('is restored into an empty database only, and an interrupted restoration goes on', async () => {
    const target = await newDatabase();
    const manifest = await readManifest(backup.file);
    // As an interrupted command leaves it: the tables, and the rows of some.
    await withMaintenance(target, (sql) => beginRestore(sql, manifest.payload.sha256));
    const handle = await openAtPayload(backup.file);
    await runProgram('pg_restore', { url: target, args: ['--section=pre-data'], input: handle.fd });
    await handle.close();
    await withMaintenance(target, (sql) => beginRestore(sql, manifest.payload.sha256, 'tables'));
    const other = await openAtPayload(backup.file);
    await runProgram('pg_restore', {
      url: target,
      args: ['--data-only', '--table=listing'],
      input: other.fd,
    });
    await other.close();

    const { json: half } = await run(['migrate', 'status'], target);
    expect(half).toMatchObject({
      executed: [],
      halfRestored: expect.stringContaining(manifest.payload.sha256),
    });
    expect(await run(['restore', backup.file], target)).toMatchObject({ code: 0 });
    expect(await read(target, 'select count(*) from listing')).toEqual([['1']]);
    expect(await read(target, `select to_regclass('giveaways_restore')`)).toEqual([[null]]);
    const [sequences, others] = await Promise.all(
      [url, target].map((of) =>
        read(of, 'select sequencename, last_value from pg_sequences where last_value is not null order by 1'),
      ),
    );
    expect(others?.length).toBeGreaterThan(0);
    expect(sequences?.map(([name]) => name)).toEqual(others?.map(([name]) => name));

    const again = await run(['restore', backup.file], target);
    expect(again.json.error.message).toContain('The database is not empty');
    const overwritten = await run(['restore', backup.file, '--overwrite'], target);
    expect(overwritten).toMatchObject({ code: 0 });

    const restored = await startGateway({
      ...chain.variables(),
      DATA_DIR: gateway.directory,
      DATABASE_URL: target,
    });
    try {
      const { body } = await restored.graphql('{ giveaways { edges { node { id } } } }', {});
      expect(body.data.giveaways.edges).toHaveLength(1);
      expect((await run(['restore', backup.file, '--overwrite'], target)).json.error.message).toContain(
        'A gateway works on the database',
      );
    } finally {
      await restored.stop();
    }
  });

  it('builds the read model again while the gateway serves, and writes only what differs', async () => {
    await execute(url, 'delete from provider_signer');
    await execute(url, `insert into passport_transfer values (1, 0, 1, '0x1', '0x2', now(), '0x3')`);
    const responses: number[] = [];
    const asking = setInterval(() => {
      void gateway
        .graphql('{ giveaways { edges { node { id } } } }', {})
        .then(({ body }) => responses.push(body.data?.giveaways.edges.length ?? -1));
    }, 50);
    const { code, json } = await run(['reindex']);
    clearInterval(asking);
    expect({ code, json }).toMatchObject({
      code: 0,
      json: { written: { passport: 1, provider_signer: 2, passport_transfer: 1 } },
    });
    expect(Object.keys(json.written).filter((table) => table !== 'chain_block')).toHaveLength(3);
    expect(responses.length).toBeGreaterThan(3);
    expect(new Set(responses)).toEqual(new Set([1]));

    const { body } = await sendAs(gateway, secret)('issue-entries', {
      giveawayId: 'kept',
      passportId: 1,
      amount: 2,
    });
    expect(body).toMatchObject({ ok: true, result: { entries: 5 } });
    await eventually(
      () => read(url, 'select entries from entry'),
      ([row]) => row?.[0] === '5',
      WITHIN_MS,
    );
    expect((await run(['reindex'])).json.written).toEqual({});
    expect(await read(url, 'select due_draws from giveaway')).toEqual([['1']]);
    expect(await read(url, `select to_regnamespace('replay')`)).toEqual([[null]]);
  });

  it('does not take a read model of a node that leaves out an event which it has', async () => {
    const proxy = await openForgetfulNode(chain.contracts.url);
    try {
      const { code, json } = await run(['reindex'], url, proxy.url);
      expect(code).toBe(1);
      expect(json.error.message).toContain('The node left out an event');
    } finally {
      await proxy.stop();
    }
    expect(await read(url, 'select entries from entry')).toEqual([['5']]);
    expect(await read(url, `select to_regnamespace('replay')`)).toEqual([[null]]);
  });

  it('passes the password by the environment, and names a missing program', async () => {
    const withPassword = new URL(url);
    withPassword.password = 'not%20shown';
    const missing = runCli(['backup', '--to', folder, '--json'], {
      DATABASE_URL: withPassword.href,
      PATH: folder,
    });
    const { json, stderr } = await missing;
    expect(json.error.message).toContain('pg_dump is not installed');
    expect(stderr).not.toContain('not shown');
  });
});

/** A proxy of a node without blooms and receipts of blocks, whose responses have no log of passports' entries. */
async function openForgetfulNode(target: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const changed = hubInterface.getEvent('EntriesChanged')?.topicHash;
  const forget = (method: string, response: Json): Json => {
    if (method === 'eth_getLogs')
      return { ...response, result: response.result.filter(({ topics }: Json) => topics[0] !== changed) };
    if (method === 'eth_getBlockReceipts')
      return { jsonrpc: '2.0', id: response.id, error: { code: -32_601, message: 'method not found' } };
    if (method === 'eth_getBlockByNumber' && response.result)
      return { ...response, result: { ...response.result, logsBloom: `0x${'f'.repeat(512)}` } };
    return response;
  };
  return startHttpServer((request, response) => {
    void (async () => {
      const requested = (await json(request)) as Json;
      const sent = await fetch(target, { method: 'POST', body: JSON.stringify(requested), headers: HEADERS });
      const responses = (await sent.json()) as Json;
      const told = Array.isArray(requested)
        ? responses.map((reply: Json) =>
            forget(requested.find(({ id }: Json) => id === reply.id).method, reply),
          )
        : forget(requested.method, responses);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
    })();
  });
}

const HEADERS = { 'content-type': 'application/json' };
