import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { id, ZeroHash } from 'ethers';
import {
  entryChange,
  giveawayKey,
  giveawayOptions,
  PROVIDER,
  startContracts,
  type Contracts,
} from './contracts.ts';
import { indexerOf, reindexed, withAnswers } from './indexing.ts';
import { openReadModel, type ReadModel } from './read-model.ts';

let contracts: Contracts;
let model: ReadModel;

beforeAll(async () => {
  [contracts, model] = await Promise.all([startContracts(), openReadModel()]);
});

beforeEach(() => model.empty());

afterAll(async () => {
  await model.close();
  await contracts.stop();
});

let mints = 0;

/** Something of every kind; what a reorganisation made impossible is left out. */
async function burst(name: string): Promise<void> {
  const { hub, passport, wallets } = contracts;
  const [operator, ann, bob] = wallets as [string, string, string];
  const key = giveawayKey(name);
  const entries = { giveaway: key, amount: 2, reasonCode: 1, evidence: ZeroHash };
  mints += 1;
  const calls = [
    () => hub('createGiveaway', [PROVIDER, giveawayOptions(name, contracts)]),
    () => hub('provisionMint', [PROVIDER, id(`mint ${mints} a`), ann, 100, entries]),
    () => hub('provisionMint', [PROVIDER, id(`mint ${mints} b`), bob, 100, entries]),
    () => hub('changeEntriesBatch', [key, [1, 2, 3, 4].map((passportId) => entryChange(passportId, 5))]),
    () => passport('transferFrom', [ann, bob, 1], ann),
    () => hub('setProviderSigner', [PROVIDER, bob, mints % 2 === 0]),
    () =>
      hub('changeEntriesBatch', [
        key,
        [1, 2, 3].map((passportId) => entryChange(passportId, 5, { remove: true })),
      ]),
    () => passport('transferFrom', [bob, ann, 1], bob),
    () => hub('setProviderSigner', [PROVIDER, operator, true]),
  ];
  for (const call of calls) await call().catch(() => undefined);
}

/** What the newest blocks become: other events than they had. */
const otherwise = (name: string) =>
  [
    ['provisionMint', [PROVIDER, id(`${name} otherwise`), contracts.wallets[4], 1, NO_ENTRIES]],
    ['createGiveaway', [PROVIDER, giveawayOptions(`${name} otherwise`, contracts)]],
  ] as const;
const NO_ENTRIES = { giveaway: ZeroHash, amount: 0, reasonCode: 0, evidence: ZeroHash };

it.each([1, 3, 7])(
  'after reorganisations of depth %i during a burst the rows are those of a re-index from nothing',
  async (depth) => {
    const indexer = indexerOf(contracts, model, { eventsPerStep: 7 });
    indexer.start();
    for (const name of [`burst ${depth} a`, `burst ${depth} b`, `burst ${depth} c`]) {
      await burst(name);
      await contracts.reorg(depth, otherwise(name));
      await contracts.hub('changeEntries', [giveawayKey(`${name} otherwise`), entryChange(1, 1)]);
    }
    await indexer.stop();
    const last = indexerOf(contracts, model);
    await last.once();
    await last.stop();
    const followed = await model.everything();

    expect(followed['giveaway']?.length).toBeGreaterThanOrEqual(3);
    expect(indexer.warnings).toEqual([]);
    expect(followed).toEqual(await reindexed(contracts, model));
  },
);

