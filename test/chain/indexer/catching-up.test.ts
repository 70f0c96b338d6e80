import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { id } from 'ethers';
import { RpcError, RpcUnreachable } from '../../../src/adapters/chain/rpc/rpc.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { eventually } from '../../support/eventually.ts';
import { entryChange, giveawayKey, giveawayOptions, PROVIDER, startContracts } from './contracts.ts';
import { indexerOf, reindexed, withResponses } from './indexing.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const contracts = sharedByTests(startContracts);
const model = sharedByTests(openReadModel);
let expected: Record<string, string[]>;
const PASSPORTS = 15;
const KEY = giveawayKey('long');

beforeAll(async () => {
  const { hub, mine, setMining } = contracts;
  await hub('createGiveaway', [PROVIDER, giveawayOptions('long', contracts)]);
  await setMining(false);
  for (let round = 1; round <= 40; round += 1) {
    if (round <= PASSPORTS) await mint(round);
    const changes = Array.from({ length: 1 + (round % 5) }, (_, place) =>
      entryChange(1 + ((round * 7 + place) % PASSPORTS), 1 + place),
    );
    await hub('changeEntriesBatch', [KEY, changes]);
    await mine(1 + (round % 3));
  }
  await mine(256);
  await setMining(true);
  // Read block by block: the other ways must give the same rows.
  expected = await reindexed(contracts, model, { rpc: withoutFinality(), finalityDepth: 1_000_000 });
});

beforeEach(() => model.empty());

function mint(number: number): Promise<string> {
  const entries = { giveaway: KEY, amount: number, reasonCode: 0, evidence: id('x') };
  const wallet = contracts.wallets[1 + (number % 5)];
  return contracts.hub('provision', [
    PROVIDER,
    mintItem(id(`long ${number}`), wallet as string, number % 3, entries),
  ]);
}

/** A node that has no finalized tag, as some have none. */
const withoutFinality = () =>
  withResponses(contracts.rpc, (_method, params, response) => {
    if (params[0] === 'finalized') throw new RpcError(-32602, 'invalid block tag');
    return response();
  });

const isRange = (method: string, params: readonly unknown[]) =>
  method === 'eth_getLogs' && 'fromBlock' in (params[0] as object);

/** Waits until all changes of entries are indexed; a reader meanwhile sees tables of different moments. */
const caughtUp = () =>
  eventually(
    () => model.rows('entry_change'),
    (rows) => rows.length === expected['entry_change']?.length,
  );

const widthOf = (params: readonly unknown[]) => {
  const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
  return Number(toBlock) - Number(fromBlock) + 1;
};

it('indexes ranges of final blocks to the same rows as single blocks', async () => {
  let ranges = 0;
  const rpc = withResponses(contracts.rpc, (method, params, response) => {
    if (isRange(method, params)) ranges += 1;
    return response();
  });
  const rows = await reindexed(contracts, model, { rpc, eventsPerStep: 25 });
  expect(ranges).toBeGreaterThan(1);
  expect(rows['entry_change']?.length).toBeGreaterThan(90);
  expect(rows).toEqual(expected);
});

it('uses the configured depth when the node has no finalized tag', async () => {
  expect(await reindexed(contracts, model, { rpc: withoutFinality(), finalityDepth: 30 })).toEqual(expected);
  const { head } = await model.projection.cursor();
  expect(head?.finalizedNumber).toBe(Number(head?.number) - 30);
});

it('takes a block for final that is on the projected chain, and none of another chain at the address of the node', async () => {
  const otherFinal = withResponses(contracts.rpc, async (_method, params, response) => {
    const block = await response();
    return params[0] === 'finalized' ? { ...(block as object), hash: id('another chain') } : block;
  });
  expect(await reindexed(contracts, model, { rpc: otherFinal })).toEqual(expected);
  expect((await model.projection.cursor()).head?.finalizedNumber).toBe(0);

  await model.empty();
  await reindexed(contracts, model, {});
  const { head } = await model.projection.cursor();
  expect(head?.finalizedNumber).toBeGreaterThan(0);
});

it('changes nothing when it indexes again', async () => {
  const indexer = indexerOf(contracts, model);
  await indexer.once();
  const { version } = await model.projection.cursor();
  await indexer.once();
  await indexer.stop();
  const restarted = indexerOf(contracts, model);
  await restarted.once();
  await restarted.stop();

  expect(await model.everything()).toEqual(expected);
  expect((await model.projection.cursor()).version).toBe(version);
});

