import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendAs } from '../support/chain/provider-chain.ts';
import { createBareDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startProcess, type ServerProcess } from '../support/gateway/process.ts';
import { send, type Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { buildEarlierRelease } from '../support/releases/earlier-release.ts';
import { releaseClient } from '../support/releases/release-client.ts';
import { startLoad } from './load.ts';

jest.setTimeout(300_000);

/** Requests that are answered in each state before the next change. */
const ENOUGH = 120;

const isOnServers = process.env['DATABASE_URL'] !== undefined;
const release = isOnServers
  ? await buildEarlierRelease('0.1.0')
  : { folder: undefined, missing: 'DATABASE_URL is not set' };

describeWith(release.folder, release.missing, 'release 0.1.0 and this one on the same database', (folder) => {
  const shared = {
    AUTH_SECRET: randomUUID(),
    KEY_ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT: 'off',
    CHAIN: 'on',
    CHAIN_BEACON_MARGIN: '30',
    LOG_LEVEL: 'warn',
  };
  let directory: string;
  let database: TestDatabase | undefined;
  let running: ServerProcess[] = [];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'releases-'));
    database = await createBareDatabase();
  });
  afterAll(async () => {
    for (const one of running.toReversed()) await one.end('SIGTERM');
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  });

  async function start(name: string, variables: object, release?: string): Promise<ServerProcess> {
    const own = { DATABASE_URL: database?.url ?? '', DATA_DIR: join(directory, name) };
    const started = await startProcess({ ...shared, ...own, ...variables }, release);
    running.push(started);
    return started;
  }

  /** As a load balancer: no further request goes to it. */
  async function stop(one: ServerProcess): Promise<void> {
    running = running.filter((each) => each !== one);
    await one.end('SIGTERM');
  }

  it('answer every request during an upgrade, a roll-back and a second upgrade, and lose nothing', async () => {
    // Also runs the chain, so it stays; the others take turns beside it.
    const first = await start('first', { KEEPER_BUDGET: '0' }, folder);
    const read = (file: string) => readFile(join(directory, 'first', file), 'utf8');
    const client = releaseClient(first.url, (await read('operator-token')).trim());
    const { hub, passport, beacon, blockNumber } = JSON.parse(await read('chain/addresses.json'));
    const remote = {
      RPC_URL: JSON.parse(await read('chain/anvil.json')).url,
      CHAIN_HUB: hub,
      CHAIN_PASSPORT: passport,
      CHAIN_BEACON: beacon,
      CHAIN_START_BLOCK: String(blockNumber),
      CHAIN_CONFIRMATIONS: '1',
      BEACON_URLS: `${first.url}/beacon`,
    };
    const { secret } = await createProviderWithSigner(client);
    const request = sendAs(client, secret);
    const now = Math.floor(Date.now() / 1_000);
    const created = await request('create-giveaway', {
      giveawayId: 'summer',
      startTime: now - 60,
      endTime: now + 86_400,
      determinationType: 1,
    });
    expect(created).toMatchObject({ status: 200 });
    const entrant = await request('provision-entrant', { ownershipMode: 'managed_wallet' });
    const { passportId } = entrant.body.result;
    const publisherKey = await client.createKey();

    const load = startLoad({
      urls: [first.url],
      publisherKey,
      provider: { key: secret, giveawayId: 'summer', passportId },
    });
    const enough = async () => {
      const until = load.count() + ENOUGH;
      await eventually(
        async () => load.count(),
        (count) => count >= until,
        60_000,
      );
    };
    await enough();

    for (const [name, earlier] of [
      ['upgraded', undefined],
      ['rolled back', folder],
    ] as const) {
      const beside = await start(name, remote, earlier);
      load.route([first.url, beside.url]);
      await enough();
      load.route([beside.url]);
      await enough();
      load.route([first.url]);
      await stop(beside);
    }
    const last = await start('last', remote);
    const lost = await load.end([first.url, last.url]);
    expect({ failures: load.failures, lost }).toEqual({ failures: [], lost: [] });
    for (const url of [first.url, last.url]) {
      const total = await eventually(
        () => entriesOf(url),
        (entries) => entries === load.issued(),
      );
      expect(total).toBe(load.issued());
    }
  });
});

async function entriesOf(url: string): Promise<number> {
  const query = '{ giveaways(first: 1) { nodes { rounds(first: 1) { nodes { entriesTotal } } } } }';
  const { body } = await send('POST', `${url}/graphql`, { body: { query } });
  return body.data.giveaways.nodes.flatMap(({ rounds }: Json) => rounds.nodes)[0]?.entriesTotal;
}
