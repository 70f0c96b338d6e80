import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeLagging } from '../../../src/adapters/chain/rpc/node-lagging.ts';
import { OtherChain } from '../../../src/adapters/chain/rpc/other-chain.ts';
import { requireChain, type KnownBlock } from '../../../src/adapters/chain/rpc/require-chain.ts';
import { RpcError, RpcUnreachable, type Rpc, type RpcCall } from '../../../src/adapters/chain/rpc/rpc.ts';
import { startTestChain, type TestChain } from '../../support/chain/anvil.ts';

const COUNT = 'eth_getBlockTransactionCountByHash';
const BALANCE: RpcCall = { method: 'eth_getBalance', params: [`0x${'ab'.repeat(20)}`, 'latest'] };

/** A proxy that leads each request to the next of these nodes, and to the last one from then on. */
function proxyTo(...nodes: readonly Rpc[]): Rpc & { readonly requests: (readonly string[])[] } {
  const requests: (readonly string[])[] = [];
  const next = () => nodes[Math.min(requests.length, nodes.length) - 1] as Rpc;
  return {
    requests,
    batch(calls) {
      requests.push(calls.map(({ method }) => method));
      return next().batch(calls);
    },
    call: () => Promise.reject(new Error('The chain is asked for together with the calls.')),
  };
}

/** The node, which answers this error to a method. */
function failing(rpc: Rpc, failed: string, code: number, message: string): Rpc {
  return {
    ...rpc,
    batch: async (calls) =>
      (await rpc.batch(calls)).map((response, index) =>
        calls[index]?.method === failed ? new RpcError(code, message) : response,
      ),
  };
}

describe('a node whose chain is checked with each request', () => {
  let chain: TestChain;
  let foreign: TestChain;
  let known: KnownBlock;
  beforeAll(async () => {
    [chain, foreign] = await Promise.all([startTestChain(), startTestChain()]);
    const [address] = BALANCE.params ?? [];
    // Chains that begin at the same second are equal until their states differ.
    await chain.rpc.call('anvil_setBalance', [address, '0x1']);
    await chain.rpc.call('anvil_mine', ['0x1']);
    await foreign.rpc.call('anvil_setBalance', [address, '0xbad']);
    await foreign.rpc.call('anvil_mine', ['0x20']);
    const block = await chain.rpc.call('eth_getBlockByNumber', ['latest', false]);
    const { number, hash } = block as { readonly number: string; readonly hash: string };
    known = { number: Number(number), hash };
  });
  afterAll(() => Promise.all([chain.stop(), foreign.stop()]));

  const query = (
    rpc: Rpc,
    knownBlock: () => Promise<KnownBlock | undefined> = () => Promise.resolve(known),
  ) => requireChain(rpc, { chainId: 31_337, knownBlock }).batch([BALANCE]);

  it('is asked for its chain and the calls by one request', async () => {
    const proxy = proxyTo(chain.rpc);
    expect(await query(proxy)).toEqual(['0x1']);
    expect(proxy.requests).toEqual([['eth_chainId', COUNT, 'eth_getBalance']]);
  });

  it('is not believed when it has the same chain id and another block', async () => {
    await expect(query(foreign.rpc)).rejects.toThrow(OtherChain);
  });

  it.each([
    ['is busy', -32_005, 'limit exceeded'],
    ['does not support the check', -32_601, 'the method does not exist'],
  ])('is not believed when it has another block and %s', async (_why, code, message) => {
    await expect(query(failing(foreign.rpc, COUNT, code, message))).rejects.toThrow(OtherChain);
  });

  it('counts with the responses of the node that was checked, when a proxy leads to another one meanwhile', async () => {
    expect(await query(proxyTo(foreign.rpc, chain.rpc))).toEqual(['0x1']);
    await expect(query(proxyTo(failing(chain.rpc, COUNT, -32_005, 'busy'), foreign.rpc))).rejects.toThrow(
      OtherChain,
    );
  });

  it('tells nothing while it answers errors to all checks', async () => {
    const busy = failing(failing(chain.rpc, COUNT, 0, 'busy'), 'eth_getBlockByNumber', 0, 'busy');
    await expect(query(busy)).rejects.toThrow(RpcUnreachable);
  });

  it('lags behind as long as it does not have the block', async () => {
    const later = { number: known.number + 1_000, hash: `0x${'12'.repeat(32)}` };
    await expect(query(chain.rpc, () => Promise.resolve(later))).rejects.toThrow(NodeLagging);
  });

  it('is asked for the header alone once it does not know the method', async () => {
    const proxy = proxyTo(failing(chain.rpc, COUNT, -32_601, 'the method does not exist'));
    const checked = requireChain(proxy, { chainId: 31_337, knownBlock: () => Promise.resolve(known) });
    expect([await checked.batch([BALANCE]), await checked.batch([BALANCE])]).toEqual([['0x1'], ['0x1']]);
    expect(proxy.requests.map(([, check]) => check)).toEqual([
      COUNT,
      'eth_getBlockByNumber',
      'eth_getBlockByNumber',
    ]);
  });

  it('is not asked while the stored block cannot be read', async () => {
    const proxy = proxyTo(chain.rpc);
    await expect(query(proxy, () => Promise.reject(new Error('no database')))).rejects.toThrow(
      RpcUnreachable,
    );
    expect(proxy.requests).toEqual([]);
  });
});
