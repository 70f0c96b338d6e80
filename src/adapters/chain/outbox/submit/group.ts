import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { encodeBatch } from '../../hub/encode-batch.ts';
import { encodeCall } from '../../hub/hub-calls.ts';

/** A transaction before it has a nonce. */
export interface TransactionDraft {
  /** Of the gas model. */
  readonly kind: string;
  readonly operations: readonly QueuedOperation[];
  /** 0x hex. */
  readonly data: string;
}

type EntryChange = QueuedOperation & { readonly call: { readonly kind: 'change-entries' } };

/** Changes of one giveaway's entries that more can go with, and the index of their transaction. */
interface Growing {
  readonly operations: QueuedOperation[];
  readonly index: number;
}

/**
 * Waiting operations, in their order, by the transactions that they make, as few as can be: changes of one giveaway's
 * entries go together as long as nothing stands between them that concerns the giveaway or the passport. A minted passport is
 * new, so a provision that mints stands between no changes; one that moves a passport stands between changes of that one.
 */
export function toGroups(operations: readonly QueuedOperation[], largestBatch: number): QueuedOperation[][] {
  const groups: QueuedOperation[][] = [];
  const growing = new Map<string, Growing>();
  /** The group of the last provision that moves the passport. */
  const moves = new Map<number, number>();
  for (const operation of operations) {
    const { call } = operation;
    if (call.kind !== 'change-entries') {
      groups.push([operation]);
      if (call.kind === 'provision-transfer') moves.set(call.passportId, groups.length - 1);
      else if ('giveaway' in call) growing.delete(call.giveaway);
      // Whatever else has no giveaway of its own may concern all.
      else if (call.kind !== 'provision-mint') growing.clear();
      continue;
    }
    const group = growing.get(call.giveaway);
    if (group && group.operations.length < largestBatch && group.index > (moves.get(call.passportId) ?? -1)) {
      group.operations.push(operation);
      continue;
    }
    const started = [operation];
    groups.push(started);
    growing.set(call.giveaway, { operations: started, index: groups.length - 1 });
  }
  return groups;
}

/** One transaction for these operations; several are changes of one giveaway's entries. */
export function toDraft(operations: readonly QueuedOperation[]): TransactionDraft {
  const [first] = operations;
  if (first === undefined) throw new Error('A draft needs an operation.');
  if (operations.length === 1) {
    return { kind: gasKindOf(operations), operations, data: encodeCall(first) };
  }
  const changes = operations.filter(
    (operation): operation is EntryChange => operation.call.kind === 'change-entries',
  );
  return {
    kind: gasKindOf(operations),
    operations,
    data: encodeBatch(changes[0]?.call.giveaway ?? '', changes),
  };
}

/** What of the gas model a transaction of these operations is. */
export function gasKindOf([first, ...others]: readonly Pick<QueuedOperation, 'call'>[]): string {
  if (first === undefined) return 'nothing';
  if (others.length > 0) return 'batch';
  const { call } = first;
  return 'entries' in call && call.entries !== null ? `${call.kind} with entries` : call.kind;
}
