import type { ChainCall, EntryChangeCall, Provision } from '../../../../core/chain/chain-call.ts';

/** The kinds of transactions that carry out many operations. */
export type BatchKind = 'changes' | 'provisions';

/** The most operations in a transaction of each kind. */
export type BatchSizes = Readonly<Record<BatchKind, number>>;

/** The batch of an operation; operations with the same key may share a transaction. Undefined for kinds that share none. */
export function toBatchKind(call: ChainCall): { readonly name: BatchKind; readonly key: string } | undefined {
  if (isEntryChange(call)) return { name: 'changes', key: `changes ${call.giveaway}` };
  if (isProvision(call)) return { name: 'provisions', key: `provisions ${call.provider}` };
  return undefined;
}

export function isBatchKind(kind: string): kind is BatchKind {
  return kind === 'changes' || kind === 'provisions';
}

export function isEntryChange(call: ChainCall): call is EntryChangeCall {
  return call.kind === 'change-entries';
}

export function isProvision(call: ChainCall): call is Provision {
  return call.kind === 'provision-mint' || call.kind === 'provision-transfer';
}
