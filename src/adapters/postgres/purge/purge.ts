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

/**
 * Deletes what has expired, in small batches, and creates the partitions of the next months, until nothing is left or the time
 * is over. Returns whether nothing is left.
 */
export async function purgeExpired(
  sql: Sql,
  { operationDays, auditMonths }: Retention,
  isTimeOver: () => boolean = () => false,
): Promise<boolean> {
  for (const { batch, isOfOperations, ...statement } of PURGES) {
    const values = isOfOperations ? [batch, operationDays] : [batch];
    const isDone = await repeat(
      async () => (await sql.query(statement, values)).length === batch,
      isTimeOver,
    );
    if (!isDone) return false;
  }
  // Last, because waiting for locks on the tables can make it fail.
  await addMonthPartitions(sql);
  if (auditMonths === 0) return true;
  for (const table of TABLES_BY_MONTH)
    for (const work of [dropOldMonth, deleteFromDefault])
      if (!(await repeat(() => work(sql, table, auditMonths), isTimeOver))) return false;
  return true;
}

/** Repeats the work until it is done (true) or the time is over (false). */
async function repeat(work: () => Promise<boolean>, isTimeOver: () => boolean): Promise<boolean> {
  while (await work()) if (isTimeOver()) return false;
  return true;
}
