import type { Position } from '../../../core/values/paging.ts';
import type { FeedRow, FeedSlice } from '../../../core/feed/feed-store.ts';
import { toPage } from '../../../core/values/paging.ts';
import { SORT } from './conditions.ts';
import type { PageToRead } from './page-statements.ts';

/** The rows found so far, in the direction of the page. */
export interface FoundRows {
  readonly rows: readonly FeedRow[];
  /** The last position read, if neither the page is full nor the end of the listings reached. */
  readonly stop: Position | undefined;
}

/** The rows of several branches in order, without those beyond the earliest stop of a branch. */
export function mergeBranches(read: PageToRead, branches: readonly FoundRows[]): FoundRows {
  const compare = comparePositions(read);
  const rows = branches.flatMap((branch) => branch.rows);
  if (branches.length > 1) rows.sort((one, other) => compare(positionOf(read, one), positionOf(read, other)));
  const [stop] = branches.flatMap((branch) => branch.stop ?? []).toSorted(compare);
  return limitToPage(
    read,
    stop ? rows.filter((row) => compare(positionOf(read, row), stop) <= 0) : rows,
    stop,
  );
}

/** The rows found before a stop, and those found after it. */
export function append(read: PageToRead, before: FoundRows, rest: FoundRows): FoundRows {
  return limitToPage(read, [...before.rows, ...rest.rows], rest.stop);
}

/** The same page, continued where reading stopped. */
export function continueFrom(read: PageToRead, { stop }: FoundRows): PageToRead {
  const { page } = read;
  return { ...read, page: { ...page, [page.backward ? 'before' : 'after']: stop } };
}

/** The page of the found rows; when it is not full, stoppedAt says where to continue. */
export function toSlice({ page }: PageToRead, { rows, stop }: FoundRows): FeedSlice {
  if (stop === undefined) return { ...toPage(rows, page), stoppedAt: undefined };
  return page.backward
    ? {
        items: rows.toReversed(),
        hasNextPage: page.before !== undefined,
        hasPreviousPage: true,
        stoppedAt: stop,
      }
    : { items: rows, hasNextPage: true, hasPreviousPage: page.after !== undefined, stoppedAt: stop };
}

function limitToPage({ page }: PageToRead, rows: readonly FeedRow[], stop: Position | undefined): FoundRows {
  return { rows: rows.slice(0, page.size + 1), stop: rows.length > page.size ? undefined : stop };
}

function positionOf({ columns }: PageToRead, row: FeedRow): Position {
  return { key: String(row[columns.length]), id: String(row[columns.length + 1]) };
}

/** Compares positions. Timestamps as text sort like timestamps, with "infinity" last. */
function comparePositions({ order, page }: PageToRead): (one: Position, other: Position) => number {
  const sign = SORT[order].descending === page.backward ? 1 : -1;
  return (one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -sign : sign;
    if (one.id === other.id) return 0;
    return one.id < other.id ? -sign : sign;
  };
}
