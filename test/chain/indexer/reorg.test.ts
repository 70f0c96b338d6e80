import { beforeEach, expect, it } from '@jest/globals';
import { id, ZeroHash } from 'ethers';
import { mintItem } from '../../support/chain/provision.ts';
import { entryChange, giveawayKey, giveawayOptions, PROVIDER, startContracts } from './contracts.ts';
import { indexerOf, reindexed, withResponses } from './indexing.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const contracts = sharedByTests(startContracts);
const model = sharedByTests(openReadModel);

beforeEach(() => model.empty());

let mints = 0;

/** A row of chain_step. */
interface RememberedStep {
  readonly version: number;
  readonly giveaway_ids: readonly string[] | null;
}

/** Sends one call of every kind; calls that a reorganisation made impossible are skipped. */
async function burst(name: string): Promise<void> {
  const { hub, passport, wallets } = contracts;
  const [operator, ann, bob] = wallets as [string, string, string];
  const key = giveawayKey(name);
  const entries = { giveaway: key, amount: 2, reasonCode: 1, evidence: ZeroHash };
  mints += 1;
  const calls = [
    () => hub('createGiveaway', [PROVIDER, giveawayOptions(name, contracts)]),
    () => hub('provision', [PROVIDER, mintItem(id(`mint ${mints} a`), ann, 100, entries)]),
    () => hub('provision', [PROVIDER, mintItem(id(`mint ${mints} b`), bob, 100, entries)]),
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

/** The calls that replace those of the newest blocks. */
const otherwise = (name: string) =>
  [
    ['provision', [PROVIDER, mintItem(id(`${name} otherwise`), contracts.wallets[4] as string, 1)]],
    ['createGiveaway', [PROVIDER, giveawayOptions(`${name} otherwise`, contracts)]],
  ] as const;

it.each([1, 3, 7])(
  'gives the rows of a full re-index after reorganisations of depth %i during a burst',
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

it('takes back what the removed blocks did, and remembers what changed', async () => {
  const { hub, reorg, wallets } = contracts;
  await hub('createGiveaway', [PROVIDER, giveawayOptions('kept', contracts)]);
  await hub('provision', [PROVIDER, mintItem(id('kept'), wallets[1] as string, 5)]);
  const indexer = indexerOf(contracts, model);
  await indexer.once();
  const before = await model.everything();

  await hub('createGiveaway', [PROVIDER, giveawayOptions('dropped', contracts)]);
  await hub('changeEntries', [giveawayKey('kept'), entryChange(1, 3)]);
  await indexer.once();
  expect((await model.everything())['giveaway']).toHaveLength((before['giveaway']?.length ?? 0) + 1);

  await reorg(2);
  await indexer.once();
  await indexer.stop();

  expect(await model.everything()).toEqual(before);
  const ids = ['kept', 'dropped'].map((name) => `gwy_${giveawayKey(name).slice(2)}`);
  const [remembered] = (await model.rows('chain_step'))
    .map((row) => JSON.parse(row) as RememberedStep)
    .toSorted((one, other) => other.version - one.version);
  expect(remembered?.giveaway_ids?.toSorted()).toEqual(ids.toSorted());
});

it.each([1, 5])(
  'follows a reorganisation of depth %i on a node that calls its newest block final',
  async (depth) => {
    await burst(`hasty ${depth}`);
    const rpc = withResponses(contracts.rpc, (method, params, response) =>
      params[0] === 'finalized' ? contracts.rpc.call(method, ['latest', false]) : response(),
    );
    const indexer = indexerOf(contracts, model, { rpc, confirmations: 5 });
    await indexer.once();
    await contracts.reorg(depth, otherwise(`hasty ${depth}`));
    await indexer.once();
    await indexer.stop();
    const followed = await model.everything();
    expect(followed).toEqual(await reindexed(contracts, model));
  },
);

it('changes nothing for a node with an older head', async () => {
  await burst('older head');
  const indexer = indexerOf(contracts, model);
  const { nextBlock } = await indexer.once();
  await indexer.stop();
  const before = await model.everything();

  const behind = withResponses(contracts.rpc, async (method, params, response) => {
    const block = (await response()) as { number: string };
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

it('follows the only node to a lower head', async () => {
  await burst('rolled back');
  const indexer = indexerOf(contracts, model, { soleNode: true });
  await indexer.once();
  await contracts.rpc.call('anvil_rollback', [3]);
  await indexer.once();
  await indexer.stop();
  const after = await model.everything();
  expect(after).toEqual(await reindexed(contracts, model));
});

it.each([
  ['shorter', 1, 0],
  ['longer', 1, 900],
  // The stored blocks next to each other are fewer.
  ['far shorter', 8, 0],
])(
  'erases nothing while the node serves another, %s chain, and continues when it is back',
  async (which, steps, blocks) => {
    await burst(`first chain, ${which}`);
    const second = await startContracts([], contracts.genesis);
    try {
      expect(second.deployment.hub).toBe(contracts.deployment.hub);
      if (blocks > 0) await second.mine(blocks);
      let node = contracts.rpc;
      const rpc = {
        call: (...call: Parameters<typeof node.call>) => node.call(...call),
        batch: (...calls: Parameters<typeof node.batch>) => node.batch(...calls),
      };
      const notes: boolean[] = [];
      const indexer = indexerOf(contracts, model, { rpc, noteOther: (isOther) => notes.push(isOther) });
      for (let step = 0; step < steps; step += 1) {
        await contracts.mine(80);
        await indexer.once();
      }
      const before = await model.everything();
      node = second.rpc;
      await expect(indexer.once()).rejects.toThrow(/has another block \d+ .* final.*by itself when RPC_URL/s);
      expect(await model.everything()).toEqual(before);
      // An instance with the right node can project meanwhile.
      const other = indexerOf(contracts, model);
      expect(await other.once()).toMatchObject({ isWriter: true });
      await other.stop();
      node = contracts.rpc;
      await contracts.hub('createGiveaway', [PROVIDER, giveawayOptions(`back, ${which}`, contracts)]);
      expect(await indexer.once()).toMatchObject({ isWriter: true });
      await indexer.stop();
      expect(notes.filter((isOther, index) => isOther !== notes[index - 1])).toEqual([false, true, false]);
      expect(await model.everything()).toEqual(await reindexed(contracts, model));
    } finally {
      await second.stop();
    }
  },
);

it('erases nothing while the node has another chain id in the middle of a pass', async () => {
  await burst('chain id');
  const indexer = indexerOf(contracts, model);
  await indexer.once();
  const before = await model.everything();
  await contracts.mine(3);
  let passes = 0;
  const rpc = withResponses(contracts.rpc, async (method, _params, response) => {
    if (method !== 'eth_chainId') return response();
    passes += 1;
    return passes > 2 ? '0x1' : response();
  });
  await indexer.stop();
  const misled = indexerOf(contracts, model, { rpc });
  await expect(misled.once()).rejects.toThrow('serves chain 1, not 31337');
  await misled.stop();
  expect(passes).toBe(3);
  expect(await model.everything()).toEqual(before);
});

it('reads everything again when the only node has a new chain', async () => {
  await burst('before the new chain');
  await contracts.mine(80);
  const indexer = indexerOf(contracts, model, { soleNode: true });
  await indexer.once();
  await indexer.stop();
  const second = await startContracts([], contracts.genesis);
  try {
    expect(second.deployment.hub).toBe(contracts.deployment.hub);
    const other = indexerOf(second, model, { soleNode: true });
    await other.once();
    await other.stop();
    const replaced = await model.everything();
    expect(replaced['giveaway']).toEqual([]);
    expect(replaced).toEqual(await reindexed(second, model));
    expect(other.warnings).toHaveLength(1);
  } finally {
    await second.stop();
  }
});

it.each([
  ['its logs', 'eth_getLogs'],
  ['the blocks after the first ones', 'eth_getBlockByNumber'],
])('mixes nothing when the chain changes before %s are read', async (_name, moment) => {
  const contractsOfTest = await startContracts();
  try {
    const { blockNumber } = contractsOfTest.deployment;
    for (let round = 0; round < 40; round += 1)
      await contractsOfTest.hub('setProviderSigner', [
        PROVIDER,
        contractsOfTest.wallets[round % 10],
        round % 3 === 0,
      ]);
    const depth = Number(await contractsOfTest.rpc.call('eth_blockNumber')) - blockNumber - 9;
    let logsWereRead = false;
    let reorganised = false;
    const rpc = withResponses(contractsOfTest.rpc, async (method, _params, response) => {
      // Once the first blocks are projected, blocks are requested after logs.
      if (!reorganised && method === moment && (logsWereRead || method === 'eth_getLogs')) {
        reorganised = true;
        await contractsOfTest.reorg(depth, [
          ['setProviderSigner', [PROVIDER, contractsOfTest.wallets[9], true]],
        ]);
      }
      logsWereRead ||= method === 'eth_getLogs';
      return response();
    });
    const indexer = indexerOf(contractsOfTest, model, { rpc });
    await indexer.once();
    await indexer.stop();
    const followed = await model.everything();
    expect(reorganised).toBe(true);
    expect(followed['chain_event']?.length).toBeLessThan(15);
    expect(followed).toEqual(await reindexed(contractsOfTest, model));
  } finally {
    await contractsOfTest.stop();
  }
});
