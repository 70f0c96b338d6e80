import type { FeedOrder } from '../../../core/feed/feed-query.ts';
import type { Sql } from '../connection/sql.ts';
import {
  accessFor,
  branchCondition,
  SORT,
  sourceCondition,
  sourcesOf,
  wholeCondition,
  type Selection,
} from './conditions.ts';
import { estimate, type Estimates } from './estimates.ts';
import type { FeedLimits } from './limits.ts';
import { createParameters } from './parameters.ts';

/** Listings to count: a query of rows with the columns asked for and `matches`, at most one more than `limit`. */
export interface Matches {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly limit: number;
}

interface Choice {
  readonly order: FeedOrder;
  readonly columns: string;
  /** Where the index has the whole filter. */
  readonly limit: number;
  readonly limits: FeedLimits;
  /** When the filter, or one with more conditions, was estimated already. */
  readonly known?: Estimates;
}

/**
 * What a filter matches, as far as it is looked at: all that a rare condition finds, else the first listings of an order,
 * whole branches before others.
 */
export async function findMatches(
  sql: Sql,
  selection: Selection,
  { order, columns, limit: most, limits: { gather, checked }, known }: Choice,
): Promise<Matches> {
  const parameters = createParameters();
  const isChecked = accessFor(selection, order).unchecked.length > 0;
  const wanted = sourcesOf(selection);
  const { sources: all } = isChecked ? (known ?? (await estimate(sql, selection))) : { sources: [] };
  const sources = all.filter(({ source }) => wanted.includes(source));
  const [rarest] = sources;
  if (rarest !== undefined && rarest.rows <= gather) {
    const text = `
      select ${columns}, ${wholeCondition(selection, parameters, rarest.source)} as matches
      from listing l where ${sourceCondition(rarest.source, selection, parameters)}
      limit ${gather + 1}`;
    return { text, values: parameters.values, limit: gather };
  }
  const limit = isChecked ? Math.min(most, checked) : most;
  const { branches } = accessFor(
    selection,
    order,
    sources.map(({ source }) => source),
  );
  const { column, descending } = SORT[order];
  const direction = descending ? 'desc' : 'asc';
  const parts = branches.map(
    (branch) => `(
      select ${columns}, ${wholeCondition(selection, parameters)} as matches from listing l
      where ${branchCondition(branch, selection, order, parameters)}
      order by ${column} ${direction}, l.id ${direction} limit (select ${limit + 1}))`,
  );
  return {
    text: `select * from (${parts.join(' union all ')}) branches limit ${limit + 1}`,
    values: parameters.values,
    limit,
  };
}
