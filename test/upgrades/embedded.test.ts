import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendAs, type SendToProviderApi } from '../support/chain/provider-chain.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startProcess, type ServerProcess } from '../support/gateway/process.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { buildEarlierRelease } from '../support/releases/earlier-release.ts';
import { runCli } from '../cli/run-cli.ts';
import { releaseClient, type ReleaseClient } from '../support/releases/release-client.ts';

jest.setTimeout(300_000);

/** Seconds that the first giveaway is open; it is decided after the upgrade. */
const OPEN = 20;

const isEmbedded = !process.env['DATABASE_URL'];
const release = isEmbedded
  ? await buildEarlierRelease('0.1.0')
  : { folder: undefined, missing: 'it runs without DATABASE_URL' };

describeWith(release.folder, release.missing, 'a data folder of release 0.1.0 with its chain', (folder) => {
  let directory: string;
  let running: ServerProcess | undefined;
  let client: ReleaseClient;
  let send: SendToProviderApi;
  let publisherKey: string;
  let providerKey: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'embedded-release-'));
  });
  afterAll(async () => {
    await running?.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  });

  async function start(earlier?: string): Promise<void> {
    await running?.end('SIGTERM');
    running = undefined;
    running = await startProcess(
      { DATA_DIR: directory, CHAIN: 'on', KEEPER_BUDGET: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
      earlier,
    );
    const token = await readFile(join(directory, 'operator-token'), 'utf8');
    client = releaseClient(running.url, token.trim());
    send = sendAs(client, providerKey);
  }

  const create = (giveawayId: string, seconds: number) => {
    const now = Math.floor(Date.now() / 1_000);
    const times = { startTime: now - 60, endTime: now + seconds };
    return send('create-giveaway', { giveawayId, ...times, determinationType: 0 });
  };
  const enter = (giveawayId: string) =>
    send('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId, amount: 2 });
  const publish = (sourceExternalId: string) =>
    client.rest('POST', '/api/v1/giveaways', { key: publisherKey, body: draft({ sourceExternalId }) });
  const listings = async () => {
    const { body } = await client.rest('GET', '/api/v1/giveaways', { key: publisherKey });
    return body.listings.map((listing: Json) => listing.sourceExternalId).toSorted();
  };
  const giveaways = async () => {
    const query = `{ giveaways(first: 10) { nodes { giveawayId rounds(first: 1) { nodes { entriesTotal winner { id } } } } } }`;
    const { body } = await client.graphql(query);
    return Object.fromEntries(
      body.data.giveaways.nodes.map(({ giveawayId, rounds }: Json) => [
        giveawayId,
        [rounds.nodes[0].entriesTotal, rounds.nodes[0].winner !== null],
      ]),
    );
  };

  it('is upgraded, rolled back and upgraded again, and keeps giveaways, registrations and listings', async () => {
    await start(folder);
    const doctor = await runCli(['doctor', '--json'], {
      GIVEAWAYS_URL: running?.url ?? '',
      DATA_DIR: directory,
    });
    expect(doctor.json.error).toMatchObject({ code: 'OTHER_RELEASE' });
    publisherKey = await client.createKey();
    providerKey = (await createProviderWithSigner(client)).secret;
    send = sendAs(client, providerKey);
    await publish('of 0.1.0');
    expect(await create('kept', OPEN)).toMatchObject({ status: 200 });
    const entrant = await enter('kept');
    expect(entrant).toMatchObject({ status: 200 });

    await start();
    expect(await listings()).toEqual(['of 0.1.0']);
    expect(await publish('of this release')).toMatchObject({ status: 200 });
    expect(await giveaways()).toEqual({ kept: [2, false] });
    expect(await create('new', 3_600)).toMatchObject({ status: 200 });
    expect(await enter('new')).toMatchObject({ status: 200 });
    const { passportId } = entrant.body.result;
    const declared = await eventually(
      () => send('declare-winner', { giveawayId: 'kept', passportId }),
      ({ status }) => status === 200,
      OPEN * 1_000,
    );
    expect(declared).toMatchObject({ status: 200, body: { result: { roundIndex: 0 } } });
    expect(await giveaways()).toEqual({ kept: [2, true], new: [2, false] });

    await start(folder);
    expect(await listings()).toEqual(['of 0.1.0', 'of this release']);
    expect(await publish('rolled back')).toMatchObject({ status: 200 });
    expect(await create('rolled back', 3_600)).toMatchObject({ status: 200 });
    expect(await enter('rolled back')).toMatchObject({ status: 200 });

    await start();
    expect(await listings()).toEqual(['of 0.1.0', 'of this release', 'rolled back']);
    expect(await eventually(giveaways, (all) => Object.keys(all).length === 3, 30_000)).toEqual({
      kept: [2, true],
      new: [2, false],
      'rolled back': [2, false],
    });
    expect(await enter('new')).toMatchObject({ status: 200 });
  });
});
