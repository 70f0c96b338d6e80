import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { getBytes, id, keccak256 } from 'ethers';
import { RpcError, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { giveawayKey, giveawayOptions, PROVIDER, startContracts, type Contracts } from './contracts.ts';
import { reindexed, withResponses } from './indexing.ts';
import { openReadModel, type ReadModel } from './read-model.ts';

let contracts: Contracts;
let model: ReadModel;
let expected: Record<string, string[]>;
beforeAll(async () => {
  [contracts, model] = await Promise.all([startContracts(), openReadModel()]);
  const { hub, mine, setMining, wallets, deployment } = contracts;
  await hub('createGiveaway', [PROVIDER, giveawayOptions('busy', contracts)]);
  const entries = { giveaway: giveawayKey('busy'), amount: 2, reasonCode: 0, evidence: id('x') };
  const other = await startLogger();
  const logs = [deployment.hub, deployment.passport].map(topicsOfSameBits);
  const provision = (name: string) =>
    hub('provision', [PROVIDER, mintItem(id(name), wallets[1] as string, 3, entries)]);
  await setMining(false);
  for (const topics of logs) await other(topics);
  await mine();
  for (const topics of logs) await other(topics);
  await provision('last');
  await mine();
  await provision('first');
  await mine();
  await setMining(true);
  expected = await reindexed(contracts, model);
}, 90_000);
beforeEach(() => model.empty());
afterAll(async () => {
  await model.close();
  await contracts.stop();
});

/** Deploys a contract that emits one log with the four topics of its call. */
async function startLogger(): Promise<(topics: readonly string[]) => Promise<unknown>> {
  const [, , from] = contracts.wallets;
  const runtime = '60603560403560203560003560006000a400';
  const data = `0x71${runtime}6000526012600ef3`;
  const { rpc } = contracts;
  const hash = await rpc.call('eth_sendTransaction', [{ from, data, gas: '0x100000' }]);
  const { contractAddress: to } = (await rpc.call('eth_getTransactionReceipt', [hash])) as {
    readonly contractAddress: string;
  };
  return (topics) => {
    const words = topics.map((topic) => topic.slice(2)).join('');
    return rpc.call('eth_sendTransaction', [{ from, to, data: `0x${words}`, gas: '0x100000' }]);
  };
}

const bitsOf = (value: string) => {
  const hash = getBytes(keccak256(value));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff);
};

/** The topics of a transfer in whose bloom the address seems to be: as on a busy chain, by chance. */
function topicsOfSameBits(address: string): readonly string[] {
  const found = bitsOf(address).map((bit) => {
    let count = 0;
    while (!bitsOf(id(`topic ${count}`)).includes(bit)) count += 1;
    return id(`topic ${count}`);
  });
  return [id('Transfer(address,address,uint256)'), ...found];
}

type Logs = readonly { readonly address: string }[];
type Params = readonly [{ readonly address?: unknown }];
/** The node, without receipts of blocks and with other logs; `calls` has the methods that it was asked. */
function changingLogs(change: (logs: Logs, isFiltered: boolean) => Logs): {
  readonly rpc: Rpc;
  readonly calls: readonly string[];
} {
  const calls: string[] = [];
  const rpc = withResponses(contracts.rpc, async (method, params, response) => {
    calls.push(method);
    if (method === 'eth_getBlockReceipts') throw new RpcError(-32601, 'the method does not exist');
    if (method !== 'eth_getLogs') return response();
    return change((await response()) as Logs, (params as unknown as Params)[0].address !== undefined);
  });
  return { rpc, calls };
}
const countOf = (calls: readonly string[], method: string) => calls.filter((each) => each === method).length;
const isOwn = ({ address }: { readonly address: string }) =>
  [contracts.deployment.hub, contracts.deployment.passport].some(
    (own) => own.toLowerCase() === address.toLowerCase(),
  );

it('the logs of a whole block, which make up its bloom, spare the receipts of its transactions', async () => {
  const { rpc, calls } = changingLogs((logs) => logs);
  expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
  // One more for each doubtful block.
  expect(countOf(calls, 'eth_getLogs')).toBeGreaterThan(2);
  expect(countOf(calls, 'eth_getTransactionReceipt')).toBe(0);
});

it.each<[string, (logs: Logs, isFiltered: boolean) => Logs]>([
  ['all logs', () => []],
  ['its own logs', (logs) => logs.filter((log) => !isOwn(log))],
  ['the last log', (logs, isFiltered) => (isFiltered ? [] : logs.slice(0, -1))],
  ['the first log', (logs, isFiltered) => (isFiltered ? [] : logs.slice(1))],
])('the receipts of transactions have what a node omits: %s', async (_what, change) => {
  const { rpc, calls } = changingLogs(change);
  expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
  expect(countOf(calls, 'eth_getTransactionReceipt')).toBeGreaterThan(0);
});

it('the logs of a whole block replace filtered ones that a node omits', async () => {
  const { rpc, calls } = changingLogs((logs, isFiltered) => (isFiltered ? [] : logs));
  expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
  expect(countOf(calls, 'eth_getTransactionReceipt')).toBe(0);
});

it('a node that refuses the logs of a whole block is asked for the receipts of transactions', async () => {
  const { rpc, calls } = changingLogs((logs, isFiltered) => {
    if (!isFiltered) throw new RpcError(-32005, 'query exceeds max results 20000');
    return logs;
  });
  expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
  expect(countOf(calls, 'eth_getTransactionReceipt')).toBeGreaterThan(0);
});

it('a block with very many logs, whose bloom takes long to make, is read by the receipts of its transactions', async () => {
  const { rpc, calls } = changingLogs((logs, isFiltered) => {
    if (isFiltered) return logs;
    return Array.from({ length: 1_001 }, (_, index) => ({
      ...(logs[index % logs.length] as (typeof logs)[0]),
      logIndex: `0x${index.toString(16)}`,
    }));
  });
  expect(await reindexed(contracts, model, { rpc })).toEqual(expected);
  expect(countOf(calls, 'eth_getTransactionReceipt')).toBeGreaterThan(0);
});