it.each([1, 2, 5])('continues where another indexer stopped after step %i', async (steps) => {
  const first = indexerOf(contracts, model, { eventsPerStep: 10 });
  let stopped: Promise<void> | undefined;
  let count = 0;
  first.on('advanced', () => {
    count += 1;
    if (count === steps) stopped = first.stop();
  });
  await first.once();
  await stopped;
  const { nextBlock, head } = await model.projection.cursor();
  expect(nextBlock).toBeLessThan(Number(head?.number));

  const second = indexerOf(contracts, model, { eventsPerStep: 10 });
  await second.once();
  await second.stop();
  expect(await model.everything()).toEqual(expected);
});

it('rebuilds a read model that is emptied while it runs', async () => {
  const indexer = indexerOf(contracts, model);
  indexer.start();
  await caughtUp();
  await model.empty();
  await caughtUp();
  await indexer.stop();
  expect(await model.everything()).toEqual(expected);
});

it.each([
  [7, new RpcError(-32005, 'query returned more than 10000 results')],
  [1, new RpcError(-32602, 'eth_getLogs is limited to a 1 range')],
])('asks a node that refuses ranges of more than %i blocks for smaller ones', async (limit, refusal) => {
  const widths: number[] = [];
  const rpc = withResponses(contracts.rpc, (method, params, response) => {
    if (isRange(method, params)) {
      widths.push(widthOf(params));
      if (widthOf(params) > limit) throw refusal;
    }
    return response();
  });
  expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
  expect(widths[0]).toBeGreaterThan(limit);
  // It tries whether the node takes more by now.
  expect(widths.slice(-20).filter((width) => width > limit).length).toBeLessThanOrEqual(1);
});

it('leaves no gap when a node has fewer blocks than requested', async () => {
  let responses = 0;
  const rpc = withResponses(contracts.rpc, async (method, params, response) => {
    if (!isRange(method, params)) return response();
    responses += 1;
    return responses === 1 ? [] : response();
  });
  const behind = withResponses(rpc, (method, params, response) => {
    // The block that is requested together with the first range.
    if (responses === 0 && method === 'eth_getBlockByNumber' && String(params[0]).startsWith('0x'))
      return Promise.resolve(null);
    return response();
  });
  const indexer = indexerOf(contracts, model, { rpc: behind });
  await expect(indexer.once()).rejects.toThrow(/does not have block \d+/);
  expect(await model.rows('chain_event')).toEqual([]);
  await indexer.once();
  await indexer.stop();
  expect(await model.everything()).toEqual(expected);
});

it('repeats requests to an unreachable node, and loses nothing', async () => {
  let calls = 0;
  const rpc = withResponses(contracts.rpc, (_method, _params, response) => {
    calls += 1;
    if (calls % 70 === 7) throw new RpcUnreachable('The node cannot be reached.');
    return response();
  });
  const failing = {
    ...rpc,
    batch: async (all: Parameters<typeof rpc.batch>[0]) => orThrow(await rpc.batch(all)),
  };
  const indexer = indexerOf(contracts, model, { rpc: failing, eventsPerStep: 20 });
  indexer.start();
  await caughtUp();
  await indexer.stop();
  expect(indexer.warnings.length).toBeGreaterThan(0);
  expect(await model.everything()).toEqual(expected);
});

function orThrow(responses: readonly unknown[]): readonly unknown[] {
  for (const response of responses) if (response instanceof RpcUnreachable) throw response;
  return responses;
}

it('refuses a node of another chain', async () => {
  const { deployment, rpc } = contracts;
  const { hub, passport, blockNumber } = deployment;
  const source = { chainId: 1, hubs: [{ hubIndex: 0, hub, passport, startBlock: blockNumber }] };
  const indexer = indexerOf(contracts, model, { source, rpc });
  await expect(indexer.once()).rejects.toThrow('serves chain 31337, not 1');
});

it('deletes old blocks, and keeps the latest 256 and the oldest', async () => {
  const contractsOfTest = await startContracts();
  try {
    const indexer = indexerOf(contractsOfTest, model);
    await indexer.once();
    const oldest = (await model.projection.blocks(1_000)).at(-1)?.number;
    for (let time = 0; time < 4; time += 1) {
      await contractsOfTest.mine(200);
      await indexer.once();
    }
    await contractsOfTest.reorg(60);
    await contractsOfTest.mine(10);
    const { nextBlock } = await indexer.once();
    await indexer.stop();
    const numbers = (await model.projection.blocks(1_000)).map(({ number }) => number);
    expect(numbers.length).toBeLessThanOrEqual(512 + 1);
    expect(numbers.at(-1)).toBe(oldest);
    expect(numbers.slice(0, 256)).toEqual(Array.from({ length: 256 }, (_, place) => nextBlock - 1 - place));
  } finally {
    await contractsOfTest.stop();
  }
});
