import type { OperationError } from '../../../../core/operations/operation.ts';
import type { Fees } from '../../rpc/fees.ts';
import { toDraft } from './group.ts';
import { toHex } from '../../rpc/block.ts';
import { hubAddressAt } from '../hub-address.ts';
import type { AcceptableDraft, Rejection } from './simulate.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';

export interface WithinBudget {
  readonly drafts: readonly AcceptableDraft[];
  /** Operations that the balance cannot pay for even alone. */
  readonly overBudget: readonly Rejection[];
}

/**
 * Selects drafts whose maximum cost the balance covers, in addition to the open transactions. A draft that does not fit in
 * addition to others waits for them; one that does not fit alone is over budget.
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
    const fitting = shrink(context, draft, left, fees);
    if (fitting) {
      drafts.push(fitting);
      left -= costOf(fitting.gasLimit, fees);
      continue;
    }
    if (!isAlone) break;
    // The learned limit has a margin: with such a low balance the node's estimate is used.
    const gasLimit = await estimate(context, state, draft);
    const needed = costOf(gasLimit, fees);
    if (needed <= left && draft.operations.length === 1) drafts.push({ ...draft, gasLimit });
    else overBudget.push(...draft.operations.map((operation) => ({ operation, error: toError(needed) })));
  }
  return { drafts, overBudget };

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
    const half = toDraft(fitting.operations.slice(0, count));
    // The draft may have needed more than the learned gas.
    const share = Math.ceil((draft.gasLimit * count) / draft.operations.length);
    fitting = { ...half, gasLimit: Math.max(gas.limitFor(half.kind, count), share) };
  }
  return fitting;
}

async function estimate(
  { rpc, settings }: OutboxContext,
  { lane }: LaneState,
  { operations, gasLimit }: AcceptableDraft,
): Promise<number> {
  const { data, hub } = toDraft(operations.slice(0, 1));
  const call = { from: lane.signer, to: hubAddressAt(settings.hubs, hub), data };
  const answer = await rpc.call('eth_estimateGas', [call]).catch(() => toHex(gasLimit));
  return Math.ceil(Number(answer) * 1.2);
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
