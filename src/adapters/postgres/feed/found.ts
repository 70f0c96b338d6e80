import type { Position } from '../../../core/values/paging.ts';
import type { FeedRow, FeedSlice } from '../../../core/feed/feed-store.ts';
import { toPage } from '../../../core/values/paging.ts';
import { SORT } from './conditions.ts';
import type { PageToRead } from './page-statements.ts';

/** What reading found so far, in the direction of the page. */
export interface Found {
  readonly rows: readonly FeedRow[];
  /** Where it stopped although neither the page nor the listings were at an end. */
  readonly stop: Position | undefined;
}

/** What several branches found together: of a branch that goes on beyond the stop of another, only what precedes it. */
export function mergeBranches(read: PageToRead, branches: readonly Found[]): Found {
  const compare = comparePlaces(read);
  const rows = branches.flatMap((branch) => branch.rows);
  if (branches.length > 1) rows.sort((one, other) => compare(placeOf(read, one), placeOf(read, other)));
  const [stop] = branches.flatMap((branch) => branch.stop ?? []).toSorted(compare);
  return endAt(read, stop ? rows.filter((row) => compare(placeOf(read, row), stop) <= 0) : rows, stop);
}

/** What was found before a stop, and from there on. */
export function append(read: PageToRead, before: Found, rest: Found): Found {
  return endAt(read, [...before.rows, ...rest.rows], rest.stop);
}

/** The same page from where reading stopped. */
export function goOnFrom(read: PageToRead, { stop }: Found): PageToRead {
  const { page } = read;
  return { ...read, page: { ...page, [page.backward ? 'before' : 'after']: stop } };
}

/** The page of what was found; it says where to go on when it is not full. */
export function toSlice({ page }: PageToRead, { rows, stop }: Found): FeedSlice {
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

function endAt({ page }: PageToRead, rows: readonly FeedRow[], stop: Position | undefined): Found {
  return { rows: rows.slice(0, page.size + 1), stop: rows.length > page.size ? undefined : stop };
}

function placeOf({ columns }: PageToRead, row: FeedRow): Position {
  return { key: String(row[columns.length]), id: String(row[columns.length + 1]) };
}

/** Instants as texts sort as instants do, "infinity" behind them all. */
function comparePlaces({ order, page }: PageToRead): (one: Position, other: Position) => number {
  const sign = SORT[order].descending === page.backward ? 1 : -1;
  return (one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -sign : sign;
    if (one.id === other.id) return 0;
    return one.id < other.id ? -sign : sign;
  };
}
