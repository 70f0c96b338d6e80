import type { FeedOrder } from '../../../core/feed/feed-query.ts';
import type { Sql } from '../connection/sql.ts';
import {
  accessFor,
  branchCondition,
  conditionText,
  PUBLISHED,
  SORT,
  wholeCondition,
  type Selection,
} from './conditions.ts';
import { rarestSource } from './estimates.ts';
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
  readonly limit: number;
  /** Of what a rare condition finds. */
  readonly gather: number;
}

/**
 * What a filter matches, as far as it is looked at: all that a rare condition finds, else the first listings of an order,
 * whole branches before others.
 */
export async function findMatches(
  sql: Sql,
  selection: Selection,
  { order, columns, limit, gather }: Choice,
): Promise<Matches> {
  const parameters = createParameters();
  const { branches, unchecked } = accessFor(selection, order);
  const rarest = unchecked.length === 0 ? undefined : await rarestSource(sql, selection);
  if (rarest !== undefined && rarest.rows <= gather) {
    const text = `
      select ${columns}, ${wholeCondition(selection, parameters)} as matches
      from listing l where ${PUBLISHED} and ${conditionText(rarest.source, selection, parameters)}
      limit ${gather + 1}`;
    return { text, values: parameters.values, limit: gather };
  }
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
