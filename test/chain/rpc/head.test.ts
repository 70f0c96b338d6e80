import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHeadWatcher } from '../../../src/adapters/chain/rpc/head.ts';
import { toHex } from '../../../src/adapters/chain/rpc/block.ts';
import { NodeLagging } from '../../../src/adapters/chain/rpc/node-lagging.ts';
import type { Rpc, RpcCall } from '../../../src/adapters/chain/rpc/rpc.ts';
import { startTestChain } from '../../support/chain/anvil.ts';

/** A block's header as nodes answer it. */
interface Answered {
  readonly number: string;
  readonly hash: string;
}

type TestChain = Awaited<ReturnType<typeof startTestChain>>;

/** A connection on which the first response comes later than the second. */
function overtaking({ call, batch }: Rpc): Rpc {
  let first: Promise<unknown> | undefined;
  let release: (() => void) | undefined;
  return {
    batch,
    async call(method, params) {
      const response = await call(method, params);
      if (first !== undefined) {
        await call('evm_mine');
        const newer = await call(method, params);
        setImmediate(() => release?.());
        return newer;
      }
      first = new Promise<void>((resolve) => {
        release = resolve;
        setTimeout(resolve, 500);
      });
      await first;
      return response;
    },
  };
}

describe('the newest block', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain({ signers: 1 });
  });
  afterAll(() => chain.stop());

  it('is known to all who wait for it, in whatever order responses arrive', async () => {
    const head = createHeadWatcher(overtaking(chain.rpc), Date.now);
    await expect(Promise.all([head.poll(), head.poll()])).resolves.toEqual([true, true]);
    expect(head.current()?.number).toEqual(expect.any(Number));
  });

  describe('behind a proxy to a node that has missed a reorganisation', () => {
    /** The chain before the reorganisation, as that node still answers it. */
    const remember = async (): Promise<Rpc> => {
      const latest = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as Answered;
      const blocks = new Map<unknown, Answered | null>([['latest', latest]]);
      for (let number = Number(latest.number); number >= 0; number -= 1) {
        const quantity = toHex(number);
        const block = await chain.rpc.call('eth_getBlockByNumber', [quantity, false]);
        blocks.set(quantity, block as Answered);
      }
      const response = ({ params = [] }: RpcCall) => blocks.get(params[0]) ?? null;
      return {
        call: (method, params = []) => Promise.resolve(response({ method, params })),
        batch: (calls) => Promise.resolve(calls.map(response)),
      };
    };
    /** Leads the next requests to the nodes, in this order. */
    const proxied = () => {
      let nodes: readonly Rpc[] = [];
      const next = () => {
        const [node = chain.rpc, ...rest] = nodes;
        nodes = rest;
        return node;
      };
      const rpc: Rpc = {
        call: (method, params) => next().call(method, params),
        batch: (calls) => next().batch(calls),
      };
      return { rpc, lead: (...to: readonly Rpc[]) => void (nodes = to) };
    };
    const place = ({ number, hash }: Answered) => ({ blockNumber: Number(number), blockHash: hash });

    it('finds no block on the chain by the responses of that node', async () => {
      await chain.rpc.call('anvil_mine', ['0x4']);
      const replaced = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as Answered;
      const stale = await remember();
      await chain.rpc.call('anvil_reorg', [3, []]);
      await chain.rpc.call('anvil_mine', ['0x1']);
      const { rpc, lead } = proxied();
      const head = createHeadWatcher(rpc, Date.now);
      await head.poll();
      lead(stale);
      await expect(head.findOrphans([place(replaced)])).rejects.toThrow(NodeLagging);
      expect(await head.findOrphans([place(replaced)])).toEqual(new Set([replaced.hash]));
    });

    it('notices the reorganisation although that node denies it', async () => {
      await chain.rpc.call('anvil_mine', ['0x4']);
      const { rpc, lead } = proxied();
      const head = createHeadWatcher(rpc, Date.now);
      await head.poll();
      const stale = await remember();
      await chain.rpc.call('anvil_reorg', [3, []]);
      await chain.rpc.call('anvil_mine', ['0x2']);
      lead(chain.rpc, stale);
      await expect(head.poll()).rejects.toThrow(NodeLagging);
      expect([await head.poll(), head.reorgs()]).toEqual([true, 1]);
    });
  });
});
