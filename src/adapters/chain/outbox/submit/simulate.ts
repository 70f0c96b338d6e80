import type { OperationError } from '../../../../core/operations/operation.ts';
import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { decodeBatch } from '../../hub/decode-batch.ts';
import { NodeLagging } from '../../rpc/node-lagging.ts';
import { isGasTooLow, toOperationError } from '../../hub/reverts.ts';
import type { RpcCall } from '../../rpc/rpc.ts';
import { isUnsupported, toRevert } from '../../rpc/rpc-errors.ts';
import { isBatchKind } from './batch-kind.ts';
import { toDraft, type TransactionDraft } from './group.ts';
import { toHex } from '../../rpc/block.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';
import { callInChunks } from '../../rpc/rpc-chunks.ts';
import { createYieldToEventLoop } from '../../../../runtime/yield-to-event-loop.ts';

/** A draft that the contracts would accept now, with its gas limit. */
export interface AcceptableDraft extends TransactionDraft {
  readonly gasLimit: number;
}

/** An operation that the contracts would revert now. */
export interface Rejection {
  readonly operation: QueuedOperation;
  readonly error: OperationError;
}

/** What the contracts would do on the state of one block. Operations in neither list could not be simulated. */
export interface Simulation {
  readonly acceptable: readonly AcceptableDraft[];
  readonly rejected: readonly Rejection[];
  /** The node's newest block, the signer's balance in wei and its next nonce, all by the same node. */
  readonly blockNumber: number;
  readonly balance: bigint;
  readonly nonce: number;
}

const TOO_MUCH_GAS: OperationError = {
  code: 'CONTRACT_REVERT',
  reason: 'OUT_OF_GAS',
  message: 'The operation needs more gas than the limit of a transaction.',
};

/** Calls drafts on the newest state. Throws RpcUnreachable when the node does not answer, NodeLagging when it lags behind. */
export async function simulate(
  context: OutboxContext,
  state: Pick<LaneState, 'lane'>,
  drafts: readonly TransactionDraft[],
  setTime = true,
): Promise<Simulation> {
  const { rpc, head, gas } = context;
  const { signer } = state.lane;
  const known = head.current()?.number ?? 0;
  const isTimeSet = callTime(context, setTime) !== undefined;
  const [newest, balance, nonce, ...outcomes] = await callInChunks(rpc, [
    { method: 'eth_blockNumber' },
    { method: 'eth_getBalance', params: [signer, 'latest'] },
    { method: 'eth_getTransactionCount', params: [signer, 'latest'] },
    ...drafts.map((draft) => toCall(context, signer, draft, setTime)),
  ]);
  for (const answer of [newest, balance, nonce]) if (answer instanceof Error) throw answer;
  if (Number(newest) < known) throw new NodeLagging();
  if (setTime && outcomes.some(isUnsupported)) return simulate(context, state, drafts, false);

  const acceptable: AcceptableDraft[] = [];
  const rejected: Rejection[] = [];
  // A block newer than the known head may be later than the time that was set: simulated again once the head is known.
  const isTimely = !isTimeSet || Number(newest) <= known;
  let needsMoreGas = false;
  const yieldToEventLoop = createYieldToEventLoop();
  for (const [index, draft] of drafts.entries()) {
    await yieldToEventLoop();
    const errors = toErrors(context, draft, outcomes[index]);
    if (errors === 'more-gas') needsMoreGas = true;
    if (errors === undefined || errors === 'more-gas') continue;
    const accepted = draft.operations.filter((_operation, item) => errors[item] === null);
    draft.operations.forEach((operation, item) => {
      const error = errors[item];
      if (error && isTimely) rejected.push({ operation, error });
    });
    if (accepted.length === 0) continue;
    const rest = accepted.length < draft.operations.length ? toDraft(accepted) : draft;
    acceptable.push({ ...rest, gasLimit: gas.limitFor(rest.kind, accepted.length) });
  }
  // Each repetition doubles the limit, up to the highest of a transaction.
  if (needsMoreGas) return simulate(context, state, drafts, setTime);
  return {
    acceptable,
    rejected,
    blockNumber: Number(newest),
    balance: BigInt(String(balance)),
    nonce: Number(nonce),
  };
}

/**
 * The call with the gas limit of the transaction. eth_call runs at the newest block's time, which can be long ago on a chain
 * that makes blocks on demand; the block of the transaction will have the current time.
 */
function toCall(context: OutboxContext, signer: string, draft: TransactionDraft, setTime: boolean): RpcCall {
  const { settings, gas } = context;
  const call = {
    from: signer,
    to: settings.hub,
    data: draft.data,
    gas: toHex(gas.limitFor(draft.kind, draft.operations.length)),
  };
  const time = callTime(context, setTime);
  return { method: 'eth_call', params: [call, 'latest', ...(time ? [{}, { time: toHex(time) }] : [])] };
}

/** The time at which the calls run; undefined for the newest block's time. */
function callTime({ head, unixTime }: OutboxContext, setTime: boolean): number | undefined {
  const time = unixTime();
  return setTime && time > (head.current()?.timestamp ?? time) ? time : undefined;
}

/** The error of each operation of the draft, or null; undefined when the call could not be simulated. */
function toErrors(
  { gas }: OutboxContext,
  { kind, operations }: TransactionDraft,
  outcome: unknown,
): (OperationError | null)[] | 'more-gas' | undefined {
  if (!(outcome instanceof Error)) {
    if (!isBatchKind(kind)) return [null];
    const results = decodeBatch(String(outcome), operations.length);
    return results.map((data) => (data === '0x' ? null : toOperationError(data)));
  }
  const revert = toRevert(outcome);
  if (revert === undefined) return undefined;
  const limit = gas.limitFor(kind, operations.length);
  const isHighest = limit >= gas.limit();
  // Our contracts revert with a reason: a revert without one may be an inner call that ran out of gas.
  if (revert === 'out-of-gas' || isGasTooLow(revert.data) || (revert.data === '0x' && !isHighest)) {
    if (isHighest && operations.length === 1) return [TOO_MUCH_GAS];
    gas.learn(kind, operations.length, limit * 2);
    // Above the highest limit: tried again in smaller groups.
    return isHighest ? undefined : 'more-gas';
  }
  return operations.map(() => toOperationError(revert.data));
}
