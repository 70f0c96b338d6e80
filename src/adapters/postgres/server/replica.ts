import { DomainError } from '../../../core/errors.ts';
import type { Sql, Statement } from '../connection/sql.ts';

const PROBE_EVERY_MS = 2_000;

/** Sends reads to a replica, and to the primary while the replica fails. */
export interface ReplicaReads {
  /** One of the replica's pools, and the primary's pool that stands in for it. */
  over(replica: Sql, primary: Sql): Sql;
  close(): void;
}

/**
 * A read that the replica fails goes to the primary. When the primary answers it, the replica is left out, for all its
 * pools, until it answers the same read, which is tried in the background: no reader waits for a replica that is away,
 * silent, or behind with its schema.
 */
export function createReplicaReads(warn: (message: string) => void): ReplicaReads {
  let probing: NodeJS.Timeout | undefined;
  let isAway = false;
  let closed = false;

  function leaveOut(replica: Sql, statement: Statement, values: readonly unknown[], error: unknown): void {
    if (isAway) return;
    isAway = true;
    warn(`Public reads go to the primary database, since the replica failed: ${String(causeOf(error))}`);
    probeLater();

    function probeLater() {
      if (!closed) probing = setTimeout(probe, PROBE_EVERY_MS).unref();
    }
    function probe() {
      replica.query(statement, values).then(takeBack, probeLater);
    }
  }

  function takeBack(): void {
    isAway = false;
    warn('Public reads go to the replica again.');
  }

  return {
    over: (replica, primary) => ({
      async query(statement, values) {
        if (isAway) return primary.query(statement, values);
        try {
          return await replica.query(statement, values);
        } catch (error) {
          const rows = await primary.query(statement, values);
          if (!isOverload(error)) leaveOut(replica, statement, values, error);
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

// Statements that were too many, or took too long, say nothing about the replica.
const OVERLOAD = /^(?:53300|57014)$/;

function isOverload(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && 'code' in cause && OVERLOAD.test(String(cause.code));
}
