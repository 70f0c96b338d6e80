import type { Sql } from '../connection/sql.ts';

/** The tables that have a partition for each month (UTC). */
export const TABLES_BY_MONTH = ['audit_entry', 'wallet_signature'] as const;
/** So long may nobody make partitions before rows go to the default partition, which works, but is not dropped. */
const MONTHS_AHEAD = 2;
const BATCH = 5_000;

// A lock that is not free soon would hold up everybody behind it: this is tried again another time.
const WAIT_BRIEFLY = `set_config('lock_timeout', '2s', true)`;
const ADD = {
  name: 'add-month-partition',
  text: `
    select ${WAIT_BRIEFLY},
      add_month_partition($1, (date_trunc('month', now() at time zone 'UTC') + $2 * interval '1 month')::date)`,
};
const FIRST_KEPT_MONTH = `(date_trunc('month', now() at time zone 'UTC') - $2 * interval '1 month')`;
const DROP = {
  name: 'drop-month-partition',
  text: `select ${WAIT_BRIEFLY}, drop_month_partition($1, ${FIRST_KEPT_MONTH}::date)`,
};

/** Makes the partitions of this month and of the next ones; those that exist stay. */
export async function addMonthPartitions(sql: Sql): Promise<void> {
  for (const table of TABLES_BY_MONTH)
    for (let month = 0; month <= MONTHS_AHEAD; month += 1) await sql.query(ADD, [table, month]);
}

/** Drops the oldest partition that is older than this many whole months; false when there was none. */
export async function dropOldMonth(sql: Sql, table: string, monthsKept: number): Promise<boolean> {
  const [row] = await sql.query(DROP, [table, monthsKept]);
  return row?.[1] === true;
}

/** Deletes some rows as old as that from the default partition; false when there are no more. */
export async function deleteOldStrays(sql: Sql, table: string, monthsKept: number): Promise<boolean> {
  const strays = `${table}_default`;
  const statement = {
    name: `purge-${strays}`,
    text: `
      delete from ${strays} where ctid = any(array(
        select ctid from ${strays} where at < ${FIRST_KEPT_MONTH} at time zone 'UTC' order by at limit $1))
      returning true`,
  };
  return (await sql.query(statement, [BATCH, monthsKept])).length === BATCH;
}
