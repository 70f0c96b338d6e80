import { addMonthPartitions, deleteFromDefault, dropOldMonth, TABLES_BY_MONTH } from './month-partitions.ts';
import { PURGES } from './purge-statements.ts';
import type { Sql } from '../connection/sql.ts';

/** Retention periods that are configurable. */
export interface Retention {
  /** Settled operations, with their transactions. */
  readonly operationDays: number;
  /** The audit log and the wallets' signatures, in whole months before the current one; 0 retains them forever. */
  readonly auditMonths: number;
}

/** What a purge did: whether nothing is left of what did not fail, and the errors of what failed. */
export interface PurgeRun {
  readonly isDone: boolean;
  readonly failures: readonly unknown[];
}

/** Part of the work; whether there is more of it. */
type Work = () => Promise<boolean>;

/**
 * Deletes what has expired, in small batches, and creates the partitions of the next months, until nothing is left or the time
 * is over. Each kind gets its turn before any gets another, and one that fails stops no other.
 */
export async function purgeExpired(
  sql: Sql,
  retention: Retention,
  isTimeOver: () => boolean = () => false,
): Promise<PurgeRun> {
  const failures: unknown[] = [];
  const works = new Set(allOf(sql, retention));
  const hasMore = async (work: Work): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      failures.push(error);
      works.delete(work);
      return false;
    }
  };
  let isDone: boolean;
  do {
    isDone = true;
    // All again while one has more: some rows can be deleted only after those of another kind.
    for (const work of works) if (await hasMore(work)) isDone = false;
  } while (!isDone && !isTimeOver());
  return { isDone, failures };
}

function allOf(sql: Sql, { operationDays, auditMonths }: Retention): Work[] {
  const deletions = PURGES.map(({ batch, isOfOperations, ...statement }): Work => {
    const values = isOfOperations ? [batch, operationDays] : [batch];
    return async () => (await sql.query(statement, values)).length === batch;
  });
  const additions = TABLES_BY_MONTH.map((table): Work => async () => {
    await addMonthPartitions(sql, table);
    return false;
  });
  const drops =
    auditMonths === 0
      ? []
      : TABLES_BY_MONTH.flatMap((table) =>
          [dropOldMonth, deleteFromDefault].map(
            (work): Work =>
              () =>
                work(sql, table, auditMonths),
          ),
        );
  // Waiting for locks on the tables takes longest.
  return [...deletions, ...additions, ...drops];
}
