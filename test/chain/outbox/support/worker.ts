import { writeSync } from 'node:fs';
import { Wallet } from 'ethers';
import { Pool } from 'pg';
import { createRpc } from '../../../../src/adapters/chain/rpc/rpc.ts';
import { createLaneStore } from '../../../../src/adapters/postgres/operations/lane-store.ts';
import { createOperationStore } from '../../../../src/adapters/postgres/operations/operation-store.ts';
import { createPoolSql } from '../../../../src/adapters/postgres/connection/sql.ts';
import type { NewOperation } from '../../../../src/core/operations/operation.ts';
import { crashingAt, type CrashPoint } from './crash.ts';
import { createTestSigner, startTestOutbox, type OutboxOptions } from './harness.ts';

/** The task of a worker process: JSON in the variable WORKER. */
export interface WorkerTask {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly hub: string;
  readonly keys: readonly string[];
  readonly leaseMs: number;
  readonly settings?: Partial<Pick<OutboxOptions, 'largestBatch' | 'mostInFlight'>>;
  /** Submitted in turn, each when the one before is answered or after half a second. */
  readonly waves: readonly (readonly NewOperation[])[];
  /** The point at which the worker kills itself; without it, it runs until it is ended. */
  readonly crash?: CrashPoint;
}

/** A line of a worker's output. */
export type WorkerLine =
  | { readonly kind: 'sent' | 'accepted'; readonly ids: readonly string[] }
  | { readonly kind: 'told'; readonly operations: readonly unknown[] }
  | { readonly kind: 'signed'; readonly signature: unknown }
  | { readonly kind: 'done' };

const WAVE_MS = 500;

// Written synchronously, so that every line before the kill arrives.
const say = (line: WorkerLine) => writeSync(1, `${JSON.stringify(line)}\n`);

const task = JSON.parse(process.env['WORKER'] ?? '') as WorkerTask;
const chainId = BigInt(task.chainId);
const sql = createPoolSql(
  new Pool({ connectionString: task.databaseUrl, max: 4, options: '-c TimeZone=UTC' }),
);
const outside = {
  rpc: createRpc(task.rpcUrl, 1_000),
  laneStore: createLaneStore(sql, chainId),
  operationStore: createOperationStore(sql, chainId),
};
const outbox = startTestOutbox(
  { chainId, hub: task.hub },
  {
    ...(task.crash ? crashingAt(task.crash, outside, () => process.kill(process.pid, 'SIGKILL')) : outside),
    leaseMs: task.leaseMs,
    ...task.settings,
    signer: createTestSigner(
      task.keys.map((key) => new Wallet(key)),
      (signature) => say({ kind: 'signed', signature }),
    ),
  },
);

for (const wave of task.waves) {
  const ids = wave.map(({ id }) => id);
  say({ kind: 'sent', ids });
  await outbox.operations.submit(wave);
  say({ kind: 'accepted', ids });
  const responses = await outbox.operations.wait(ids, WAVE_MS);
  say({ kind: 'told', operations: responses.filter((response) => response !== undefined) });
}
say({ kind: 'done' });
