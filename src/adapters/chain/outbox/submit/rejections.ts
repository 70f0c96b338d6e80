import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { findEarlierEffects, isProjected } from '../recover/earlier-effect.ts';
import type { Rejection } from './simulate.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';

export interface SimulatedRejections {
  /** All operations of the simulation, in the order of acceptance. */
  readonly simulated: readonly QueuedOperation[];
  readonly rejected: readonly Rejection[];
  /** The block whose state they were simulated on. */
  readonly blockNumber: number;
  /** The sequence of the oldest other operation that was open when the simulation began. */
  readonly oldestOpen: number;
}

/**
 * Fails operations that are rejected on a state that includes all earlier operations of the lane. An operation whose result an
 * earlier one may still change is parked and simulated again. Returns the failed operations.
 */
export async function settleRejections(
  context: OutboxContext,
  state: LaneState,
  { simulated, rejected, blockNumber, oldestOpen }: SimulatedRejections,
): Promise<QueuedOperation[]> {
  if (rejected.length === 0) return [];
  const { store, settled, note } = context;
  const errors = new Map(rejected.map(({ operation, error }) => [operation.id, error]));
  // Another lane's outcome may be from a newer block than this node has.
  const isFresh = blockNumber >= (await store.highestBlock()) && (await isProjected(context, state));

  const failed: Rejection[] = [];
  let isFirst = isFresh;
  for (const operation of simulated) {
    const error = errors.get(operation.id);
    if (error && isFirst && operation.sequence < oldestOpen) {
      failed.push({ operation, error });
      continue;
    }
    isFirst = false;
    if (error) state.parked.set(operation.id, operation);
  }

  if (failed.length === 0) return [];
  const final: Rejection[] = [];
  const earlier = await findEarlierEffects(
    context,
    state,
    failed.map(({ operation }) => operation),
  );
  for (const rejection of failed) {
    const { operation, error } = rejection;
    if (!(await earlier.adopt(operation)))
      final.push({ operation, error: await context.windows.explain(error, operation.hub) });
  }
  if (final.length > 0) {
    await store.reject(
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
