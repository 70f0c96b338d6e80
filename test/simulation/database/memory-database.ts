import type { LaneStore } from '../../../src/adapters/ports/lane-store.ts';
import type { OperationStore } from '../../../src/adapters/ports/operation-store.ts';
import type { Projection } from '../../../src/adapters/ports/projection.ts';
import type { NewOperation, Operation, OperationStatus } from '../../../src/core/operations/operation.ts';
import { memoryEffects } from './memory-effects.ts';
import { memoryLanes } from './memory-lanes.ts';
import { memoryProjection } from './memory-projection.ts';
import { memoryAttempts, memoryOutcomes } from './memory-transactions.ts';
import { createTables, updateOperation, type Immediate, type OperationRow, type Tables } from './tables.ts';

/**
 * The stores of the outbox and of the indexer in memory. Every call is one commit, as each statement of PostgreSQL is; two calls
 * never overlap. test/simulation/memory-stores.test.ts compares them with the statements.
 */
export interface MemoryDatabase {
  readonly tables: Tables;
  readonly laneStore: Immediate<LaneStore>;
  readonly operationStore: Immediate<OperationStore>;
  readonly projection: Immediate<Projection>;
  /** The server ends without warning: the latest steps of the projection, which are committed asynchronously, are lost. */
  crash(): void;
}

/** How long an asynchronous commit may take to reach the disk: three rounds of the WAL writer. */
const FLUSHED_AFTER_MS = 600;

/** `now`: the server's time, in milliseconds since the epoch; `keyOf`: the key in the hub of a new operation. */
export function createMemoryDatabase(
  now: () => number,
  keyOf: (operation: NewOperation) => string,
): MemoryDatabase {
  const tables = createTables(now);
  const { apply, ...others } = memoryProjection(tables);
  return {
    tables,
    laneStore: flushing(tables, {
      ...memoryLanes(tables),
      ...memoryAttempts(tables),
      ...memoryOutcomes(tables),
      ...memoryEffects(tables),
    }),
    operationStore: flushing(tables, memoryOperations(tables, keyOf)),
    projection: { ...flushing(tables, others), apply },
    crash() {
      const lost = tables.unflushed.filter(({ at }) => at > now() - FLUSHED_AFTER_MS);
      for (const { undo } of lost.toReversed()) undo();
      tables.unflushed = [];
    },
  };
}

/** The commit of any other statement brings earlier ones to the disk as well. */
function flushing<Store extends object>(tables: Tables, store: Store): Store {
  return Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      (...values: unknown[]) => {
        const response: unknown = (method as (...values: unknown[]) => unknown)(...values);
        if (!READS.has(name)) tables.unflushed.length = 0;
        return response;
      },
    ]),
  ) as Store;
}

const READS = new Set([
  'find',
  'queued',
  'open',
  'operations',
  'transactions',
  'effects',
  'nextBlock',
  'atNonce',
  'overtaken',
  'refusedEarly',
  'highestBlock',
  'cursor',
  'blocks',
]);

function memoryOperations(
  tables: Tables,
  keyOf: (operation: NewOperation) => string,
): Immediate<OperationStore> {
  const { operations, lanes, now } = tables;
  return {
    add(added) {
      for (const operation of added) {
        const { id, signer } = operation;
        if (!lanes.has(signer))
          lanes.set(signer, {
            signer,
            owner: null,
            leaseUntil: null,
            fence: 0,
            nextNonce: null,
            hold: null,
          });
        if (operations.has(id)) continue;
        const row: OperationRow = {
          added: operation,
          sequence: operations.size + 1,
          createdAt: now(),
          updatedAt: now(),
          opKey: keyOf(operation),
          earlier: [],
          transactionId: null,
          error: null,
          result: null,
        };
        operations.set(id, row);
        updateOperation(tables, row, {});
      }
    },
    find: (ids) =>
      [...new Set(ids)].flatMap((id) => {
        const row = operations.get(id);
        return row ? [toOperation(tables, row)] : [];
      }),
  };
}

function toOperation(tables: Tables, row: OperationRow): Operation {
  const { added, transactionId, error, result, createdAt, updatedAt } = row;
  const transaction = transactionId === null ? undefined : tables.transactions.get(transactionId);
  const status = toStatus(row, transaction?.state);
  const isOpen = status === 'QUEUED' || status === 'SENT';
  const { blockNumber = null, blockHash = null, hash = null } = transaction ?? {};
  const head = tables.cursor?.head?.number ?? 0;
  const sent = transaction?.attempts.findLast((attempt) => attempt.hash !== null)?.hash ?? null;
  return {
    id: added.id,
    providerKey: added.providerKey,
    signer: added.signer,
    call: added.call,
    status,
    error: status === 'FAILED' ? error : null,
    result,
    hold: isOpen ? (tables.lanes.get(added.signer)?.hold ?? null) : null,
    transactionHash: hash ?? sent,
    blockNumber,
    blockHash,
    confirmations: blockNumber === null ? 0 : Math.max(1, head - blockNumber + 1),
    request: added.request ?? null,
    requestedBy: added.audit?.actor ?? null,
    createdAt: new Date(createdAt),
    updatedAt: new Date(Math.max(updatedAt, transaction?.updatedAt ?? 0)),
  };
}

function toStatus({ error }: OperationRow, state: string | undefined): OperationStatus {
  if (state === undefined) return error === null ? 'QUEUED' : 'FAILED';
  if (error !== null && (state === 'CONFIRMED' || state === 'FINALIZED')) return 'FAILED';
  return state as OperationStatus;
}
