import type { Effect, LaneStore, OperationTrace } from '../../../src/adapters/ports/lane-store.ts';
import { valueSetBy } from '../../../src/core/chain/set-value.ts';
import type { ChainEvent } from '../../../src/adapters/ports/projection.ts';
import { setOf, type Immediate, type OperationRow, type Tables, type TransactionRow } from './tables.ts';

const KEYED = new Set([
  'Provisioned',
  'RoundMetadataSet',
  'RoundImageSet',
  'PlaceMetadataSet',
  'PlaceImageSet',
]);
const KEPT_MS = 30 * 86_400_000;

/** What the read model shows of operations, as src/adapters/postgres/operations/effect-statements.ts states it in SQL. */
export function memoryEffects(tables: Tables) {
  return {
    effects({ signer }, traces) {
      const found = new Map<string, Effect & { readonly blockNumber: number }>();
      for (const trace of traces)
        for (const event of tables.events) {
          const isOld = isOldEffect(tables, trace, event);
          if (isOld === undefined) continue;
          const row = tables.byHash.get(event.transactionHash);
          const { transactionHash: hash, blockNumber } = event;
          found.set(`${trace.id} ${hash} ${blockNumber} ${isOld}`, {
            operationId: trace.id,
            hash,
            isOld,
            blockNumber,
            transactionId: row?.signer === signer ? row.id : null,
          });
        }
      return [...found.values()]
        .toSorted((one, other) => one.blockNumber - other.blockNumber)
        .map(({ operationId, hash, transactionId, isOld }) => ({ operationId, hash, transactionId, isOld }));
    },
    overtaken({ signer }, ids) {
      return ids.flatMap((id) => {
        const row = tables.operations.get(id);
        const later = row === undefined ? [] : laterOf(tables, signer, row);
        if (later.length === 0) return [];
        const isFinal = later.some(
          ({ transactionId }) => tables.transactions.get(transactionId ?? 0)?.state === 'FINALIZED',
        );
        return [{ operationId: id, isFinal }];
      });
    },
    refusedEarly({ signer }, ids) {
      return ids.flatMap((transactionId) => {
        const transaction = tables.transactions.get(transactionId);
        return (transaction?.operationIds ?? []).flatMap((operationId) => {
          const row = tables.operations.get(operationId);
          if (transaction === undefined || row === undefined || row.error === null) return [];
          if (row.transactionId !== transactionId || !isEarly(tables, signer, transaction, row)) return [];
          return [{ transactionId, operationId }];
        });
      });
    },
    nextBlock: () => tables.cursor?.nextBlock,
  } satisfies Partial<Immediate<LaneStore>>;
}

/** The operations that set the same value later, and are in a transaction and not refused. */
function laterOf({ operations }: Tables, signer: string, { added, sequence }: OperationRow): OperationRow[] {
  const value = valueSetBy(added.call);
  if (value === undefined) return [];
  return [...operations.values()].filter(
    (later) =>
      later.sequence > sequence &&
      later.added.signer === signer &&
      later.transactionId !== null &&
      later.error === null &&
      valueSetBy(later.added.call) === value,
  );
}

/** Whether an operation that was accepted earlier has not been carried out before this transaction refused the operation. */
function isEarly(
  { waiting, open, operations }: Tables,
  signer: string,
  { nonce }: TransactionRow,
  { sequence }: OperationRow,
): boolean {
  if ([...setOf(waiting, signer)].some((row) => row.sequence < sequence)) return true;
  return [...setOf(open, signer)].some(({ id, state, nonce: otherNonce, operationIds }) =>
    operationIds.some((operationId) => {
      const row = operations.get(operationId);
      if (row?.transactionId !== id || row.sequence >= sequence) return false;
      if (state === 'MINED' && row.error?.reason === 'OUT_OF_GAS') return true;
      return row.error === null && (state === 'SENT' || otherNonce > nonce);
    }),
  );
}

/** Whether the event is an old effect of the operation; undefined when it is none. */
function isOldEffect(
  { now, byHash }: Tables,
  { opKey, passportId, giveaway, event: awaited, round, place, winner }: OperationTrace,
  { name, args, timestamp, passportId: passport, giveawayKey, transactionHash }: ChainEvent,
): boolean | undefined {
  const isOld = timestamp * 1_000 < now() - KEPT_MS;
  if (args['opKey'] === opKey) {
    if (KEYED.has(name)) return isOld;
    if (name === 'EntriesChanged' && passportId !== undefined && Number(passport) === passportId)
      return isOld;
  }
  const isAwaited = awaited !== undefined && name === awaited && giveawayKey === giveaway;
  // Changes of entries have keys.
  if (name === 'EntriesChanged') return undefined;
  if (!isAwaited || isOld || byHash.has(transactionHash)) return undefined;
  const isSame =
    (round === undefined || Number(args['round']) === round) &&
    (place === undefined || Number(args['place']) === place) &&
    (winner === undefined || Number(passport) === winner);
  return isSame ? false : undefined;
}
