import type { Statement } from '../connection/sql.ts';

export const LARGE_BATCH = 5_000;

/** Deletes at most $1 rows, found by an index, and returns a row for each. */
export interface Purge extends Statement {
  readonly batch: number;
  /** Whether $2 is the number of days for which operations are retained. */
  readonly isOfOperations?: true;
}
