import type { Operation } from '../../../src/core/operations/operation.ts';
import { valueSetBy } from '../../../src/core/chain/set-value.ts';
import type { OperationRow } from '../database/tables.ts';
import type { World } from '../run/world.ts';

/** The operations of a signer that set one value take effect in the order in which they were accepted. */
export function checkOrder(world: World, operations: readonly Operation[]): void {
  const { database, network, violate } = world;
  const tip = network.tree.tip();
  const latest = new Map<string, { readonly id: string; readonly at: readonly [number, number] }>();
  const rows = operations
    .flatMap((operation) => {
      const row = database.tables.operations.get(operation.id);
      return row && operation.status !== 'FAILED' ? [{ row, hash: operation.transactionHash ?? '' }] : [];
    })
    .toSorted((one, other) => one.row.sequence - other.row.sequence);
  for (const { row, hash } of rows) {
    const value = valueSetBy(row.added.call);
    const block = network.tree.find(tip, hash);
    if (value === undefined || block === undefined) continue;
    const key = `${row.added.signer} ${value}`;
    const at = [block.number, block.mined.findIndex(({ transaction }) => transaction.hash === hash)] as const;
    const before = latest.get(key);
    if (before && (before.at[0] > at[0] || (before.at[0] === at[0] && before.at[1] > at[1])))
      violate(`${row.added.id} took effect before ${before.id}, which was accepted earlier: ${value}`);
    latest.set(key, { id: row.added.id, at });
  }
}

/** Whether a later operation of the same signer that sets the same value has taken effect, and is final. */
export function isOvertaken({ database }: World, { added, sequence }: OperationRow): boolean {
  const { operations, transactions } = database.tables;
  const value = valueSetBy(added.call);
  if (value === undefined) return false;
  return [...operations.values()].some(
    (later) =>
      later.sequence > sequence &&
      later.added.signer === added.signer &&
      later.error === null &&
      valueSetBy(later.added.call) === value &&
      transactions.get(later.transactionId ?? 0)?.state === 'FINALIZED',
  );
}
