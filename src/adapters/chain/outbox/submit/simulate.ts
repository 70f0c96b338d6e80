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
import { hubAddressAt } from '../hub-address.ts';
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
  /** The first response that tells nothing about the operations, such as that of a node without the state. */
  readonly failure: Error | undefined;
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

/** A draft with the gas limit to try, and its position among the drafts. Halves of a draft share its room. */
interface Trial {
  readonly draft: TransactionDraft;
  readonly limit: number;
  readonly position: number;
  readonly room: number;
}

/**
 * Calls drafts on the newest state. Those that need more gas than the model expects are called again with a higher limit, and
 * beyond the highest limit of a transaction in halves. Throws RpcUnreachable when the node does not answer, NodeLagging when it
 * lags behind, or when mined transactions of the lane are not on its chain.
 */
export async function simulate(
  context: OutboxContext,
  state: Pick<LaneState, 'lane' | 'mined'>,
  drafts: readonly TransactionDraft[],
): Promise<Simulation> {
  const { gas } = context;
  const accepted: (readonly [position: number, draft: AcceptableDraft])[] = [];
  const rejected: Rejection[] = [];
  let trials: readonly Trial[] = drafts.map((draft, position) => ({
    draft,
    limit: gas.limitFor(draft.kind, draft.operations.length),
    position,
    room: 1,
  }));
  let first: NodeState | undefined;
  let failure: Error | undefined;
  const yieldToEventLoop = createYieldToEventLoop();
  do {
    const { node, outcomes, isTimely } = await callAll(context, state, trials);
    first ??= node;
    const again: Trial[] = [];
    for (const [index, trial] of trials.entries()) {
      await yieldToEventLoop();
      const { draft, position, limit } = trial;
      const errors = toErrors(context, trial, outcomes[index]);
      if (errors === 'more-gas') again.push(...withMoreGas(context, trial));
      if (errors instanceof Error) failure ??= errors;
      if (errors instanceof Error || errors === 'more-gas') continue;
      const operations = draft.operations.filter((_operation, item) => errors[item] === null);
      draft.operations.forEach((operation, item) => {
        const error = errors[item];
        if (error && isTimely) rejected.push({ operation, error });
      });
      if (operations.length === 0) continue;
      const rest = operations.length < draft.operations.length ? toDraft(operations) : draft;
      accepted.push([position, { ...rest, gasLimit: limit }]);
    }
    trials = again;
  } while (trials.length > 0);
  const acceptable = accepted.toSorted(([a], [b]) => a - b).map(([, draft]) => draft);
  return { acceptable, rejected, failure, ...first };
}

type NodeState = Pick<Simulation, 'blockNumber' | 'balance' | 'nonce'>;

interface NodeResponses {
  readonly node: NodeState;
  readonly outcomes: readonly unknown[];
  /** Whether refusals count: a block newer than the known head may be later than the time that was set. */
  readonly isTimely: boolean;
}

async function callAll(
  context: OutboxContext,
  state: Pick<LaneState, 'lane' | 'mined'>,
  trials: readonly Trial[],
  setTime = true,
): Promise<NodeResponses> {
  const { rpc, head } = context;
  const { signer } = state.lane;
  const known = head.current()?.number ?? 0;
  const isTimeSet = callTime(context, setTime) !== undefined;
  const states: NodeState[] = [];
  const outcomes = await callInChunks(
    rpc,
    trials.map((trial) => toCall(context, signer, trial, setTime)),
    {
      // In each request, since several nodes may answer at one address.
      leading: {
        calls: [
          { method: 'eth_blockNumber' },
          { method: 'eth_getBalance', params: [signer, 'latest'] },
          { method: 'eth_getTransactionCount', params: [signer, 'latest'] },
        ],
        check: (responses) => void states.push(toNodeState(responses, state, known)),
      },
    },
  );
  const [node] = states;
  if (node === undefined) throw outcomes[0];
  if (setTime && outcomes.some(isUnsupported)) return callAll(context, state, trials, false);
  const blockNumbers = states.map(({ blockNumber }) => blockNumber);
  return {
    node: { ...node, blockNumber: Math.min(...blockNumbers) },
    outcomes,
    isTimely: !isTimeSet || Math.max(...blockNumbers) <= known,
  };
}

