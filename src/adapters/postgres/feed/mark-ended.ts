import type { Sql } from '../connection/sql.ts';

const BATCH = 1_000;
/** With more rows that fail, the cause is not a row. */
const MAX_UNMARKED = 10;

// Rows that are locked are marked by the next run. $2: rows that could not be marked.
const FIND = {
  name: 'find-ended-listings',
  text: `
    select id from listing
    where status = 'published' and not ended and end_date is not null and ends_at <= now() and id <> all($2::text[])
    order by ends_at, id limit $1`,
};
const MARK = {
  name: 'mark-ended-listings',
  text: `
    update listing set ended = true where id = any(array(
      select id from listing
      where id = any($1::text[]) and status = 'published' and not ended and end_date is not null and ends_at <= now()
      for update skip locked))`,
};

/**
 * Marks the listings that have ended, so that reads of live listings need not skip them; stops early when `isOver`. Returns the
 * errors of rows that could not be marked; they stop no others.
 */
export async function markEnded(sql: Sql, isOver: () => boolean): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const unmarked: string[] = [];

  /** Halves a batch that fails until the rows are found that make it fail. */
  async function mark(ids: readonly string[]): Promise<void> {
    try {
      await sql.query(MARK, [ids]);
    } catch (error) {
      if (ids.length === 1 || isOver() || unmarked.length >= MAX_UNMARKED) {
        failures.push(error);
        unmarked.push(...ids);
        return;
      }
      const middle = Math.ceil(ids.length / 2);
      await mark(ids.slice(0, middle));
      await mark(ids.slice(middle));
    }
  }

  let found: number;
  do {
    const ids = (await sql.query(FIND, [BATCH, unmarked])).map(([id]) => String(id));
    found = ids.length;
    if (found > 0) await mark(ids);
  } while (found === BATCH && !isOver() && unmarked.length < MAX_UNMARKED);
  return failures;
}
