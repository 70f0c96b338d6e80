import type { FeedRow, FeedSlice } from '../../../core/feed/feed-store.ts';
import type { Sql, Statement, TextRow } from '../connection/sql.ts';
import { readerOf, readKey } from './columns.ts';
import { accessFor, indexedConditions, type Access, type IndexBranch } from './conditions.ts';
import { estimate, shareOf, type Estimates } from './estimates.ts';
import { append, continueFrom, mergeBranches, toSlice, type FoundRows } from './found-rows.ts';
import type { FeedLimits } from './limits.ts';
import {
  branchesStatement,
  branchStatement,
  gatherStatement,
  spanStatement,
  stopStatement,
  walkStatement,
  type Bound,
  type PageToRead,
} from './page-statements.ts';

const MAX_PREPARED_BRANCHES = 4;
const MIN_SPAN = 2_500;

export interface PageReader {
  read(page: PageToRead): Promise<FeedSlice>;
}

interface Connections {
  /** For statements that are planned with their values. */
  readonly searchSql: Sql;
  /** A prepared or unnamed statement for a text. */
  readonly statementOf: (text: string) => Statement;
  readonly readSql: Sql;
  readonly limits: FeedLimits;
}

/**
 * Reads pages. If an index covers the filter and the order, it reads the index only. Otherwise it checks listings in the order
 * of the feed (walk), or sorts all that a rare condition finds (gather), or intersects the next part of the order with the
 * index of words, within the limits. The result of a page that is not full then says where the next one continues.
 */
export function createPageReader({ searchSql, readSql, statementOf, limits }: Connections): PageReader {
  const prepared = ({ text, values }: Bound) => readSql.query(statementOf(text), values);
  const planned = ({ text, values }: Bound) => searchSql.query({ name: '', text }, values);

  async function fromBranches(read: PageToRead, branches: readonly IndexBranch[]): Promise<FoundRows> {
    const [only] = branches;
    const rows =
      branches.length === 1 && only !== undefined
        ? await prepared(branchStatement(read, only))
        : await (branches.length <= MAX_PREPARED_BRANCHES ? prepared : planned)(
            branchesStatement(read, branches),
          );
    return { rows: rows.map(readerOf(read.columns)), stop: undefined };
  }

  async function walk(read: PageToRead, { branches, unchecked }: Access, budget: number): Promise<FoundRows> {
    const columnCount = read.columns.length;
    const walks = branches.map(async (branch) => {
      const rows = await prepared(walkStatement(read, branch, unchecked, budget));
      const last = rows.find((row) => row[columnCount + 3] === true);
      return {
        rows: rows.filter((row) => row[columnCount + 2] === true).map(readerOf(read.columns)),
        stop: last && { key: readKey(last[columnCount]), id: String(last[columnCount + 1]) },
      };
    });
    return mergeBranches(read, await Promise.all(walks));
  }

  async function gather(read: PageToRead, { sources: [rarest] }: Estimates): Promise<FoundRows | undefined> {
    if (rarest === undefined || rarest.rows > limits.gather) return undefined;
    return foundRowsOf(read, await planned(gatherStatement(read, rarest.source, limits.gather)));
  }

  /** Undefined where all words and facts are frequent, or where a walk costs less. */
  async function intersect(
    read: PageToRead,
    access: Access,
    estimates: Estimates,
  ): Promise<FoundRows | undefined> {
    const needed = rowsNeeded(read, access, estimates);
    const source = intersectedSource(read, estimates, limits);
    if (source === undefined || needed <= limits.walk) return undefined;
    const span = Math.min(limits.span, stepOf(needed)) / access.branches.length;
    const branches = access.branches.map(async (branch) => {
      const [at] = await prepared(stopStatement(read, branch, span));
      const stop = at && { key: readKey(at[0]), id: String(at[1]) };
      const statement = spanStatement(read, branch, access.unchecked, {
        source,
        stop,
        limit: limits.gather,
      });
      const rows = foundRowsOf(read, await planned(statement))?.rows;
      return rows && { rows, stop };
    });
    const foundRows = (await Promise.all(branches)).flatMap((branch) => branch ?? []);
    return foundRows.length < branches.length ? undefined : mergeBranches(read, foundRows);
  }

  /** The rows of a statement whose last column counts what it read; undefined when that is over the limit. */
  function foundRowsOf(read: PageToRead, rows: readonly TextRow[]): FoundRows | undefined {
    if (Number(rows[0]?.at(-1)) > limits.gather) return undefined;
    const isRow = (row: FeedRow) => row[read.columns.length + 1] !== null;
    return { rows: rows.filter(isRow).map(readerOf(read.columns)), stop: undefined };
  }

  async function readChecked(
    read: PageToRead,
    access: Access,
    known: Estimates | undefined,
  ): Promise<FoundRows> {
    let first: FoundRows = { rows: [], stop: undefined };
    let rest = read;
    const length = firstWalkOf(read, access, known);
    if (length > 0) {
      first = await walk(read, access, length);
      if (first.stop === undefined) return first;
      rest = continueFrom(read, first);
    }
    const estimates = known ?? (await estimate(searchSql, read.selection));
    const gathered = await gather(read, estimates);
    if (gathered !== undefined) return gathered;
    const budget = Math.floor(limits.walk / access.branches.length) - length;
    const foundRows = (await intersect(rest, access, estimates)) ?? (await walk(rest, access, budget));
    return append(read, first, foundRows);
  }

  /** The length of the first walk, 0 for none: estimates decide if there are any, otherwise the default. */
  function firstWalkOf(read: PageToRead, access: Access, known: Estimates | undefined): number {
    const needed = known === undefined ? 0 : rowsNeeded(read, access, known);
    if (needed <= limits.firstWalk) return limits.firstWalk;
    const gathered = known?.sources[0]?.rows ?? Infinity;
    return needed <= limits.walk / 2 && needed <= gathered
      ? Math.floor(limits.walk / 2 / access.branches.length)
      : 0;
  }

  return {
    async read(page) {
      const { selection, order } = page;
      const access = accessFor(selection, order);
      if (access.unchecked.length === 0) return toSlice(page, await fromBranches(page, access.branches));
      const isKnown = selection.words !== undefined || indexedConditions(selection).length > 1;
      const known = isKnown ? await estimate(searchSql, selection) : undefined;
      const sources = known?.sources.map(({ source }) => source);
      return toSlice(page, await readChecked(page, accessFor(selection, order, sources), known));
    },
  };
}

/** The source whose index is intersected with that of the order: words, or facts that not too many listings have. */
function intersectedSource({ selection }: PageToRead, { sources }: Estimates, { words }: FeedLimits) {
  if (selection.words?.rare !== undefined) return 'words';
  const facts = sources.find(({ source }) => source === 'facts');
  return facts !== undefined && facts.rows <= words ? 'facts' : undefined;
}

/** The expected number of rows of a branch with two pages of matches. */
function rowsNeeded({ page }: PageToRead, { unchecked }: Access, estimates: Estimates): number {
  return (2 * (page.size + 1)) / shareOf(estimates, unchecked);
}

/** Rounds up to few different numbers, so that there are few different statements. */
function stepOf(rows: number): number {
  let step = MIN_SPAN;
  while (step < rows && step < Number.MAX_SAFE_INTEGER / 2) step *= 2;
  return step;
}
