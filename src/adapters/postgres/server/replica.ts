import { DomainError } from '../../../core/errors.ts';
import type { Sql, Statement } from '../connection/sql.ts';
import type { ReplicaLag } from './replica-lag.ts';

const PROBE_INTERVAL_MS = 2_000;

/** Sends reads to a replica, and to the primary while the replica fails or is too far behind. */
export interface ReplicaReads {
  /** Statements over a pool of the replica, with the pool of the primary as the fallback. */
  over(replica: Sql, primary: Sql): Sql;
  close(): void;
}

interface ReplicaOptions {
  /** How far the replica is behind. */
  readonly lag: Pick<ReplicaLag, 'isBehind'>;
  readonly warn: (message: string) => void;
}

/**
 * A read that fails on the replica is repeated on the primary. If it succeeds there, all pools of the replica are skipped
 * until the replica answers the same read, which is retried in the background: no read waits for a replica that is down,
 * silent, or has an older schema.
 */
export function createReplicaReads({ lag, warn }: ReplicaOptions): ReplicaReads {
  let probing: NodeJS.Timeout | undefined;
  let isSkipped = false;
  let closed = false;

  function skip(replica: Sql, statement: Statement, values: readonly unknown[], error: unknown): void {
    if (isSkipped) return;
    isSkipped = true;
    warn(`Public reads go to the primary database, because the replica failed: ${String(causeOf(error))}`);
    probeLater();

    function probeLater() {
      if (!closed) probing = setTimeout(probe, PROBE_INTERVAL_MS).unref();
    }
    function probe() {
      replica.query(statement, values).then(resume, probeLater);
    }
  }

  function resume(): void {
    isSkipped = false;
    warn('Public reads go to the replica again.');
  }

  return {
    over: (replica, primary) => ({
      async query(statement, values) {
        if (isSkipped || lag.isBehind()) return primary.query(statement, values);
        try {
          return await replica.query(statement, values);
        } catch (error) {
          const rows = await primary.query(statement, values);
          if (!isOverload(error)) skip(replica, statement, values, error);
          return rows;
        }
      },
    }),
    close() {
      closed = true;
      clearTimeout(probing);
    },
  };
}

const causeOf = (error: unknown) => (error instanceof DomainError ? error.cause : error);

// Too many statements, or one that takes too long, do not mean that the replica is broken.
const OVERLOAD = /^(?:53300|57014)$/;

function isOverload(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && 'code' in cause && OVERLOAD.test(String(cause.code));
}
