import type { FeedOrder, FeedQuery } from '../../../core/feed/feed-query.ts';
import type { Position } from '../../../core/values/paging.ts';
import type { FeedColumn } from '../../../core/feed/feed-store.ts';
import { selectText } from './columns.ts';
import {
  branchCondition,
  conditionText,
  keysetCondition,
  SORT,
  sourceCondition,
  sourceText,
  stopCondition,
  wholeCondition,
  withoutSource,
  type IndexBranch,
  type Condition,
  type Selection,
} from './conditions.ts';
import { createParameters } from './parameters.ts';

/** A page to read: the filter with its tsquery, and the columns. */
export interface PageToRead extends Pick<FeedQuery, 'page'> {
  readonly order: FeedOrder;
  readonly selection: Selection;
  readonly columns: readonly FeedColumn[];
}

/** A statement's text and its values. */
export interface Bound {
  readonly text: string;
  readonly values: readonly unknown[];
}

function sortOf({ order, page }: PageToRead) {
  const { column, descending } = SORT[order];
  const direction = descending === page.backward ? 'asc' : 'desc';
  return { column, direction, by: `order by ${column} ${direction}, l.id ${direction}` };
}

/**
 * The cursors that restrict more than the filter does. In ENDING_SOON PostgreSQL may enter the index at the cursor even when
 * the filter's own bound is millions of listings further: such a cursor is left out.
 */
function cursorsOf({ order, page, selection }: PageToRead): Pick<PageToRead['page'], 'after' | 'before'> {
  const { after, before } = page;
  if (order !== 'ENDING_SOON') return { after, before };
  const { notEndedAt, endsAfter, endsBefore } = selection;
  const isPast = [notEndedAt, endsAfter].some((bound) => bound && after && after.key <= bound.toISOString());
  const isBeyond = endsBefore && before && before.key >= endsBefore.toISOString();
  return { after: isPast ? undefined : after, before: isBeyond ? undefined : before };
}

/** A page from one branch that covers the filter. */
export function branchStatement(read: PageToRead, branch: IndexBranch): Bound {
  const parameters = createParameters();
  const { list, join } = selectText(read.columns);
  const { column, by } = sortOf(read);
  const text = `
    select ${list}${column}, l.id from listing l ${join}
    where ${branchCondition(branch, read.selection, read.order, parameters)}${keysetCondition(read.order, cursorsOf(read), parameters)}
    ${by} limit ${parameters.add(read.page.size + 1, 'bigint')}`;
  return { text, values: parameters.values };
}

/** A page from several branches: reads one page of each and returns the first rows of all. */
export function branchesStatement(read: PageToRead, branches: readonly IndexBranch[]): Bound {
  const parameters = createParameters();
  const { list, join } = selectText(read.columns);
  const { column, direction, by } = sortOf(read);
  const limit = read.page.size + 1;
  const parts = branches.map(
    (branch) => `(
      select l.id, ${column} as key from listing l
      where ${branchCondition(branch, read.selection, read.order, parameters)}${keysetCondition(read.order, cursorsOf(read), parameters)}
      ${by} limit ${limit})`,
  );
  const text = `
    select ${list}page.key, l.id
    from (select * from (${parts.join(' union all ')}) rows order by key ${direction}, id ${direction} limit ${limit}) page
    join listing l on l.id = page.id ${join}
    order by page.key ${direction}, page.id ${direction}`;
  return { text, values: parameters.values };
}

/**
 * The matches among the first `budget` rows of a branch, which are checked one by one until the page is full, and the last of
 * these rows even without a match: the last two columns tell both cases apart. The limits are literals in the text, so that
 * the planner knows that few rows are needed and does not sort a table.
 */
