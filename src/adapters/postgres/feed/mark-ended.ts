import type { Sql } from '../connection/sql.ts';

const BATCH = 1_000;

// What somebody else changes at this moment is marked the next time.
const MARK = {
  name: 'mark-ended-listings',
  text: `
    update listing set ended = true where id = any(array(
      select id from listing
      where status = 'published' and not ended and end_date is not null and ends_at <= now()
      order by ends_at, id limit $1 for update skip locked))
    returning true`,
};

/** Marks the listings that have ended, so that reads of the others need not pass them; stops early once `isOver` says so. */
export async function markEnded(sql: Sql, isOver: () => boolean): Promise<void> {
  let marked: number;
  do {
    marked = (await sql.query(MARK, [BATCH])).length;
  } while (marked === BATCH && !isOver());
}
