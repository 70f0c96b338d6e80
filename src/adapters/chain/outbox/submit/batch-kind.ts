import type { ChainCall, EntryChangeCall, Provision } from '../../../../core/chain/chain-call.ts';

/**
 * The kinds of transactions that carry out many operations. A removal may reach entries of 32 rounds and so cost thirty times
 * as much as an issue: changes with a removal among them are a kind of their own.
 */
export type BatchKind = 'changes' | 'removals' | 'provisions';

/** The most operations in a transaction of each kind. */
export type BatchSizes = Readonly<Record<BatchKind, number>>;

/** Operations with the same key may share a transaction; undefined for kinds that share none. */
export function toBatchKey(call: ChainCall): string | undefined {
  if (isEntryChange(call)) return `changes ${call.giveaway}`;
  return isProvision(call) ? `provisions ${call.provider}` : undefined;
}

/** The kind of a transaction with this operation alone or, unless `others` is undefined, beside those of that kind. */
export function toBatchKind(call: ChainCall, others?: BatchKind): BatchKind {
  if (isProvision(call)) return 'provisions';
  return others === 'removals' || isRemoval(call) ? 'removals' : 'changes';
}

export function isBatchKind(kind: string): kind is BatchKind {
  return kind === 'changes' || kind === 'removals' || kind === 'provisions';
}

export function isEntryChange(call: ChainCall): call is EntryChangeCall {
  return call.kind === 'change-entries';
}

export function isRemoval(call: ChainCall): boolean {
  return isEntryChange(call) && call.remove;
}

export function isProvision(call: ChainCall): call is Provision {
  return call.kind === 'provision-mint' || call.kind === 'provision-transfer';
}
