import { describe, expect, it } from '@jest/globals';
import {
  toSent,
  type LaneState,
  type OutboxContext,
} from '../../../../src/adapters/chain/outbox/lane-state.ts';
import { chooseWithinBudget } from '../../../../src/adapters/chain/outbox/submit/budget.ts';
import { createGasModel } from '../../../../src/adapters/chain/outbox/submit/gas-model.ts';
import { toDraft } from '../../../../src/adapters/chain/outbox/submit/group.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import { entryChange } from '../support/harness.ts';

const KEY = `0x${'01'.repeat(32)}`;
const FEES = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
const GAS = 100_000;
const COST = BigInt(GAS) * FEES.maxFeePerGas;

const toOperation = (call: ChainCall, sequence: number) => ({
  id: `opn_${sequence}`,
  opKey: KEY,
  hub: 0,
  providerKey: KEY,
  signer: KEY,
  call,
  sequence,
  earlierTransactions: [],
});
const drafts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...toDraft([toOperation(entryChange(KEY, index + 1, 1), index)]),
    gasLimit: GAS,
  }));
/** An open transaction with the same fees. */
const open = (gasLimit: number) => {
  const attempts = [{ attempt: 1, ...FEES, signed: null }];
  return toSent({ id: 1, nonce: 0, to: KEY, data: '0x', gasLimit, attempts }, []);
};

/** What is chosen of three drafts of the same cost. No node has to estimate anything. */
const choose = (balance: bigint, sent: LaneState['sent'] = new Map()) => {
  const context = { gas: createGasModel(), settings: { symbol: 'ETH' } } as OutboxContext;
  return chooseWithinBudget(context, { sent } as LaneState, drafts(3), balance, FEES);
};

describe('the transactions that a balance pays for', () => {
  it.each([
    [1, COST],
    [1, 2n * COST - 1n],
    [2, 2n * COST],
    [2, 3n * COST - 1n],
    [3, 3n * COST],
  ])('are %i of three for %i wei', async (count, balance) => {
    const { drafts: chosen, overBudget } = await choose(balance);
    expect(chosen.map(({ operations: [first] }) => first?.sequence)).toEqual([0, 1, 2].slice(0, count));
    expect(overBudget).toEqual([]);
  });

  it.each([
    [0, COST, GAS],
    [1, 2n * COST, GAS],
    [1, 3n * COST - 1n, GAS],
    [2, 3n * COST, GAS],
    [1, 3n * COST, 2 * GAS],
  ])('are %i of three for %i wei while one with %i gas is open', async (count, balance, gasLimit) => {
    const { drafts: chosen } = await choose(balance, new Map([[1, open(gasLimit)]]));
    expect(chosen).toHaveLength(count);
  });

  it('are none after a part of a batch, whose other operations come first', async () => {
    const gas = createGasModel();
    gas.learn('changes', 4, 4 * 10_000);
    const context = { gas, settings: { symbol: 'ETH' } } as OutboxContext;
    const batch = toDraft([0, 1, 2, 3].map((index) => toOperation(entryChange(KEY, index + 1, 1), index)));
    const last = toDraft([toOperation(entryChange(KEY, 4, 1, { remove: true }), 4)]);
    const acceptable = [
      { ...batch, gasLimit: 4 * GAS },
      { ...last, gasLimit: GAS },
    ];
    const state = { sent: new Map() } as LaneState;
    const { drafts: chosen } = await chooseWithinBudget(context, state, acceptable, 4n * COST - 1n, FEES);
    expect(chosen.map(({ operations }) => operations.map(({ sequence }) => sequence))).toEqual([[0, 1]]);
  });
});
