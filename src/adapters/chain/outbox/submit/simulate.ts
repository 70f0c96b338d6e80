import type { OperationError } from '../../../../core/operations/operation.ts';
import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { decodeBatch } from '../../hub/decode-batch.ts';
import { NodeLagging } from '../../rpc/node-lagging.ts';
import { toOperationError } from '../../hub/reverts.ts';
import type { RpcCall } from '../../rpc/rpc.ts';
import { isUnsupported, toRevert } from '../../rpc/rpc-errors.ts';
import { toDraft, type Draft } from './group.ts';
import { toHex } from '../../rpc/head.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';
import { callInChunks } from '../../rpc/rpc-chunks.ts';
import { startTurns } from '../../../../runtime/yield-to-event-loop.ts';

/** A draft that the contracts would accept now, with the gas that it needs at most. */
export interface AcceptableDraft extends Draft {
  readonly gasLimit: number;
}

export interface Refusal {
  readonly operation: QueuedOperation;
  readonly error: OperationError;
}

/** What the contracts would do, on the state of one block; of operations that are nowhere nothing was learned. */
export interface Judgement {
  readonly acceptable: readonly AcceptableDraft[];
  readonly refused: readonly Refusal[];
  /** The node's newest block, the signer's balance in wei and its next nonce, all by the same node. */
  readonly blockNumber: number;
  readonly balance: bigint;
  readonly nonce: number;
}

const TOO_MUCH_GAS: OperationError = {
  code: 'CONTRACT_REVERT',
  reason: 'OUT_OF_GAS',
  message: 'The operation needs more gas than a transaction may have.',
};

/** Tries drafts on the newest state. Throws RpcUnreachable when the node cannot be asked, NodeLagging when it lags. */
export async function judge(
  context: OutboxContext,
  state: Pick<LaneState, 'lane'>,
  drafts: readonly Draft[],
  setTime = true,
): Promise<Judgement> {
  const { rpc, head, gas } = context;
  const { signer } = state.lane;
  const known = head.current()?.number ?? 0;
  const isTimeSet = trialTime(context, setTime) !== undefined;
  const [newest, balance, nonce, ...outcomes] = await callInChunks(rpc, [
    { method: 'eth_blockNumber' },
    { method: 'eth_getBalance', params: [signer, 'latest'] },
    { method: 'eth_getTransactionCount', params: [signer, 'latest'] },
    ...drafts.map((draft) => toTrial(context, signer, draft, setTime)),
  ]);
  for (const answer of [newest, balance, nonce]) if (answer instanceof Error) throw answer;
  if (Number(newest) < known) throw new NodeLagging();
  if (setTime && outcomes.some(isUnsupported)) return judge(context, state, drafts, false);

  const acceptable: AcceptableDraft[] = [];
  const refused: Refusal[] = [];
  // A block that is newer than the one known may be ahead of the time that was set: judged again when it is known.
  const isTimely = !isTimeSet || Number(newest) <= known;
  let needsMoreGas = false;
  const turn = startTurns();
  for (const [place, draft] of drafts.entries()) {
    await turn();
    const errors = toErrors(context, draft, outcomes[place]);
    if (errors === 'more-gas') needsMoreGas = true;
    if (errors === undefined || errors === 'more-gas') continue;
    const kept = draft.operations.filter((_operation, item) => errors[item] === null);
    draft.operations.forEach((operation, item) => {
      const error = errors[item];
      if (error && isTimely) refused.push({ operation, error });
    });
    if (kept.length === 0) continue;
    const rest = kept.length < draft.operations.length ? toDraft(kept) : draft;
    acceptable.push({ ...rest, gasLimit: gas.limitFor(rest.kind, kept.length) });
  }
  // Each time the limit doubles, until it is the most that a transaction may have.
  if (needsMoreGas) return judge(context, state, drafts, setTime);
  return {
    acceptable,
    refused,
    blockNumber: Number(newest),
    balance: BigInt(String(balance)),
    nonce: Number(nonce),
  };
}

/**
 * The call with the gas that the transaction would have. eth_call runs at the newest block's time, which is long past on
 * a chain that makes blocks on demand; the block that takes the transaction has the time of now.
 */
function toTrial(context: OutboxContext, signer: string, draft: Draft, setTime: boolean): RpcCall {
  const { settings, gas } = context;
  const call = {
    from: signer,
    to: settings.hub,
    data: draft.data,
    gas: toHex(gas.limitFor(draft.kind, draft.operations.length)),
  };
  const time = trialTime(context, setTime);
  return { method: 'eth_call', params: [call, 'latest', ...(time ? [{}, { time: toHex(time) }] : [])] };
}

/** The time that trials are set to; undefined where they have the newest block's. */
function trialTime({ head, unixTime }: OutboxContext, setTime: boolean): number | undefined {
  const time = unixTime();
  return setTime && time > (head.current()?.timestamp ?? time) ? time : undefined;
}

/** For each operation of the draft its error, or null; undefined when nothing was learned. */
function toErrors(
  { gas }: OutboxContext,
  { kind, operations }: Draft,
  outcome: unknown,
): (OperationError | null)[] | 'more-gas' | undefined {
  if (!(outcome instanceof Error)) {
    if (kind !== 'batch') return [null];
    const results = decodeBatch(String(outcome), operations.length);
    return results.map((data) => (data === '0x' ? null : toOperationError(data)));
  }
  const revert = toRevert(outcome);
  if (revert === undefined) return undefined;
  const limit = gas.limitFor(kind, operations.length);
  const isHighest = limit >= gas.limit();
  // Our contracts name every refusal: one without a name may be a call within that lacked gas.
  if (revert === 'out-of-gas' || (revert.data === '0x' && !isHighest)) {
    if (isHighest && operations.length === 1) return [TOO_MUCH_GAS];
    gas.learn(kind, operations.length, limit * 2);
    // More than the most: tried again in smaller groups.
    return isHighest ? undefined : 'more-gas';
  }
  return operations.map(() => toOperationError(revert.data));
}
