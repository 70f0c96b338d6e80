import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { id } from 'ethers';
import { hubFragments } from '../../../src/adapters/chain/indexer/contract-events.ts';
import { createRpc, RpcError, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { entryChange, giveawayKey, giveawayOptions, PROVIDER, startContracts } from './contracts.ts';
import { indexerOf, reindexed, withResponses } from './indexing.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const contracts = sharedByTests(startContracts);
const model = sharedByTests(openReadModel);
let expected: Record<string, string[]>;
const KEY = giveawayKey('missing logs');
const ENTRIES = { giveaway: KEY, amount: 2, reasonCode: 0, evidence: id('x') };

beforeAll(async () => {
  const { hub, mine, wallets } = contracts;
  await hub('createGiveaway', [PROVIDER, giveawayOptions('missing logs', contracts)]);
  await hub('provision', [PROVIDER, mintItem(id('first'), wallets[1] as string, 3, ENTRIES)]);
  // Ranges of empty final blocks double in width until their headers are too many to be read.
  await mine(300);
  await hub('provision', [PROVIDER, mintItem(id('second'), wallets[2] as string, 3, ENTRIES)]);
  await hub('changeEntriesBatch', [KEY, [entryChange(1, 3), entryChange(2, 4)]]);
  await mine(480);
  await hub('changeEntries', [KEY, entryChange(1, 5)]);
  await mine(3);
  await hub('changeEntries', [KEY, entryChange(2, 5)]);
  await decidePlaces();
  expected = await reindexed(contracts, model);
});
beforeEach(() => model.empty());

/** Decides the places of a round, and records the delivery of one. */
async function decidePlaces(): Promise<void> {
  const { hub, mine, now, wallets } = contracts;
  const options = { startTime: await now(), endTime: (await now()) + 1_000 };
  const values = [PROVIDER, giveawayOptions('several places', contracts, options), 2, 0];
  await hub('createGiveawayWithPlaces', values);
  const several = giveawayKey('several places');
  await hub('changeEntriesBatch', [several, [entryChange(1, 3), entryChange(2, 4)]]);
  await mine(1, 1_000);
  for (const passport of [2, 1]) await hub('declareWinner', [several, 0, passport]);
  const [, recipient] = wallets;
  const delivery = {
    assetContract: recipient,
    recipient,
    proofChainId: 1,
    proofTxHash: id('proof'),
    proofUri: '',
  };
  await hub('recordPlaceDelivery', [several, 0, 1, delivery]);
}

type Params = readonly unknown[];
const isLogs = (method: string) => method === 'eth_getLogs';
const isRange = (method: string, params: Params) => isLogs(method) && 'fromBlock' in (params[0] as object);
const widthOf = (params: Params) => {
  const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
  return Number(toBlock) - Number(fromBlock) + 1;
};

/** The node, without the logs of the responses that `isChosen` selects. */
function omitting(
  isChosen: (method: string, params: Params) => boolean,
  rpc: Rpc = contracts.rpc,
): { readonly rpc: Rpc; readonly omitted: () => number } {
  let omitted = 0;
  return {
    omitted: () => omitted,
    rpc: withResponses(rpc, async (method, params, response) => {
      const answered = await response();
      if (!isLogs(method) || (answered as unknown[]).length === 0 || !isChosen(method, params))
        return answered;
      omitted += (answered as unknown[]).length;
      return [];
    }),
  };
}

/** The node, without support for receipts of blocks. */
const withoutReceipts = () =>
  withResponses(contracts.rpc, (method, _params, response) => {
    if (method === 'eth_getBlockReceipts') throw new RpcError(-32601, 'the method does not exist');
    return response();
  });

describe('a node that omits logs', () => {
  it('a node that omits logs of narrow ranges and single blocks every time does no harm: the receipts contain them', async () => {
    const { rpc, omitted } = omitting((method, params) => !isRange(method, params) || widthOf(params) <= 100);
    expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
    expect(omitted()).toBeGreaterThan(5);
  });

  it('a node that omits logs of single blocks every time, without receipts of blocks, does no harm: those of transactions contain them', async () => {
    const { rpc, omitted } = omitting((method, params) => !isRange(method, params), withoutReceipts());
    expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
    expect(omitted()).toBeGreaterThan(1);
  });

  it('once per block, without receipts, is asked again', async () => {
    const seen = new Set<string>();
    const { rpc, omitted } = omitting((method, params) => {
      const isFirst = !isRange(method, params) && !seen.has(JSON.stringify(params));
      seen.add(JSON.stringify(params));
      return isFirst;
    }, withoutReceipts());
    expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
    expect(omitted()).toBeGreaterThan(1);
  });

  it.each([
    ['answers that it has no such block', true, 'does not have block'],
    ['answers only for the receipts that it has no such block', false, 'block not found'],
  ])(
    'a node that has no logs of a block yet, since it lacks the block, is waited for when it %s',
    async (_how, lacksBlock, message) => {
      let isBehind = true;
      let responses = 0;
      const rpc = withResponses(contracts.rpc, async (method, params, response) => {
        const [block] = params as [string | { readonly blockHash?: string }];
        const isOfBlock = typeof block === 'string' ? block.length === 66 : block?.blockHash !== undefined;
        if (!isBehind || !isOfBlock) return response();
        if (method === 'eth_getBlockReceipts') throw new RpcError(-32_000, 'block not found');
        if (method === 'eth_getBlockByHash' && lacksBlock) return null;
        if (isLogs(method)) responses += 1;
        return isLogs(method) ? [] : response();
      });
      const indexer = indexerOf(contracts, model, { rpc });
      await expect(indexer.once()).rejects.toThrow(message);
      expect(responses).toBeGreaterThan(0);
      isBehind = false;
      await indexer.once();
      await indexer.stop();
      expect(await model.everything()).toEqual(expected);
    },
  );

  it('a node that omits logs of one kind of event only is noticed', async () => {
    let omitted = 0;
    const rpc = withResponses(contracts.rpc, async (method, params, response) => {
      const answered = (await response()) as { topics: string[] }[];
      if (!isLogs(method) || (isRange(method, params) && widthOf(params) > 100)) return answered;
      const minted = id('PassportMinted(uint256,address,uint64)');
      const left = answered.filter(({ topics }) => topics.length < 3 || topics[0] === minted);
      omitted += answered.length - left.length;
      return left;
    });
    expect(await reindexed(contracts, model, { rpc, eventsPerStep: 1 })).toEqual(expected);
    expect(omitted).toBeGreaterThan(3);
  });

  it('a node that omits the logs of places is noticed', async () => {
    let omitted = 0;
    const ofPlaces = hubFragments.flatMap(({ name, topicHash }) =>
      name.startsWith('Place') ? [topicHash] : [],
    );
    const rpc = withResponses(contracts.rpc, async (method, _params, response) => {
      const answered = (await response()) as { topics: string[] }[];
      if (!isLogs(method)) return answered;
      const left = answered.filter(({ topics }) => !ofPlaces.includes(topics[0] ?? ''));
      omitted += answered.length - left.length;
      return left;
    });
    expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
    expect(omitted).toBeGreaterThan(2);
    expect([expected['round_place']?.length, expected['place_delivery']?.length]).toEqual([1, 1]);
  });

  it('a node that omits logs of a wide range once leaves the range unprojected until the next attempt', async () => {
    let isOmitted = false;
    const { rpc, omitted } = omitting((method, params) => {
      if (isOmitted || !isRange(method, params) || widthOf(params) <= 100) return false;
      return (isOmitted = true);
    });
    const indexer = indexerOf(contracts, model, { rpc });
    await expect(indexer.once()).rejects.toThrow('answered different logs of the blocks');
    await indexer.once();
    await indexer.stop();
    expect(await model.everything()).toEqual(expected);
    expect(omitted()).toBeGreaterThan(0);
  });

  it('a node that omits logs at random gives the same rows as a correct node', async () => {
    const proxy = await startFaultProxy(contracts.url, 7);
    const indexer = indexerOf(contracts, model, { rpc: createRpc(proxy.url) });
    try {
      proxy.set(0.1, ['no-logs']);
      const expectedCount = expected['entry_change']?.length;
      for (let pass = 0; (await model.rows('entry_change')).length !== expectedCount && pass < 100; pass += 1)
        await indexer.once().catch(() => undefined);
      expect(proxy.counts.get('no-logs')).toBeGreaterThan(0);
    } finally {
      await indexer.stop();
      await proxy.stop();
    }
    expect(await model.everything()).toEqual(expected);
  });
});

describe('a logs bloom that matches logs that its block does not have', () => {
  const ALMOST_ALL_BITS = `0x7${'f'.repeat(511)}`;
  const ALL_BITS = `0x${'f'.repeat(512)}`;
  /** The node, with another bloom in its blocks. */
  const blooming = (logsBloom: string | undefined, rpc: Rpc = contracts.rpc) =>
    withResponses(rpc, async (method, _params, response) =>
      method === 'eth_getBlockByNumber' ? { ...((await response()) as object), logsBloom } : response(),
    );
  /** From here on no block looks empty, since their blooms are full. */
  const startBlock = () => Number((contracts.deployment.blockNumber + 780).toString());
  const latest = (rpc: Rpc) => {
    const { hub, passport, chainId } = contracts.deployment;
    return { rpc, source: { chainId, hubs: [{ hubIndex: 0, hub, passport, startBlock: startBlock() }] } };
  };

  it.each([
    ['is missing', undefined],
    ['has all bits set', ALL_BITS],
  ])('does not stop the indexer when it %s, as on chains without blooms', async (_case, bloom) => {
    expect(await reindexed(contracts, model, { rpc: blooming(bloom) })).toEqual(expected);
  });

  it('does not stop the indexer when the node gives no receipts', async () => {
    const indexer = indexerOf(contracts, model, latest(blooming(ALMOST_ALL_BITS, withoutReceipts())));
    const { nextBlock, head } = await indexer.once();
    await indexer.stop();
    expect(nextBlock).toBe(Number(head?.number) + 1);
  });

  it('does not stop the indexer when the receipts contain logs of other contracts', async () => {
    const rpc = withResponses(blooming(ALMOST_ALL_BITS), async (method, _params, response) => {
      const receipts = await response();
      if (method !== 'eth_getBlockReceipts') return receipts;
      const blockHash = id('x');
      const log = { address: contracts.wallets[5], topics: [], data: '0x', blockNumber: '0x1', blockHash };
      return [...(receipts as unknown[]), { logs: [{ ...log, transactionHash: id('y'), logIndex: '0x77' }] }];
    });
    const indexer = indexerOf(contracts, model, latest(rpc));
    const { nextBlock, head } = await indexer.once();
    await indexer.stop();
    expect(nextBlock).toBe(Number(head?.number) + 1);
  });

  it('makes the indexer wait for a node whose receipts contain no log at all', async () => {
    const indexer = indexerOf(contracts, model, latest(blooming(ALMOST_ALL_BITS)));
    await expect(indexer.once()).rejects.toThrow('does not have the logs of block');
    await indexer.stop();
  });
});
