import type { Effect, MinedTransaction, QueuedOperation } from '../../../ports/lane-store.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';
import { showsEffect, toOutcomes } from '../outcomes.ts';
import { isReceipt } from '../../rpc/receipt.ts';
import { NodeLagging } from '../../rpc/node-lagging.ts';
import { callInChunks } from '../../rpc/rpc-chunks.ts';
import { storeLost } from './lost-transaction.ts';
import { toTraces } from './trace.ts';

/** Finds out whether operations took effect earlier. */
export interface EarlierEffects {
  /**
   * Whether an operation that is rejected or ignored now took effect earlier: in an abandoned transaction that a reorg brought
   * back, or in one that the database lost, because it was restored from an older backup. If so, adopts that transaction's outcome.
   */
  adopt(operation: QueuedOperation): Promise<boolean>;
  /** Whether its key in the hub was used so long ago that the operation is another one. */
  hasOldKey(operation: QueuedOperation): boolean;
}

/** Looks for earlier effects of these operations. Throws NodeLagging while the read model may lack them. */
export async function findEarlierEffects(
  context: OutboxContext,
  state: LaneState,
  operations: readonly QueuedOperation[],
): Promise<EarlierEffects> {
  if (!(await isProjected(context, state))) throw new NodeLagging('The read model lacks recent blocks.');
  const effects = await context.store.effects(state.lane, operations.flatMap(toTraces));
  return {
    async adopt(operation) {
      const own = effects.filter(({ operationId, isOld }) => operationId === operation.id && !isOld);
      return adopt(context, state, operation, own);
    },
    hasOldKey: ({ id }) => effects.some(({ operationId, isOld }) => operationId === id && isOld),
  };
}

/**
 * Whether the read model has every block that this lane may have lost transactions in: those before the lane was taken by an
 * instance whose database knew fewer transactions than the chain.
 */
export async function isProjected({ store }: OutboxContext, state: LaneState): Promise<boolean> {
  if (state.lostUntil === null) return true;
  const nextBlock = await store.nextBlock();
  if (nextBlock !== undefined && nextBlock <= state.lostUntil) return false;
  state.lostUntil = null;
  return true;
}

async function adopt(
  context: OutboxContext,
  state: LaneState,
  operation: QueuedOperation,
  effects: readonly Effect[],
): Promise<boolean> {
  const { store, rpc, head, settings, note } = context;
  const { lane, mined: known } = state;
  const ids = [...operation.earlierTransactions];
  for (const { hash, transactionId } of effects) {
    const id = transactionId ?? (await storeLost(context, state, operation, hash));
    if (id !== undefined) ids.push(id);
  }
  if (ids.length === 0) return false;
  for (const transaction of await store.transactions(ids)) {
    const hashes = transaction.attempts.flatMap(({ signed }) => signed?.hash ?? []);
    const responses = await callInChunks(
      rpc,
      hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    );
    // A missing response proves nothing.
    for (const response of responses) if (response instanceof Error) throw response;
    const receipt = responses.find(isReceipt);
    if (!receipt || receipt.status !== '0x1') continue;
    const [outcome] = toOutcomes([operation], receipt, transaction.to);
    if (!outcome || !showsEffect(outcome)) continue;
    const { id, nonce } = transaction;
    const block = { id, blockNumber: Number(receipt.blockNumber), blockHash: receipt.blockHash };
    const depth = (head.current()?.number ?? 0) - block.blockNumber + 1;
    // The receipt may be of a node that has missed a reorganisation.
    if ((await head.findOrphans([block])).has(block.blockHash)) throw new NodeLagging();
    const confirmed = depth >= settings.confirmations;
    const mined: MinedTransaction = {
      ...block,
      state: confirmed ? 'CONFIRMED' : 'MINED',
      hash: receipt.transactionHash,
      outcomes: [outcome],
    };
    await store.adopt(lane, operation.id, mined);
    // From now on it is tracked like any other mined transaction.
    const operationIds = [...(known.get(id)?.operationIds ?? []), operation.id];
    known.set(id, { ...block, nonce, operationIds, outOfGas: false, hasRefusals: false, confirmed });
    if (confirmed) context.settled([operation.id]);
    note('mined', { signer: lane.signer, operation: operation.id, transaction: mined.hash, earlier: true });
    return true;
  }
  return false;
}
