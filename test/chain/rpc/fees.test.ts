import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bumpFees, quoteFees } from '../../../src/adapters/chain/rpc/fees.ts';

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
