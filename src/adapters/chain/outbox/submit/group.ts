import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { encodeBatch } from '../../hub/encode-batch.ts';
import { encodeCall } from '../../hub/hub-calls.ts';

/** A transaction before it has a nonce. */
export interface TransactionDraft {
  /** The kind in the gas model. */
  readonly kind: string;
  readonly operations: readonly QueuedOperation[];
  /** 0x hex. */
  readonly data: string;
}

type EntryChange = QueuedOperation & { readonly call: { readonly kind: 'change-entries' } };

/** A group of changes of one giveaway's entries that can still grow, and its index. */
interface Growing {
  readonly operations: QueuedOperation[];
  readonly index: number;
}

/**
 * Groups waiting operations, in their order, into as few transactions as possible. Changes of one giveaway's entries share a
 * transaction unless an operation between them concerns the giveaway or the passport. A provision that mints a passport
 * separates no changes, because the passport is new; one that transfers a passport separates changes of that passport.
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
      // An operation without a giveaway may concern all.
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

/** One transaction for these operations; if several, they must be changes of one giveaway's entries. */
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

/** The kind in the gas model of a transaction with these operations. */
export function gasKindOf([first, ...others]: readonly Pick<QueuedOperation, 'call'>[]): string {
  if (first === undefined) return 'nothing';
  if (others.length > 0) return 'batch';
  const { call } = first;
  return 'entries' in call && call.entries !== null ? `${call.kind} with entries` : call.kind;
}
