import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { id } from 'ethers';
import type { Advance } from '../../../src/adapters/chain/indexer/indexer.ts';
import type { Progress } from '../../../src/adapters/chain/indexer/sync/sync.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { eventually } from '../../support/eventually.ts';
import { entryChange, giveawayKey, giveawayOptions, PROVIDER, startContracts } from './contracts.ts';
import { indexerOf, reindexed, withResponses } from './indexing.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const contracts = sharedByTests(startContracts);
const model = sharedByTests(openReadModel);
const KEY = giveawayKey('shared');

beforeAll(async () => {
  const { hub, wallets } = contracts;
  await hub('createGiveaway', [PROVIDER, giveawayOptions('shared', contracts)]);
  const entries = { giveaway: KEY, amount: 1, reasonCode: 0, evidence: id('x') };
  await hub('provision', [PROVIDER, mintItem(id('shared'), wallets[1] as string, 1, entries)]);
});

beforeEach(() => model.empty());

it('lets one of two indexers write; the other takes over, and the rows are the same', async () => {
  const [first, second] = [indexerOf(contracts, model), indexerOf(contracts, model)];
  first.start();
  second.start();
  for (let time = 0; time < 10; time += 1) {
    await contracts.hub('changeEntries', [KEY, entryChange(1, 1)]);
    const states = await Promise.all([first.once(), second.once()]);
    expect(states.filter(({ isWriter }) => isWriter)).toHaveLength(1);
  }
  const [writer, other] = (await first.once()).isWriter ? [first, second] : [second, first];
  await writer.stop();
  await contracts.hub('changeEntries', [KEY, entryChange(1, 1)]);
  expect(await other.once()).toMatchObject({ isWriter: true });
  await other.stop();

  expect([...first.warnings, ...second.warnings]).toEqual([]);
  const rows = await model.everything();
  expect(rows).toEqual(await reindexed(contracts, model));
});

it('replaces a silent writer when its lease ends', async () => {
  const silent = indexerOf(contracts, model, { leaseMs: 200 });
  await silent.once();
  const other = indexerOf(contracts, model);
  expect(await other.once()).toMatchObject({ isWriter: false });
  const state = await eventually(
    () => other.once(),
    ({ isWriter }) => isWriter,
  );
  await other.stop();
  expect(state.isWriter).toBe(true);
});

it('tells a replaced writer at its next step', async () => {
  const replaced = indexerOf(contracts, model);
  await replaced.once();
  await model.sql.query(
    { name: '', text: `update chain_cursor set writer_until = now() - interval '1 s'` },
    [],
  );
  const other = indexerOf(contracts, model);
  expect(await other.once()).toMatchObject({ isWriter: true });
  await contracts.mine();
  await replaced.once();
  expect(await replaced.once()).toMatchObject({ isWriter: false });
  await other.once();
  await Promise.all([replaced.stop(), other.stop()]);
  const rows = await model.everything();
  expect(rows).toEqual(await reindexed(contracts, model));
});

it('ignores a step of a replaced writer', async () => {
  const { projection } = model;
  const { chainId, hub, blockNumber } = contracts.deployment;
  await projection.open('slow', { chainId, hubs: [{ hubIndex: 0, hub, startBlock: blockNumber }] });
  expect(await projection.claim('slow', -1)).toBe(true);
  expect(await projection.claim('quick', 60_000)).toBe(true);
  expect(await projection.claim('slow', 60_000)).toBe(false);

  const head = { number: 9, timestamp: 1, confirmedNumber: 8, finalizedNumber: 0 };
  const step = { version: 0, after: blockNumber - 1, through: 9, blocks: [], events: [], head };
  expect(await projection.apply('slow', step)).toBeUndefined();
  expect(await projection.cursor()).toMatchObject({ version: 0, nextBlock: blockNumber });
  expect(await projection.apply('quick', step)).toMatchObject({ version: 1, nextBlock: 10 });
  expect(await projection.apply('quick', step)).toBeUndefined();
});

it('leaves nothing behind of a step that fails', async () => {
  const { projection } = model;
  const { chainId, hub, blockNumber } = contracts.deployment;
  await projection.open('writer', { chainId, hubs: [{ hubIndex: 0, hub, startBlock: blockNumber }] });
  await projection.claim('writer', 60_000);
  const signed = {
    blockNumber: 9,
    logIndex: 0,
    blockHash: id('block'),
    transactionHash: id('transaction'),
    timestamp: 1,
    hub: 0,
    name: 'ProviderSignerSet',
    giveawayKey: null,
    passportId: null,
    args: { provider: PROVIDER, signer: contracts.wallets[1], allowed: true },
  };
  const head = { number: 9, timestamp: 1, confirmedNumber: 8, finalizedNumber: 0 };
  const step = { version: 0, after: blockNumber - 1, through: 9, blocks: [], head };
  for (let time = 0; time < 20; time += 1)
    await expect(projection.apply('writer', { ...step, events: [signed, signed] })).rejects.toThrow(
      /duplicate key/,
    );

  expect(await projection.cursor()).toMatchObject({ version: 0, nextBlock: blockNumber, head: undefined });
  expect(await model.rows('chain_event')).toEqual([]);
  expect(await projection.apply('writer', { ...step, events: [signed] })).toMatchObject({ version: 1 });
  expect(await model.rows('provider_signer')).toHaveLength(1);
});

