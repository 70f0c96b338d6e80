import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { adoptEarlierEffect } from '../recover/earlier-effect.ts';
import type { Refusal } from './simulate.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';

export interface Verdicts {
  /** All that were judged, in the order of acceptance. */
  readonly judged: readonly QueuedOperation[];
  readonly refused: readonly Refusal[];
  /** The block that they were judged by. */
  readonly blockNumber: number;
  /** The oldest of all others that had no answer when they were judged, by its place in the order of acceptance. */
  readonly oldestOpen: number;
}

/**
 * Fails what is refused by a state that contains everything earlier of the lane; what something earlier may still change
 * is parked and judged again. Answers what has failed.
 */
export async function settleRefusals(
  context: OutboxContext,
  state: LaneState,
  { judged, refused, blockNumber, oldestOpen }: Verdicts,
): Promise<QueuedOperation[]> {
  if (refused.length === 0) return [];
  const { store, settled, note } = context;
  const errors = new Map(refused.map(({ operation, error }) => [operation.id, error]));
  // Another lane's answer may stand on a newer block than this node has.
  const isFresh = blockNumber >= (await store.highestBlock());

  const failed: Refusal[] = [];
  let isFirst = isFresh;
  for (const operation of judged) {
    const error = errors.get(operation.id);
    if (error && isFirst && operation.sequence < oldestOpen) {
      failed.push({ operation, error });
      continue;
    }
    isFirst = false;
    if (error) state.parked.set(operation.id, operation);
  }

  const final: Refusal[] = [];
  for (const refusal of failed) {
    if (!(await adoptEarlierEffect(context, state, refusal.operation)))
      final.push({ ...refusal, error: await context.windows.explain(refusal.error) });
  }
  if (final.length > 0) {
    await store.refuse(
      state.lane,
      final.map(({ operation: { id }, error }) => ({ id, error })),
    );
    note('refused', {
      signer: state.lane.signer,
      operations: final.map(({ operation: { id }, error }) => ({
        id,
        code: error.code,
        reason: error.reason,
      })),
    });
  }
  const ids = failed.map(({ operation }) => operation.id);
  for (const id of ids) state.parked.delete(id);
  settled(ids);
  return failed.map(({ operation }) => operation);
}
