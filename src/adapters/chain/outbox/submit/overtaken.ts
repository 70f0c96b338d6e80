import { valueSetBy } from '../../../../core/chain/set-value.ts';
import type { OperationError } from '../../../../core/operations/operation.ts';
import type { QueuedOperation } from '../../../ports/lane-store.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';
import { findEarlierEffects } from '../recover/earlier-effect.ts';

const OVERTAKEN: OperationError = {
  code: 'CONTRACT_REVERT',
  reason: 'OVERTAKEN',
  message:
    'A later operation has set the same value while this one could not be sent: carried out now, it would undo that one.',
};

/**
 * Keeps the order of operations that set the same value. One that a later one has overtaken, because another use of the signer's key
 * took its nonce, is refused when the later one is final, and waits until then: a reorganisation could bring its own transaction
 * back. Returns the others, without those that a parked one precedes.
 */
export async function withoutOvertaken(
  context: OutboxContext,
  state: LaneState,
  operations: readonly QueuedOperation[],
): Promise<QueuedOperation[]> {
  const setting = operations.filter(({ call }) => valueSetBy(call) !== undefined);
  if (setting.length === 0) return [...operations];
  const overtaken = new Map(
    (
      await context.store.overtaken(
        state.lane,
        setting.map(({ id }) => id),
      )
    ).map(({ operationId, isFinal }) => [operationId, isFinal]),
  );
  await refuse(
    context,
    state,
    setting.filter(({ id }) => overtaken.get(id) === true),
  );
  const isPreceded = (operation: QueuedOperation) =>
    [...state.parked.values()].some(
      ({ sequence, call }) =>
        sequence < operation.sequence && valueSetBy(call) === valueSetBy(operation.call),
    );
  const waiting = new Set(setting.filter((each) => overtaken.has(each.id) || isPreceded(each)));
  return operations.filter((operation) => !waiting.has(operation));
}

/** One that took effect earlier, in a transaction that a reorganisation brought back or the database lost, is not refused. */
async function refuse(
  context: OutboxContext,
  state: LaneState,
  operations: readonly QueuedOperation[],
): Promise<void> {
  if (operations.length === 0) return;
  const { store, settled, note } = context;
  const earlier = await findEarlierEffects(context, state, operations);
  const ids: string[] = [];
  for (const operation of operations) if (!(await earlier.adopt(operation))) ids.push(operation.id);
  const { code, reason } = OVERTAKEN;
  if (ids.length > 0) {
    await store.reject(
      state.lane,
      ids.map((id) => ({ id, error: OVERTAKEN })),
    );
    note('refused', { signer: state.lane.signer, operations: ids.map((id) => ({ id, code, reason })) });
  }
  for (const { id } of operations) state.parked.delete(id);
  settled(operations.map(({ id }) => id));
}