it('continues when a listener fails, and calls the other listeners', async () => {
  const indexer = indexerOf(contracts, model);
  const heard: Advance[] = [];
  indexer.on('advanced', () => {
    throw new Error('no');
  });
  const end = indexer.on('advanced', (advance) => heard.push(advance));
  await indexer.once();
  end();
  await contracts.mine();
  await indexer.once();
  await indexer.stop();
  expect(heard).toHaveLength(1);
  expect(indexer.warnings).toHaveLength(2);
});

it('announces steps and reorganisations on the instance that does not write', async () => {
  const writer = indexerOf(contracts, model);
  const other = indexerOf(contracts, model);
  await writer.once();
  await other.once();
  const heard: Advance[] = [];
  other.on('advanced', (advance) => heard.push(advance));

  await contracts.hub('changeEntries', [KEY, entryChange(1, 1)]);
  await contracts.mine();
  const { nextBlock } = await writer.once();
  await other.once();
  expect(heard).toEqual([expect.objectContaining({ nextBlock })]);

  await contracts.reorg(2);
  await writer.once();
  await other.once();
  expect(heard.slice(1)).toEqual([expect.objectContaining({ nextBlock })]);
  expect(heard[1]?.head?.timestamp).toBe(await contracts.now());
  await Promise.all([writer.stop(), other.stop()]);
});

it('refuses an instance of other contracts while one projects, and lets it replace the rows afterwards', async () => {
  const writer = indexerOf(contracts, model);
  await writer.once();
  const { chainId, passport, blockNumber } = contracts.deployment;
  const source = { chainId, hubs: [{ hubIndex: 0, passport, hub: passport, startBlock: blockNumber }] };
  const stranger = indexerOf(contracts, model, { source });
  await expect(stranger.once()).rejects.toThrow('Another instance projects');
  await writer.stop();

  await stranger.once();
  await stranger.stop();
  expect((await model.everything())['giveaway']).toEqual([]);
  expect(await model.rows('chain_cursor')).toHaveLength(1);
});

it.each(['1 hour', '30 days'])('replaces a writer whose lease ends %s from now', async (ahead) => {
  const dead = indexerOf(contracts, model);
  await dead.once();
  await model.sql.query(
    {
      name: '',
      text: `update chain_cursor set writer_until = now() + interval '${ahead}', abreast_at = now() + interval '${ahead}'`,
    },
    [],
  );
  await contracts.mine(3);
  const other = indexerOf(contracts, model);
  expect(await other.once()).toMatchObject({ isWriter: true });
  await other.once();
  const { caughtUpMsAgo } = await model.projection.cursor();
  expect(caughtUpMsAgo ?? 0).toBeGreaterThanOrEqual(0);
  await other.stop();
});

it('reports on the instance that does not write how far the read model is behind its node', async () => {
  const progress: Progress[] = [];
  const silent = indexerOf(contracts, model);
  const { nextBlock } = await silent.once();
  const other = indexerOf(contracts, model, { progress: (each) => progress.push(each) });
  await other.once();
  expect(progress).toEqual([
    { head: nextBlock - 1, nextBlock, abreastMsAgo: expect.any(Number), clockAhead: undefined },
  ]);
  await contracts.mine(5);
  await other.once();
  await other.once();
  const behind = { head: nextBlock + 4, nextBlock, abreastMsAgo: undefined };
  expect(progress.slice(1)).toEqual([expect.objectContaining(behind), expect.objectContaining(behind)]);
  await silent.once();
  await silent.once();
  await other.once();
  expect(progress.at(-1)).toMatchObject({ nextBlock: nextBlock + 5, abreastMsAgo: expect.any(Number) });
  await Promise.all([silent.stop(), other.stop()]);
});

it('believes what the projecting instance reported only while its own node is silent', async () => {
  const progress: Progress[] = [];
  const writer = indexerOf(contracts, model);
  await writer.once();
  await contracts.mine();
  await writer.once();
  const silent = withResponses(contracts.rpc, async (_method, params, response) => {
    if (progress.length > 0 && params[0] === 'latest') throw new Error('silent');
    return response();
  });
  const other = indexerOf(contracts, model, { rpc: silent, progress: (each) => progress.push(each) });
  await other.once();
  for (const [abreastAt, expected] of [
    [`now() - interval '1 s'`, expect.any(Number)],
    [`now() - interval '1 minute'`, undefined],
    [`now() + interval '1 hour'`, undefined],
  ] as const) {
    await model.sql.query({ name: '', text: `update chain_cursor set abreast_at = ${abreastAt}` }, []);
    await other.once();
    expect(progress.at(-1)?.abreastMsAgo).toEqual(expected);
  }
  await Promise.all([writer.stop(), other.stop()]);
});
