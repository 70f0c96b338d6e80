import type { ChainCall } from '../../../../core/chain/chain-call.ts';
import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { encodeBatch } from '../../hub/encode-batch.ts';
import { encodeProvisions } from '../../hub/encode-provisions.ts';
import { encodeCall, toHubCall } from '../../hub/hub-calls.ts';
import {
  isEntryChange,
  isProvision,
  isRemoval,
  toBatchKey,
  toBatchKind,
  type BatchKind,
  type BatchSizes,
} from './batch-kind.ts';

/** A transaction before it has a nonce. */
export interface TransactionDraft {
  /** The kind in the gas model. */
  readonly kind: string;
  readonly operations: readonly QueuedOperation[];
  /** The index of their hub. */
  readonly hub: number;
  /** 0x hex. */
  readonly data: string;
}

/** A group that can still grow, with its index and kind. */
interface Growing {
  readonly operations: QueuedOperation[];
  readonly index: number;
  kind: BatchKind;
}

/**
 * Groups waiting operations, in their order, into as few transactions as possible. Changes of one giveaway's entries share a
 * transaction, and so do provisions of one provider. An operation joins an earlier group only if every operation that it
 * overtakes leads to the same result in either order.
 */
export function toGroups(operations: readonly QueuedOperation[], sizes: BatchSizes): QueuedOperation[][] {
  const groups: QueuedOperation[][] = [];
  const growing = new Map<string, Growing>();
  const order = createOrder();
  for (const operation of operations) {
    const batch = toBatchKey(operation.call);
    const key = batch && `${operation.hub} ${batch}`;
    const first = order.firstGroupFor(operation);
    const group = key === undefined ? undefined : growing.get(key);
    const kind = toBatchKind(operation.call, group?.kind);
    if (group && group.operations.length < sizes[kind] && group.index >= first) {
      group.operations.push(operation);
      group.kind = kind;
      order.placed(operation, group.index);
      continue;
    }
    const index = groups.length;
    const started = [operation];
    groups.push(started);
    if (key !== undefined)
      growing.set(key, { operations: started, index, kind: toBatchKind(operation.call) });
    order.placed(operation, index);
  }
  return groups;
}

/** Which groups an operation must not precede; -1 when it may precede all. */
function createOrder() {
  /** The last group of an operation that is never in a batch: of any, of one that may concern all giveaways, of each giveaway. */
  let lastSingle = -1;
  let lastForAll = -1;
  const lastOfGiveaway = new Map<string, number>();
  /** The last group of a provision that moves the passport, and of a change of its entries. */
  const lastMove = new Map<number, number>();
  const lastChange = new Map<number, number>();
  const at = <Key>(groups: ReadonlyMap<Key, number>, key: Key) => groups.get(key) ?? -1;

  return {
    firstGroupFor({ call }: QueuedOperation): number {
      if (isEntryChange(call))
        return Math.max(lastForAll, at(lastOfGiveaway, call.giveaway), at(lastMove, call.passportId));
      // A new passport can occur in no earlier operation.
      if (call.kind === 'provision-mint')
        return Math.max(lastForAll, call.entries ? at(lastOfGiveaway, call.entries.giveaway) : -1);
      // The owner of a passport decides other operations, such as the delivery of its prize.
      if (call.kind === 'provision-transfer')
        return Math.max(lastSingle, at(lastMove, call.passportId), at(lastChange, call.passportId));
      return Number.POSITIVE_INFINITY;
    },
    placed({ call }: QueuedOperation, index: number): void {
      const later = (known: number) => Math.max(known, index);
      if (isEntryChange(call)) lastChange.set(call.passportId, later(at(lastChange, call.passportId)));
      else if (call.kind === 'provision-transfer')
        lastMove.set(call.passportId, later(at(lastMove, call.passportId)));
      else if (call.kind !== 'provision-mint') {
        lastSingle = index;
        if ('giveaway' in call) lastOfGiveaway.set(call.giveaway, index);
        else lastForAll = index;
      }
    },
  };
}

/** One transaction for these operations; if several, they must be of one batch. */
export function toDraft(operations: readonly QueuedOperation[]): TransactionDraft {
  const [first] = operations;
  if (first === undefined) throw new Error('A draft needs an operation.');
  const kind = gasKindOf(operations);
  const { hub } = first;
  const calls = operations.map(({ opKey, call }) => ({ opKey, call: toHubCall(hub, call) }));
  return { kind, operations, hub, data: encode(calls) };
}

function encode(operations: readonly KeyedCall[]): string {
  const [first] = operations;
  if (first === undefined) throw new Error('A draft needs an operation.');
  if (operations.length === 1) return encodeCall(first);
  const { call } = first;
  if (isEntryChange(call)) return encodeBatch(call.giveaway, operations.filter(hasCall(isEntryChange)));
  if (isProvision(call)) return encodeProvisions(call.provider, operations.filter(hasCall(isProvision)));
  throw new Error(`Operations of the kind ${call.kind} share no transaction.`);
}

/** The kind in the gas model of a transaction with these operations. */
export function gasKindOf(operations: readonly Pick<QueuedOperation, 'call'>[]): string {
  const [first] = operations;
  if (first === undefined) return 'nothing';
  const { call } = first;
  if (operations.length > 1)
    return toBatchKind(call, operations.some((each) => isRemoval(each.call)) ? 'removals' : undefined);
  if (isRemoval(call)) return 'remove-entries';
  if (call.kind === 'draw-winner' && call.tickets !== undefined) return 'draw-places';
  return 'entries' in call && call.entries !== null ? `${call.kind} with entries` : call.kind;
}

type KeyedCall = Pick<QueuedOperation, 'opKey' | 'call'>;

function hasCall<Call extends ChainCall>(is: (call: ChainCall) => call is Call) {
  return (operation: KeyedCall): operation is KeyedCall & { readonly call: Call } => is(operation.call);
}
