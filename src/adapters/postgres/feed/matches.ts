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

/** A query of listings to count: the requested columns and `matches`, at most `limit` + 1 rows. */
export interface Matches {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly limit: number;
}

interface Choice {
  readonly order: FeedOrder;
  readonly columns: string;
  /** The limit when an index covers the whole filter. */
  readonly limit: number;
  readonly limits: FeedLimits;
  /** Estimates of the filter, or of one with more conditions. */
  readonly known?: Estimates;
}

/**
 * Listings that may match a filter: all that a rare condition finds, or else the first ones of an order. A filter that an index
 * covers gets the larger limit.
 */
export async function findMatches(
  sql: Sql,
  selection: Selection,
  { order, columns, limit: largest, limits: { gather, checked }, known }: Choice,
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
  const limit = isChecked ? Math.min(largest, checked) : largest;
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
