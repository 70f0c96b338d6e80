import type { ChainBlock, ChainEvent, ChainHead } from '../../../src/adapters/ports/projection.ts';
import type { TransactionState } from '../../../src/adapters/ports/lane-store.ts';
import type {
  NewOperation,
  OperationError,
  OperationHold,
  OperationResult,
} from '../../../src/core/operations/operation.ts';

export interface OperationRow {
  readonly added: NewOperation;
  readonly sequence: number;
  readonly createdAt: number;
  opKey: string;
  earlier: readonly number[];
  transactionId: number | null;
  error: OperationError | null;
  result: OperationResult | null;
  updatedAt: number;
}

export interface AttemptRow {
  readonly attempt: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  raw: string | null;
  hash: string | null;
}

export interface TransactionRow {
  readonly id: number;
  readonly signer: string;
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly gasLimit: number;
  operationIds: readonly string[];
  state: TransactionState;
  blockNumber: number | null;
  blockHash: string | null;
  hash: string | null;
  readonly attempts: AttemptRow[];
  updatedAt: number;
}

export interface LaneRow {
  readonly signer: string;
  owner: string | null;
  leaseUntil: number | null;
  fence: number;
  nextNonce: number | null;
  hold: OperationHold | null;
}

export interface CursorRow {
  readonly source: string;
  readonly startBlock: number;
  nextBlock: number;
  head: ChainHead | undefined;
  version: number;
  writer: string | null;
  writerUntil: number | null;
  abreastAt: number | null;
}

/** The tables of the outbox and of the read model, with the indexes that the statements need. */
export interface Tables {
  /** The server's time, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly operations: Map<string, OperationRow>;
  /** By signer: neither in a transaction nor failed. */
  readonly waiting: Map<string, Set<OperationRow>>;
  readonly lanes: Map<string, LaneRow>;
  readonly transactions: Map<number, TransactionRow>;
  /** By signer: SENT, MINED or CONFIRMED. */
  readonly open: Map<string, Set<TransactionRow>>;
  /** By signer and nonce. */
  readonly byNonce: Map<string, TransactionRow>;
  /** By the hash of an attempt. */
  readonly byHash: Map<string, TransactionRow>;
  cursor: CursorRow | undefined;
  blocks: ChainBlock[];
  events: ChainEvent[];
  /** Steps of the projection that are not on the disk yet, as they are undone. */
  unflushed: { readonly at: number; readonly undo: () => void }[];
}

export function createTables(now: () => number): Tables {
  return {
    now,
    operations: new Map(),
    waiting: new Map(),
    lanes: new Map(),
    transactions: new Map(),
    open: new Map(),
    byNonce: new Map(),
    byHash: new Map(),
    cursor: undefined,
    blocks: [],
    events: [],
    unflushed: [],
  };
}

/** Stores what became of an operation, as one update of its row. */
export function updateOperation(
  { waiting, now }: Tables,
  row: OperationRow,
  changes: Partial<Pick<OperationRow, 'opKey' | 'earlier' | 'transactionId' | 'error' | 'result'>>,
): void {
  Object.assign(row, changes, { updatedAt: now() });
  const queue = setOf(waiting, row.added.signer);
  if (row.transactionId === null && row.error === null) queue.add(row);
  else queue.delete(row);
}

/** The same for a transaction. */
export function updateTransaction(
  { open, now }: Tables,
  row: TransactionRow,
  changes: Partial<Pick<TransactionRow, 'operationIds' | 'state' | 'blockNumber' | 'blockHash' | 'hash'>>,
): void {
  Object.assign(row, changes, { updatedAt: now() });
  const opened = setOf(open, row.signer);
  if (row.state === 'SENT' || row.state === 'MINED' || row.state === 'CONFIRMED') opened.add(row);
  else opened.delete(row);
}

export function setOf<Row>(index: Map<string, Set<Row>>, key: string): Set<Row> {
  let rows = index.get(key);
  if (rows === undefined) index.set(key, (rows = new Set()));
  return rows;
}

/** As src/adapters/postgres/connection/lease.ts. */
export function isFree(until: number | null, lengthMs: number, now: number): boolean {
  return until === null || until < now || until > now + 2 * lengthMs;
}

/** A violation of a unique constraint, which a repetition of the statement meets again. */
export function duplicateKey(constraint: string): Error {
  return new Error(`duplicate key value violates unique constraint "${constraint}"`);
}

/** A port whose methods answer at once: what the server does, without the way to it. */
export type Immediate<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...values: infer Values) => Promise<infer Result>
    ? (...values: Values) => Result
    : never;
};

/** The port of a server that answers each call at the next opportunity. */
export function toPort<Port extends object>(server: Immediate<Port>): Port {
  return new Proxy(server, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      // A refusal of the server is a rejection.
      return async (...values: unknown[]) => (method as (...values: unknown[]) => unknown)(...values);
    },
  }) as unknown as Port;
}
