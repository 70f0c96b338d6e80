import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bumpFees, quoteFees, readTip } from '../../../src/adapters/chain/rpc/fees.ts';
import { RpcError, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { startAnvil } from '../indexer/anvil.ts';
import { withResponses } from '../indexer/indexing.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const wei = fc.bigInt({ min: 0n, max: 10n ** 15n });

describe('fees', () => {
  it('leave room for the base fee to double, under the cap', () => {
    expect(quoteFees(10n, 2n, 100n)).toEqual({ maxFeePerGas: 22n, maxPriorityFeePerGas: 2n });
    expect(quoteFees(10n, 2n, 15n)).toEqual({ maxFeePerGas: 15n, maxPriorityFeePerGas: 2n });
  });

  it('are not offered when the base fee alone is over the cap', () => {
    expect(quoteFees(10n, 2n, 11n)).toBeUndefined();
  });

  it('are both raised by at least an eighth, and never over the cap', () => {
    fc.assert(
      fc.property(wei, wei, wei, wei, wei, (tip, over, quoteTip, quoteOver, cap) => {
        const earlier = { maxFeePerGas: tip + over, maxPriorityFeePerGas: tip };
        const quote = { maxFeePerGas: quoteTip + quoteOver, maxPriorityFeePerGas: quoteTip };
        const fees = bumpFees(earlier, quote, cap);
        if (fees === undefined) return;
        expect(fees.maxFeePerGas * 8n).toBeGreaterThanOrEqual(earlier.maxFeePerGas * 9n);
        expect(fees.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(tip * 9n);
        expect(fees.maxFeePerGas).toBeGreaterThan(earlier.maxFeePerGas);
        expect(fees.maxFeePerGas).toBeGreaterThanOrEqual(fees.maxPriorityFeePerGas);
        expect(fees.maxFeePerGas).toBeLessThanOrEqual(cap);
      }),
    );
    expect(
      bumpFees(
        { maxFeePerGas: 8n, maxPriorityFeePerGas: 0n },
        { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n },
        9n,
      ),
    ).toEqual({ maxFeePerGas: 9n, maxPriorityFeePerGas: 1n });
  });
});

describe('the priority fee', () => {
  const anvil = sharedByTests(startAnvil);

  /** The node, which answers this error to the question for the priority fee. */
  const failing = (code: number, message: string): Rpc =>
    withResponses(anvil.rpc, (method, _params, response) => {
      if (method === 'eth_maxPriorityFeePerGas') throw new RpcError(code, message);
      return response();
    });

  it('is what the node suggests', async () => {
    expect(await readTip(anvil.rpc, () => 5n)).toBe(
      BigInt(String(await anvil.rpc.call('eth_maxPriorityFeePerGas'))),
    );
  });

  it.each([
    [-32_601, 'the method does not exist'],
    [-32_000, 'not implemented'],
  ])(
    'is what the gas price is above the base fee on a node without the method: %i %j',
    async (code, message) => {
      const price = BigInt(String(await anvil.rpc.call('eth_gasPrice')));
      expect(price).toBeGreaterThan(5n);
      expect(await readTip(failing(code, message), () => 5n)).toBe(price - 5n);
      expect(await readTip(failing(code, message), () => price + 1n)).toBe(0n);
    },
  );

  it('is not 0 because the node gets too many requests', async () => {
    await expect(readTip(failing(429, 'too many requests'), () => 5n)).rejects.toThrow(RpcError);
  });
});