export function walkStatement(
  read: PageToRead,
  branch: IndexBranch,
  unchecked: readonly Condition[],
  budget: number,
): Bound {
  const parameters = createParameters();
  const { list, join } = selectText(read.columns);
  const { column, direction, by } = sortOf(read);
  const checks = unchecked.map((one) => conditionText(one, read.selection, parameters));
  const text = `
    select ${list}page.key, l.id, page.matches, page.number = ${budget}
    from (
      select * from (
        select id, key, matches, row_number() over (order by key ${direction}, id ${direction}) as number
        from (
          select l.id, ${column} as key, ${checks.join(' and ')} as matches from listing l
          where ${branchCondition(branch, read.selection, read.order, parameters)}${keysetCondition(read.order, cursorsOf(read), parameters)}
          ${by} limit (select ${budget})
        ) walked
      ) numbered
      where matches or number = ${budget}
      limit ${read.page.size + 1}
    ) page
    join listing l on l.id = page.id ${join}
    order by page.key ${direction}, page.id ${direction}`;
  return { text, values: parameters.values };
}

/** The position of row `span` of a branch, no row if the branch is shorter. An index-only read. */
export function stopStatement(read: PageToRead, branch: IndexBranch, span: number): Bound {
  const parameters = createParameters();
  const { column, by } = sortOf(read);
  // Only the index of ENDING_SOON contains the end.
  const selection =
    read.order === 'ENDING_SOON' ? read.selection : { ...read.selection, notEndedAt: undefined };
  const text = `
    select ${column}, l.id from listing l
    where ${branchCondition(branch, selection, read.order, parameters)}${keysetCondition(read.order, cursorsOf(read), parameters)}
    ${by} offset (select ${span - 1}) limit 1`;
  return { text, values: parameters.values };
}

/** The page from all listings that one condition finds, if they are at most `limit`; the last column counts them. */
export function gatherStatement(read: PageToRead, source: Condition, limit: number): Bound {
  const parameters = createParameters();
  const found = `
    select l.id, ${sortOf(read).column} as key,
      ${wholeCondition(read.selection, parameters, source)}${keysetCondition(read.order, cursorsOf(read), parameters)} as matches
    from listing l where ${sourceCondition(source, read.selection, parameters)}
    limit ${limit + 1}`;
  return { text: pageOfFound(read, found), values: parameters.values };
}

interface Span {
  readonly source: 'words' | 'facts';
  readonly stop: Position | undefined;
  readonly limit: number;
}

/**
 * The page from all listings of a branch up to `stop` that a source finds, words or facts, if they are at most `limit`. The inner
 * query does not sort, so that the planner intersects the index of the branch with that of the source before it reads listings.
 * All other conditions are checked afterwards, so that the limit counts every listing that is read.
 */
export function spanStatement(
  read: PageToRead,
  branch: IndexBranch,
  unchecked: readonly Condition[],
  { source, stop, limit }: Span,
): Bound {
  const { order, page, selection } = read;
  const parameters = createParameters();
  const checks = withoutSource(unchecked, source, selection).map((one) =>
    conditionText(one, selection, parameters),
  );
  const bounds = `${keysetCondition(order, cursorsOf(read), parameters)}${stopCondition(order, { stop, backward: page.backward }, parameters)}`;
  const found = `
    select l.id, ${sortOf(read).column} as key, ${checks.join(' and ') || 'true'} as matches from listing l
    where ${branchCondition(branch, selection, order, parameters)} and ${sourceText(source, selection, parameters)}${bounds}
    limit ${limit + 1}`;
  return { text: pageOfFound(read, found), values: parameters.values };
}

function pageOfFound(read: PageToRead, found: string): string {
  const { list, join } = selectText(read.columns);
  const { direction } = sortOf(read);
  return `
    with found as materialized (${found})
    select ${list}page.key, page.id, total.count
    from (select count(*) from found) total
    left join (
      select id, key from found where matches order by key ${direction}, id ${direction} limit ${read.page.size + 1}
    ) page on true
    left join listing l on l.id = page.id ${join}
    order by page.key ${direction}, page.id ${direction}`;
}
