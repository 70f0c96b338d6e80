import { toIsoInstant, type Sql, type Statement } from '../connection/sql.ts';

const BATCH = 1_000;
/** With more rows that fail, the cause is not a row. */
const MAX_UNMARKED = 10;
/** The mark comes later than the end by more than clocks usually differ. */
export const MARKED_AFTER = `interval '1 minute'`;

interface Pass {
  readonly find: Statement;
  readonly mark: Statement;
}

/** Finds rows in the order of an index and marks them. Rows that are locked are marked by the next run. $2: rows that failed. */
const pass = (name: string, mark: boolean, condition: string): Pass => ({
  find: {
    name: `find-${name}`,
    text: `
      select id from listing where status = 'published' and ${condition} and id <> all($2::text[])
      order by ends_at, id limit $1`,
  },
  mark: {
    name: `mark-${name}`,
    text: `
      update listing set ended = ${mark} where id = any(array(
        select id from listing where id = any($1::text[]) and status = 'published' and ${condition}
        for update skip locked))`,
  },
});

const PASSES = [
  pass('ended-listings', true, `not ended and end_date is not null and ends_at <= now() - ${MARKED_AFTER}`),
  // By a clock that was ahead.
  pass('live-listings', false, `ended and ends_at > now()`),
];

/**
 * Brings the marks of ended listings up to date, which let reads of live listings skip the others; reads compare the ends
 * themselves. Stops early when `isOver`. Returns the errors of rows that could not be marked; they stop no others.
 */
export async function markEnded(sql: Sql, isOver: () => boolean): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const each of PASSES) failures.push(...(await run(sql, each, isOver)));
  return failures;
}

async function run(sql: Sql, { find, mark }: Pass, isOver: () => boolean): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const unmarked: string[] = [];

  /** Halves a batch that fails until the rows are found that make it fail. */
  async function markAll(ids: readonly string[]): Promise<void> {
    try {
      await sql.query(mark, [ids]);
    } catch (error) {
      if (ids.length === 1 || isOver() || unmarked.length >= MAX_UNMARKED) {
        failures.push(error);
        unmarked.push(...ids);
        return;
      }
      const middle = Math.ceil(ids.length / 2);
      await markAll(ids.slice(0, middle));
      await markAll(ids.slice(middle));
    }
  }

  let found: number;
  do {
    const ids = (await sql.query(find, [BATCH, unmarked])).map(([id]) => String(id));
    found = ids.length;
    if (found > 0) await markAll(ids);
  } while (found === BATCH && !isOver() && unmarked.length < MAX_UNMARKED);
  return failures;
}

const LATEST: Statement = {
  name: 'latest-marked-end',
  text: `select max(ends_at) from listing where status = 'published' and ended`,
};
const FRESH_MS = 1_000;

/** Compares the marks with the time of a read. */
export interface EndMarks {
  /** Whether listings that end after this instant are marked, as it was within the last second. */
  areAhead(instant: Date): Promise<boolean>;
}

/** Reads the latest end of a marked listing (index listing_marked_ends), once a second at most. */
export function createEndMarks(sql: Sql): EndMarks {
  let read: { readonly at: number; readonly end: Promise<number> } | undefined;
  const latest = async () => {
    const [row] = await sql.query(LATEST, []);
    return typeof row?.[0] === 'string' ? Date.parse(toIsoInstant(row[0])) : Number.NEGATIVE_INFINITY;
  };
  return {
    async areAhead(instant) {
      if (read === undefined || performance.now() - read.at > FRESH_MS)
        read = { at: performance.now(), end: latest() };
      const { end } = read;
      end.catch(() => (read = undefined));
      return (await end) > instant.getTime();
    },
  };
}
