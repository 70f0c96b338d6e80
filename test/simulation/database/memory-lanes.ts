import {
  LaneLost,
  type Lane,
  type LaneStore,
  type QueuedOperation,
} from '../../../src/adapters/ports/lane-store.ts';
import {
  isFree,
  setOf,
  updateOperation,
  type Immediate,
  type LaneRow,
  type OperationRow,
  type Tables,
} from './tables.ts';

/** The row of a lane. Throws LaneLost when it has another owner. */
export function requireHeld({ lanes }: Tables, { signer, owner, fence }: Lane): LaneRow {
  const row = lanes.get(signer);
  if (row === undefined || row.owner !== owner || row.fence !== fence) throw new LaneLost(signer);
  return row;
}

const hasWork = ({ waiting, open }: Tables, signer: string) =>
  (waiting.get(signer)?.size ?? 0) > 0 || (open.get(signer)?.size ?? 0) > 0;

/** Leases, holds and waiting operations, as src/adapters/postgres/operations states them in SQL. */
export function memoryLanes(tables: Tables) {
  const { lanes, waiting, now } = tables;
  return {
    take(owner, leaseMs, except = []) {
      return [...lanes.values()]
        .filter(
          ({ signer, leaseUntil }) =>
            hasWork(tables, signer) && isFree(leaseUntil, leaseMs, now()) && !except.includes(signer),
        )
        .map((row) => {
          row.owner = owner;
          row.leaseUntil = now() + leaseMs;
          row.fence += 1;
          const { signer, fence, nextNonce, hold } = row;
          return { signer, owner, fence, nextNonce, hold };
        });
    },
    renew(held, leaseMs) {
      const owned = new Map<string, boolean>();
      const own = new Set(held.map(({ signer }) => signer));
      const mayTake = [...lanes.values()].some(
        ({ signer, leaseUntil }) =>
          !own.has(signer) && hasWork(tables, signer) && isFree(leaseUntil, leaseMs, now()),
      );
      for (const { signer, owner, fence } of held) {
        const row = lanes.get(signer);
        if (row === undefined || row.owner !== owner || row.fence !== fence) continue;
        row.leaseUntil = now() + leaseMs;
        owned.set(signer, (waiting.get(signer)?.size ?? 0) > 0);
      }
      return { owned, mayTake: owned.size === 0 || mayTake };
    },
    release(held) {
      for (const { signer, owner, fence } of held) {
        const row = lanes.get(signer);
        if (row === undefined || row.owner !== owner || row.fence !== fence) continue;
        row.owner = null;
        row.leaseUntil = null;
      }
    },
    hold(lane, reason) {
      requireHeld(tables, lane).hold = reason;
    },
    queued({ signer }, except, limit) {
      return [...setOf(waiting, signer)]
        .filter(({ added: { id, hub = 0 } }) => hub === 0 && !except.includes(id))
        .toSorted((one, other) => one.sequence - other.sequence)
        .slice(0, limit)
        .map(toQueued);
    },
    operations: (ids) => rowsOf(tables, ids).map(toQueued),
    reject(lane, rejections) {
      requireHeld(tables, lane);
      for (const { id, error } of rejections) {
        const row = tables.operations.get(id);
        if (row?.transactionId === null && row.error === null) updateOperation(tables, row, { error });
      }
    },
    renewKeys(lane, keys) {
      requireHeld(tables, lane);
      for (const { operationId, opKey } of keys) {
        const row = tables.operations.get(operationId);
        if (row) updateOperation(tables, row, { opKey, transactionId: null, error: null, result: null });
      }
    },
  } satisfies Partial<Immediate<LaneStore>>;
}

export function rowsOf({ operations }: Tables, ids: readonly string[]): OperationRow[] {
  return [...new Set(ids)].flatMap((id) => operations.get(id) ?? []);
}

function toQueued({ added, sequence, opKey, earlier }: OperationRow): QueuedOperation {
  const { id, signer, providerKey, call, hub = 0 } = added;
  return { id, sequence, signer, providerKey, call, opKey, hub, earlierTransactions: earlier };
}
