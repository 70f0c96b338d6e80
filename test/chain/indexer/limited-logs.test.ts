import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { id } from 'ethers';
import { RpcError, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { entryChange, giveawayKey, giveawayOptions, PROVIDER, startContracts } from './contracts.ts';
import { indexerOf, reindexed, withResponses } from './indexing.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const contracts = sharedByTests(() => startContracts(['--gas-limit', '200000000']));
const model = sharedByTests(openReadModel);
let expected: Record<string, string[]>;
const KEY = giveawayKey('limited');
const PASSPORTS = 5;
const BATCH = 100;

beforeAll(async () => {
  const { hub, mine, setMining, wallets } = contracts;
  const changeBatch = () => {
    const changes = Array.from({ length: BATCH }, (_, index) => entryChange(1 + (index % PASSPORTS), 1));
    return hub('changeEntriesBatch', [KEY, changes]);
  };
  await hub('createGiveaway', [PROVIDER, giveawayOptions('limited', contracts)]);
  for (let passport = 1; passport <= PASSPORTS; passport += 1)
    await hub('provision', [PROVIDER, mintItem(id(`limited ${passport}`), wallets[1] as string, 3)]);
  // Ranges of empty blocks double in width: the next events are in the first half of a wide one.
  await mine(260);
  for (let block = 0; block < 12; block += 1) await changeBatch();
  await mine(300);
  await setMining(false);
  for (let batch = 0; batch < 6; batch += 1) await changeBatch();
  await mine(300);
  await setMining(true);
  expected = await reindexed(contracts, model);
});
beforeEach(() => model.empty());

type Params = readonly unknown[];
/** The number of blocks of a request for the logs of a range; undefined for other requests. */
function widthOf(method: string, [filter]: Params): number | undefined {
  if (method !== 'eth_getLogs') return undefined;
  const { fromBlock, toBlock } = filter as { readonly fromBlock?: string; readonly toBlock?: string };
  return fromBlock === undefined ? undefined : Number(toBlock) - Number(fromBlock) + 1;
}

/** The rows after as many passes as an indexer needs that is interrupted by errors. */
async function indexedBy(rpc: Rpc, passes = 60): Promise<Record<string, string[]>> {
  const indexer = indexerOf(contracts, model, { rpc });
  for (let pass = 0; pass < passes; pass += 1) {
    const state = await indexer.once().catch(() => undefined);
    if (state !== undefined && state.nextBlock > Number(state.head?.number)) break;
  }
  await indexer.stop();
  return model.everything();
}

describe('a node that returns only so many logs of a range, and no error', () => {
  it.each([
    ['the first 950, which end within a block', (logs: unknown[]) => logs.slice(0, 950)],
    ['the first 900, which end with a block', (logs: unknown[]) => logs.slice(0, 900)],
    ['the last 950', (logs: unknown[]) => logs.slice(-950)],
    ['the first 500, of a block that has 600', (logs: unknown[]) => logs.slice(0, 500)],
  ])('leaves no gap and does not stop the indexer: %s', async (_which, truncate) => {
    let truncated = 0;
    const rpc = withResponses(contracts.rpc, async (method, _params, response) => {
      const answered = await response();
      if (method !== 'eth_getLogs') return answered;
      const left = truncate(answered as unknown[]);
      if (left.length < (answered as unknown[]).length) truncated += 1;
      return left;
    });
    expect(await indexedBy(rpc)).toEqual(expected);
    expect(truncated).toBeGreaterThan(0);
  });
});

describe('a node that refuses requests for logs', () => {
  /** The node, with an error for chosen ranges, and the widths that were asked for. */
  function refusing(error: (width: number) => RpcError | undefined): { rpc: Rpc; widths: number[] } {
    const widths: number[] = [];
    const rpc = withResponses(contracts.rpc, (method, params, response) => {
      const width = widthOf(method, params);
      if (width !== undefined) widths.push(width);
      const refusal = width === undefined ? undefined : error(width);
      if (refusal !== undefined) throw refusal;
      return response();
    });
    return { rpc, widths };
  }

  it.each([
    [-32_602, 'exceed maximum block range: 50'],
    [-32_005, 'limit exceeded'],
  ])('is asked for fewer after it refused too many blocks: %i %j', async (code, message) => {
    const { rpc, widths } = refusing((width) => (width > 50 ? new RpcError(code, message) : undefined));
    expect(await indexedBy(rpc, 1)).toEqual(expected);
    // Most requests are not refused.
    expect(widths.filter((width) => width > 50).length).toBeLessThan(widths.length / 5);
  });

  it('is asked for more again when it no longer does', async () => {
    let most = 3;
    const { rpc, widths } = refusing((width) =>
      width > most ? new RpcError(-32_000, 'too wide') : undefined,
    );
    let requests = 0;
    const later = withResponses(rpc, (method, params, response) => {
      if (widthOf(method, params) !== undefined && ++requests === 60) most = 10_000;
      return response();
    });
    expect(await indexedBy(later, 1)).toEqual(expected);
    expect(Math.max(...widths.slice(60))).toBeGreaterThan(3);
  });

  it.each([
    [429, 'Too Many Requests'],
    [-32_005, 'project ID request rate exceeded'],
  ])('is not asked at once for fewer blocks after it got too many requests: %i %j', async (code, message) => {
    let isLimited = false;
    const { rpc, widths } = refusing(() => (isLimited ? new RpcError(code, message) : undefined));
    const indexer = indexerOf(contracts, model, { rpc });
    isLimited = true;
    for (let pass = 0; pass < 5; pass += 1) await expect(indexer.once()).rejects.toThrow(message);
    expect(widths).toHaveLength(5);
    isLimited = false;
    await indexer.once();
    await indexer.stop();
    expect(await model.everything()).toEqual(expected);
  });
});
