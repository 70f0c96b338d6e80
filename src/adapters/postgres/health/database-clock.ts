import type { Sql } from '../connection/sql.ts';

const CLOCK = { name: 'database-clock', text: 'select extract(epoch from clock_timestamp()) * 1000' };

/**
 * How far this process's clock is ahead of the database's in seconds, negative when it is behind; however long the response took.
 */
export async function readClockAhead(sql: Sql): Promise<number> {
  const before = Date.now();
  const [row] = await sql.query(CLOCK, []);
  const at = Number(row?.[0]);
  // The database looked at its clock at some time between the two.
  return (Math.max(0, before - at) + Math.min(0, Date.now() - at)) / 1_000;
}
