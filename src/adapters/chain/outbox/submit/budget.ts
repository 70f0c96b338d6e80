import type { OperationError } from '../../../../core/operations/operation.ts';
import type { Fees } from '../../rpc/fees.ts';
import { toDraft } from './group.ts';
import { toHex } from '../../rpc/block.ts';
import { RpcError } from '../../rpc/rpc.ts';
import { hubAddressAt } from '../hub-address.ts';
import type { AcceptableDraft, Rejection } from './simulate.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';

export interface WithinBudget {
  readonly drafts: readonly AcceptableDraft[];
  /** Operations that the balance cannot pay for even alone. */
  readonly overBudget: readonly Rejection[];
}

/**
 * Selects drafts whose maximum cost the balance covers, in addition to the open transactions. A draft, or a part of it, that does
 * not fit in addition to others waits for them; one of which not even one operation fits alone is over budget.
 */
export async function chooseWithinBudget(
  context: OutboxContext,
  state: LaneState,
  acceptable: readonly AcceptableDraft[],
  balance: bigint,
  fees: Fees,
): Promise<WithinBudget> {
  const drafts: AcceptableDraft[] = [];
  const overBudget: Rejection[] = [];
  let left = balance - costOfSent(state);
  for (const draft of acceptable) {
    const isAlone = state.sent.size === 0 && drafts.length === 0;
    const fitting = shrink(context, draft, left, fees) ?? (isAlone && (await estimateFitting(draft, left)));
    if (!fitting) break;
    if (typeof fitting === 'bigint') {
      overBudget.push(...draft.operations.map((operation) => ({ operation, error: toError(fitting) })));
      continue;
    }
    drafts.push(fitting);
    left -= costOf(fitting.gasLimit, fees);
    // Its other operations come before those of the next drafts.
    if (fitting.operations.length < draft.operations.length) break;
  }
  return { drafts, overBudget };

  /**
   * The learned limits have a margin: with such a low balance the node's estimate decides how many operations fit. Returns the
   * cost of one when even that does not.
   */
  async function estimateFitting(
    draft: AcceptableDraft,
    available: bigint,
  ): Promise<AcceptableDraft | bigint> {
    for (let count = draft.operations.length; ; count = Math.floor(count / 2)) {
      const part = toPart(draft, count);
      const gasLimit = await estimate(context, state, part);
      const needed = costOf(gasLimit, fees);
      if (needed <= available) return { ...part, gasLimit };
      if (count === 1) return needed;
    }
  }

  function toError(needed: bigint): OperationError {
    const { symbol } = context.settings;
    return {
      code: 'INSUFFICIENT_FUNDS',
      reason: 'SIGNER_BALANCE',
      message: `The signer ${state.lane.signer} holds ${balance} wei and needs ${needed} wei (${symbol}): top it up.`,
      values: { address: state.lane.signer, balance: String(balance), needed: String(needed), symbol },
    };
  }
}

/** Shrinks the draft to the operations that `left` pays for; undefined for none. */
function shrink(
  { gas }: OutboxContext,
  draft: AcceptableDraft,
  left: bigint,
  fees: Fees,
): AcceptableDraft | undefined {
  let fitting = draft;
  while (costOf(fitting.gasLimit, fees) > left) {
    const count = Math.floor(fitting.operations.length / 2);
    if (count === 0) return undefined;
    const half = toPart(draft, count);
    // The draft may have needed more than the learned gas.
    fitting = { ...half, gasLimit: Math.max(gas.limitFor(half.kind, count), half.gasLimit) };
  }
  return fitting;
}

/** The first operations of a draft, with their share of its gas limit. */
function toPart(draft: AcceptableDraft, count: number): AcceptableDraft {
  const { operations, gasLimit } = draft;
  if (count === operations.length) return draft;
  const share = Math.ceil((gasLimit * count) / operations.length);
  return { ...toDraft(operations.slice(0, count)), gasLimit: share };
}

async function estimate(
  { rpc, settings }: OutboxContext,
  { lane }: LaneState,
  { data, hub, gasLimit }: AcceptableDraft,
): Promise<number> {
  const call = { from: lane.signer, to: hubAddressAt(settings.hubs, hub), data };
  const response = await rpc.call('eth_estimateGas', [call]).catch((error: unknown) => {
    if (error instanceof RpcError) return toHex(gasLimit);
    throw error;
  });
  return Math.ceil(Number(response) * 1.2);
}

function costOfSent({ sent }: LaneState): bigint {
  let cost = 0n;
  for (const { gasLimit, attempts } of sent.values())
    cost += BigInt(gasLimit) * (attempts.at(-1)?.maxFeePerGas ?? 0n);
  return cost;
}

function costOf(gasLimit: number, { maxFeePerGas }: Fees): bigint {
  return BigInt(gasLimit) * maxFeePerGas;
}