it('a reorganisation takes back what the blocks did, and tells what changed', async () => {
  const { hub, reorg, wallets } = contracts;
  await hub('createGiveaway', [PROVIDER, giveawayOptions('kept', contracts)]);
  await hub('provisionMint', [PROVIDER, id('kept'), wallets[1], 5, NO_ENTRIES]);
  const indexer = indexerOf(contracts, model);
  await indexer.once();
  const before = await model.everything();

  await hub('createGiveaway', [PROVIDER, giveawayOptions('dropped', contracts)]);
  await hub('changeEntries', [giveawayKey('kept'), entryChange(1, 3)]);
  await indexer.once();
  expect((await model.everything())['giveaway']).toHaveLength((before['giveaway']?.length ?? 0) + 1);

  const told: unknown[] = [];
  indexer.on('advanced', ({ giveawayIds, passportIds }) => told.push([giveawayIds?.toSorted(), passportIds]));
  await reorg(2);
  await indexer.once();
  await indexer.stop();

  expect(await model.everything()).toEqual(before);
  const ids = ['kept', 'dropped'].map((name) => `gwy_${giveawayKey(name).slice(2)}`);
  expect(told).toEqual([[ids.toSorted(), ['psp_1']]]);
});

it('a node with an older head changes nothing', async () => {
  await burst('older head');
  const indexer = indexerOf(contracts, model);
  const { nextBlock } = await indexer.once();
  await indexer.stop();
  const before = await model.everything();

  const behind = withAnswers(contracts.rpc, async (method, params, answer) => {
    const block = (await answer()) as { number: string };
    if (method !== 'eth_getBlockByNumber') return block;
    const visible = nextBlock - 1 - 4;
    if (params[0] === 'latest')
      return contracts.rpc.call('eth_getBlockByNumber', [`0x${visible.toString(16)}`, false]);
    return Number(block.number) > visible ? null : block;
  });
  const lagging = indexerOf(contracts, model, { rpc: behind });
  const state = await lagging.once();
  await lagging.stop();

  expect(state.nextBlock).toBe(nextBlock);
  expect(await model.everything()).toEqual(before);
});

it('the only node may have a lower head: its chain is the chain', async () => {
  await burst('rolled back');
  const indexer = indexerOf(contracts, model, { soleNode: true });
  await indexer.once();
  await contracts.rpc.call('anvil_rollback', [3]);
  await indexer.once();
  await indexer.stop();
  const after = await model.everything();
  expect(after).toEqual(await reindexed(contracts, model));
});

it('another chain replaces everything, even while it is shorter', async () => {
  await burst('first chain');
  await contracts.mine(80);
  const indexer = indexerOf(contracts, model);
  await indexer.once();
  await indexer.stop();

  const second = await startContracts();
  try {
    expect(second.deployment.hub).toBe(contracts.deployment.hub);
    const other = indexerOf(second, model);
    await other.once();
    await other.stop();
    const replaced = await model.everything();
    expect(replaced['giveaway']).toEqual([]);
    expect(replaced).toEqual(await reindexed(second, model));
  } finally {
    await second.stop();
  }
});

it.each([
  ['its logs', 'eth_getLogs'],
  ['the blocks after the first ones', 'eth_getBlockByNumber'],
])('a chain that changes before %s are read leaves no mixture', async (_name, moment) => {
  const own = await startContracts();
  try {
    const { blockNumber } = own.deployment;
    for (let round = 0; round < 40; round += 1)
      await own.hub('setProviderSigner', [PROVIDER, own.wallets[round % 10], round % 3 === 0]);
    const depth = Number(await own.rpc.call('eth_blockNumber')) - blockNumber - 9;
    let logsWereRead = false;
    let reorganised = false;
    const rpc = withAnswers(own.rpc, async (method, _params, answer) => {
      // Blocks are asked for after logs once the first ones are projected.
      if (!reorganised && method === moment && (logsWereRead || method === 'eth_getLogs')) {
        reorganised = true;
        await own.reorg(depth, [['setProviderSigner', [PROVIDER, own.wallets[9], true]]]);
      }
      logsWereRead ||= method === 'eth_getLogs';
      return answer();
    });
    const indexer = indexerOf(own, model, { rpc });
    await indexer.once();
    await indexer.stop();
    const followed = await model.everything();
    expect(reorganised).toBe(true);
    expect(followed['chain_event']?.length).toBeLessThan(15);
    expect(followed).toEqual(await reindexed(own, model));
  } finally {
    await own.stop();
  }
});
