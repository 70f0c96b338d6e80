import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHeadWatcher } from '../../../src/adapters/chain/rpc/head.ts';
import type { Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { startTestChain } from '../../support/chain/anvil.ts';

type TestChain = Awaited<ReturnType<typeof startTestChain>>;

/** A connection on which the first answer comes later than the second. */
function overtaking({ call, batch }: Rpc): Rpc {
  let first: Promise<unknown> | undefined;
  let release: (() => void) | undefined;
  return {
    batch,
    async call(method, params) {
      const answer = await call(method, params);
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
      return answer;
    },
  };
}

describe('the newest block', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain({ signers: 1 });
  });
  afterAll(() => chain.stop());

  it('is known to all who wait for it, in whatever order answers arrive', async () => {
    const head = createHeadWatcher(overtaking(chain.rpc), Date.now);
    await expect(Promise.all([head.poll(), head.poll()])).resolves.toEqual([true, true]);
    expect(head.current()?.number).toEqual(expect.any(Number));
  });
});
