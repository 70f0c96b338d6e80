import type { Sql } from '../connection/sql.ts';

/** The tables with a partition for each month (UTC). */
export const TABLES_BY_MONTH = ['audit_entry', 'wallet_signature'] as const;
/** For so many months partitions are created in advance. Later rows would go to the default partition, which is not dropped. */
const MONTHS_AHEAD = 2;
const BATCH = 5_000;

// Waiting longer for the lock would block all statements queued behind it: fails, and is repeated in the next run.
const SHORT_LOCK_TIMEOUT = `set_config('lock_timeout', '2s', true)`;
const ADD = {
  name: 'add-month-partition',
  text: `
    select ${SHORT_LOCK_TIMEOUT},
      add_month_partition($1, (date_trunc('month', now() at time zone 'UTC') + $2 * interval '1 month')::date)`,
};
const FIRST_RETAINED_MONTH = `(date_trunc('month', now() at time zone 'UTC') - $2 * interval '1 month')`;
const DROP = {
  name: 'drop-month-partition',
  text: `select ${SHORT_LOCK_TIMEOUT}, drop_month_partition($1, ${FIRST_RETAINED_MONTH}::date)`,
};

/** Creates the missing partitions of a table for this month and the next ones. */
export async function addMonthPartitions(sql: Sql, table: string): Promise<void> {
  for (let month = 0; month <= MONTHS_AHEAD; month += 1) await sql.query(ADD, [table, month]);
}

/** Drops the oldest partition if it is older than this number of whole months; false if there was none. */
export async function dropOldMonth(sql: Sql, table: string, retainedMonths: number): Promise<boolean> {
  const [row] = await sql.query(DROP, [table, retainedMonths]);
  return row?.[1] === true;
}

/** Deletes a batch of such old rows from the default partition; false when there are no more. */
export async function deleteFromDefault(sql: Sql, table: string, retainedMonths: number): Promise<boolean> {
  const partition = `${table}_default`;
  const statement = {
    name: `purge-${partition}`,
    text: `
      delete from ${partition} where ctid = any(array(
        select ctid from ${partition} where at < ${FIRST_RETAINED_MONTH} at time zone 'UTC' order by at limit $1))
      returning true`,
  };
  return (await sql.query(statement, [BATCH, retainedMonths])).length === BATCH;
}
