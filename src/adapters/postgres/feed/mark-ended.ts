import type { Sql } from '../connection/sql.ts';

const BATCH = 1_000;

// Rows that are locked are marked by the next run.
const MARK = {
  name: 'mark-ended-listings',
  text: `
    update listing set ended = true where id = any(array(
      select id from listing
      where status = 'published' and not ended and end_date is not null and ends_at <= now()
      order by ends_at, id limit $1 for update skip locked))
    returning true`,
};

/** Marks the listings that have ended, so that reads of live listings need not skip them; stops early when `isOver`. */
export async function markEnded(sql: Sql, isOver: () => boolean): Promise<void> {
  let marked: number;
  do {
    marked = (await sql.query(MARK, [BATCH])).length;
  } while (marked === BATCH && !isOver());
}
