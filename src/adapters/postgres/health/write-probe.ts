import type { Sql, Statement } from '../connection/sql.ts';

/**
 * Writes a row that fits in no present page of its table, commits it, and removes it again. A full disk, a read-only database and a
 * storage that hangs all make this fail or wait; a changed row would still fit in its page.
 */
export async function probeWrites(sql: Sql): Promise<void> {
  await sql.query(FILL, []);
  await sql.query(EMPTY, []);
  // Shortens the file again, or leaves that to the next probe while an older snapshot or another instance needs the row.
  await sql.query(SHORTEN, []);
}

const FILL: Statement = {
  name: 'probe-writes',
  text: `insert into write_probe (filler) values (repeat('x', 7000))`,
};
const EMPTY: Statement = { name: 'empty-write-probe', text: 'delete from write_probe' };
const SHORTEN: Statement = { name: '', text: 'vacuum (skip_locked) write_probe' };