/** Throws NodeLagging for a node that does not have what was shown already. */
function toNodeState(
  [newest, balance, nonce]: readonly unknown[],
  state: Pick<LaneState, 'mined'>,
  known: number,
): NodeState {
  for (const response of [newest, balance, nonce]) if (response instanceof Error) throw response;
  if (Number(newest) < known) throw new NodeLagging();
  // A reorganisation has removed them: sent again, they cost again, and change what the contracts would do.
  if (Number(nonce) <= findHighestNonce(state)) throw new NodeLagging('The node lacks mined transactions.');
  return { blockNumber: Number(newest), balance: BigInt(String(balance)), nonce: Number(nonce) };
}

/** The highest nonce of the lane's mined transactions that are not final. */
function findHighestNonce({ mined }: Pick<LaneState, 'mined'>): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const { nonce } of mined.values()) highest = Math.max(highest, nonce);
  return highest;
}

/**
 * eth_call runs at the newest block's time, which can be long ago on a chain that makes blocks on demand; the block of the
 * transaction will have the current time.
 */
function toCall(context: OutboxContext, signer: string, { draft, limit }: Trial, setTime: boolean): RpcCall {
  const { settings, gas } = context;
  const call = {
    from: signer,
    to: hubAddressAt(settings.hubs, draft.hub),
    data: draft.data,
    gas: toHex(gas.simulated(draft.kind, limit)),
  };
  const time = callTime(context, setTime);
  return { method: 'eth_call', params: [call, 'latest', ...(time ? [{}, { time: toHex(time) }] : [])] };
}

/** Doubles the limit; halves a draft that has the highest one. */
function withMoreGas({ gas }: OutboxContext, trial: Trial): readonly Trial[] {
  const { draft, limit, position, room } = trial;
  const { kind, operations } = draft;
  gas.learn(kind, operations.length, gas.simulated(kind, limit));
  if (limit < gas.limit()) {
    const learned = gas.limitFor(kind, operations.length);
    return [{ ...trial, limit: Math.min(gas.limit(), Math.max(limit * 2, learned)) }];
  }
  const middle = Math.ceil(operations.length / 2);
  return [operations.slice(0, middle), operations.slice(middle)].map((half, index) => ({
    draft: toDraft(half),
    limit,
    position: position + (index * room) / 2,
    room: room / 2,
  }));
}

/** The time at which the calls run; undefined for the newest block's time. */
function callTime({ head, unixTime }: OutboxContext, setTime: boolean): number | undefined {
  const time = unixTime();
  return setTime && time > (head.current()?.timestamp ?? time) ? time : undefined;
}

/** The error of each operation of the draft, or null; the node's error when the call could not be simulated. */
function toErrors(
  { gas }: OutboxContext,
  { draft: { kind, operations, hub }, limit }: Trial,
  outcome: unknown,
): (OperationError | null)[] | 'more-gas' | Error {
  if (!(outcome instanceof Error)) {
    if (!isBatchKind(kind)) return [null];
    const results = decodeBatch(String(outcome), operations.length);
    return results.map((data) => (data === '0x' ? null : toOperationError(data, hub)));
  }
  const revert = toRevert(outcome);
  if (revert === undefined) return outcome;
  const isLast = limit >= gas.limit() && operations.length === 1;
  const isOutOfGas = revert === 'out-of-gas' || isGasTooLow(revert.data);
  // Our contracts revert with a reason: a revert without one may be an inner call that ran out of gas.
  if (!isLast && (isOutOfGas || revert.data === '0x')) return 'more-gas';
  return operations.map(() => (isOutOfGas ? TOO_MUCH_GAS : toOperationError(revert.data, hub)));
}
