import { createLaneStore } from '../../../src/adapters/postgres/operations/lane-store.ts';
import { createOperationStore } from '../../../src/adapters/postgres/operations/operation-store.ts';
import type { TransactionalSql } from '../../../src/adapters/postgres/connection/sql.ts';
import { createProjection } from '../../../src/adapters/postgres/read-model/write/projection.ts';
import type {
  HeldLane,
  LaneStore,
  LaneTransaction,
  MinedTransaction,
  QueuedOperation,
} from '../../../src/adapters/ports/lane-store.ts';
import type { OperationStore } from '../../../src/adapters/ports/operation-store.ts';
import type { Projection } from '../../../src/adapters/ports/projection.ts';
import { hashOf } from '../chain/block.ts';
import { createMemoryDatabase } from './memory-database.ts';
import { toPort } from './tables.ts';

/** One implementation of the stores, with the ids that it gave. */
export interface Side {
  readonly laneStore: LaneStore;
  readonly operationStore: OperationStore;
  readonly projection: Projection;
  /** Of transactions, in the order in which they were stored. */
  readonly ids: number[];
  /** The lanes that were taken, the lost ones too. */
  readonly lanes: HeldLane[];
  /** Gives new operations the keys that both sides use. */
  setKeys(ids: readonly string[]): Promise<void>;
  expireLeases(): Promise<void>;
}

export const CHAIN = 31_337n;
export const keyOf = (id: string) => hashOf(`key of ${id}`);

/** The stores that the simulation uses. */
export function memorySide(): Side {
  const { laneStore, operationStore, projection, tables } = createMemoryDatabase(Date.now, ({ id }) =>
    keyOf(id),
  );
  return {
    laneStore: toPort<LaneStore>(laneStore),
    operationStore: toPort<OperationStore>(operationStore),
    projection: toPort<Projection>(projection),
    ids: [],
    lanes: [],
    setKeys: () => Promise.resolve(),
    expireLeases() {
      for (const row of tables.lanes.values())
        if (row.leaseUntil !== null) row.leaseUntil = Date.now() - 1_000;
      return Promise.resolve();
    },
  };
}

/** The stores that the service uses. */
export function databaseSide(sql: TransactionalSql): Side {
  const run = async (text: string, values: readonly unknown[] = []) =>
    void (await sql.query({ name: '', text }, values));
  return {
    laneStore: createLaneStore(sql, CHAIN),
    operationStore: createOperationStore(sql, CHAIN),
    projection: createProjection(sql),
    ids: [],
    lanes: [],
    async setKeys(ids) {
      for (const id of ids) await run('update operation set op_key = $2 where id = $1', [id, keyOf(id)]);
    },
    expireLeases: () =>
      run(`update chain_lane set lease_until = now() - interval '1 second' where lease_until is not null`),
  };
}

/** The transaction with its place instead of its id; the sequences of operations have gaps in the database. */
export const toPlaced =
  ({ ids }: Side) =>
  (transaction: LaneTransaction): LaneTransaction => ({ ...transaction, id: ids.indexOf(transaction.id) });

/** The same for an operation's former transactions. */
export const toNamed =
  ({ ids }: Side) =>
  ({ sequence: _sequence, ...operation }: QueuedOperation) => ({
    ...operation,
    earlierTransactions: operation.earlierTransactions.map((id) => ids.indexOf(id)),
  });

/** The id of the transaction at this place of the order; 0 where there is none. */
export function idOf({ ids }: Side, index: number): number {
  return ids[index] ?? 0;
}

/** The transaction at this place as it is stored once it is in the block with this number. */
export function minedAt(
  side: Side,
  index: number,
  state: MinedTransaction['state'],
  blockNumber: number,
  outcomes: MinedTransaction['outcomes'],
): MinedTransaction {
  const [blockHash, hash] = [hashOf(`block ${blockNumber}`), hashOf(`mined ${index}`)];
  return { id: idOf(side, index), state, blockNumber, blockHash, hash, outcomes };
}
