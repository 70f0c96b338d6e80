import type { Position } from '../../../core/values/paging.ts';
import type { FeedRow, FeedSlice } from '../../../core/feed/feed-store.ts';
import { toPage } from '../../../core/values/paging.ts';
import type { Sql, Statement, TextRow } from '../connection/sql.ts';
import { readerOf, readKey } from './columns.ts';
import { accessFor, SORT, type Branch, type Condition } from './conditions.ts';
import { rarestSource, type Estimate } from './estimates.ts';
import type { FeedLimits } from './limits.ts';
import {
  branchesStatement,
  branchStatement,
  gatherStatement,
  stopStatement,
  walkStatement,
  type Bound,
  type PageToRead,
} from './page-statements.ts';

const MOST_PREPARED_BRANCHES = 4;

export interface PageReader {
  read(page: PageToRead): Promise<FeedSlice>;
}

interface Connections {
  /** For statements that are planned for their values. */
  readonly searchSql: Sql;
  /** A prepared statement for a text, or an unnamed one. */
  readonly statementOf: (text: string) => Statement;
  readonly readSql: Sql;
  readonly limits: FeedLimits;
}

/**
 * Reads pages by indexes alone where an index has the filter and the order. Otherwise listings are looked at in the order
 * of the feed, or all that a rare condition finds are sorted: never more than the limits above. A page that is not full
 * then says where the next one goes on.
 */
export function createPageReader({ searchSql, readSql, statementOf, limits }: Connections): PageReader {
  const prepared = ({ text, values }: Bound) => readSql.query(statementOf(text), values);
  const planned = ({ text, values }: Bound) => searchSql.query({ name: '', text }, values);

  async function fromBranches(read: PageToRead, branches: readonly Branch[]): Promise<FeedSlice> {
    const [only] = branches;
    const rows =
      branches.length === 1 && only !== undefined
        ? await prepared(branchStatement(read, only))
        : await (branches.length <= MOST_PREPARED_BRANCHES ? prepared : planned)(
            branchesStatement(read, branches),
          );
    return complete(read, rows.map(readerOf(read.columns)));
  }

  async function walkQuickly(read: PageToRead, branches: readonly Branch[], unchecked: readonly Condition[]) {
    const walks = await Promise.all(
      branches.map((branch) => prepared(walkStatement(read, branch, unchecked, limits.firstWalk))),
    );
    if (walks.some((rows) => rows.length <= read.page.size)) return undefined;
    return complete(read, merge(read, walks));
  }

  async function gather(read: PageToRead, rarest: Estimate | undefined): Promise<FeedSlice | undefined> {
    if (rarest === undefined || rarest.rows > limits.gather) return undefined;
    const rows = await planned(gatherStatement(read, rarest.source, limits.gather));
    if (Number(rows[0]?.at(-1)) > limits.gather) return undefined;
    const found = rows.filter((row) => row[read.columns.length + 1] !== null);
    return complete(read, found.map(readerOf(read.columns)));
  }

  async function walk(
    read: PageToRead,
    branches: readonly Branch[],
    unchecked: readonly Condition[],
  ): Promise<FeedSlice> {
    const budget = Math.floor(limits.walk / branches.length);
    const walks = await Promise.all(
      branches.map(async (branch) => {
        const rows = await prepared(walkStatement(read, branch, unchecked, budget));
        if (rows.length > read.page.size) return { rows, stop: undefined };
        const [stop] = await prepared(stopStatement(read, branch, budget));
        return { rows, stop: stop && { key: readKey(stop[0]), id: String(stop[1]) } };
      }),
    );
    const rows = merge(
      read,
      walks.map((one) => one.rows),
    );
    const compare = comparePlaces(read);
    const stops = walks.flatMap(({ stop }) => (stop ? [stop] : []));
    const [stop] = stops.toSorted(compare);
    const sure = stop ? rows.filter((row) => compare(placeOf(read, row), stop) <= 0) : rows;
    if (stop === undefined || sure.length > read.page.size) return complete(read, sure);
    return stopped(read, sure, stop);
  }

  return {
    async read(page) {
      const { branches, unchecked } = accessFor(page.selection, page.order);
      if (unchecked.length === 0) return fromBranches(page, branches);
      const { selection } = page;
      // How often a word occurs is known; of other conditions the first listings tell whether they are common.
      const known = unchecked.includes('tsquery') ? await rarestSource(searchSql, selection) : undefined;
      if (known !== undefined && known.rows <= limits.firstWalk) {
        const found = await gather(page, known);
        return found ?? walk(page, branches, unchecked);
      }
      return (
        (await walkQuickly(page, branches, unchecked)) ??
        (await gather(page, known ?? (await rarestSource(searchSql, selection)))) ??
        walk(page, branches, unchecked)
      );
    },
  };
}

function complete({ page }: PageToRead, rows: readonly FeedRow[]): FeedSlice {
  return { ...toPage(rows, page), stoppedAt: undefined };
}

function stopped({ page }: PageToRead, rows: readonly FeedRow[], stop: Position): FeedSlice {
  return page.backward
    ? {
        items: rows.toReversed(),
        hasNextPage: page.before !== undefined,
        hasPreviousPage: true,
        stoppedAt: stop,
      }
    : { items: rows, hasNextPage: true, hasPreviousPage: page.after !== undefined, stoppedAt: stop };
}

/** The rows of several walks in the order of the page. */
function merge(read: PageToRead, walks: readonly (readonly TextRow[])[]): FeedRow[] {
  const rows = walks.flatMap((walked) => walked.map(readerOf(read.columns)));
  if (walks.length === 1) return rows;
  const compare = comparePlaces(read);
  return rows
    .toSorted((one, other) => compare(placeOf(read, one), placeOf(read, other)))
    .slice(0, read.page.size + 1);
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
