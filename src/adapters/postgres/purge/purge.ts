import { addMonthPartitions, deleteOldStrays, dropOldMonth, TABLES_BY_MONTH } from './month-partitions.ts';
import { PURGES } from './purge-statements.ts';
import type { Sql } from '../connection/sql.ts';

/** How long is kept what has no period of its own. */
export interface Retention {
  /** Operations on the chain after they are settled, with their transactions. */
  readonly operationDays: number;
  /** The audit log and the signatures of wallets, in whole months besides the present one; 0 keeps them for ever. */
  readonly auditMonths: number;
}

/**
 * Deletes what has expired, in small batches, and makes the partitions of the next months, until nothing is left to do or the
 * time is over. True when nothing is left.
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
  // Last, since locks on the tables can keep it from happening.
  await addMonthPartitions(sql);
  if (auditMonths === 0) return true;
  for (const table of TABLES_BY_MONTH)
    for (const work of [dropOldMonth, deleteOldStrays])
      if (!(await repeat(() => work(sql, table, auditMonths), isTimeOver))) return false;
  return true;
}

/** Works until there is no more to do, or until the time is over: then false. */
async function repeat(work: () => Promise<boolean>, isTimeOver: () => boolean): Promise<boolean> {
  while (await work()) if (isTimeOver()) return false;
  return true;
}
