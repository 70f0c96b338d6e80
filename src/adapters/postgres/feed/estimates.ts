import type { Sql } from '../connection/sql.ts';
import { conditionText, PUBLISHED, sourcesOf, type Condition, type Selection } from './conditions.ts';
import { createParameters } from './parameters.ts';

/** The planner's estimate of the number of listings that fulfil a condition. */
export interface Estimate {
  readonly source: Condition;
  readonly rows: number;
}

/** The planner's estimates for a filter. */
export interface Estimates {
  /** All published listings. */
  readonly total: number;
  /** Each condition, the rarest first. */
  readonly sources: readonly Estimate[];
}

interface Explained {
  /** One plan for each sub-select, in their order. */
  readonly Plan: { readonly Plans: readonly { readonly 'Plan Rows': number }[] };
}

/** Reads the planner's estimates for a filter. */
export async function estimate(sql: Sql, selection: Selection): Promise<Estimates> {
  const parameters = createParameters();
  const sources = sourcesOf(selection);
  const conditions = ['true', ...sources.map((source) => conditionText(source, selection, parameters))];
  const counted = conditions.map(
    (condition) => `array(select 1 from listing l where ${PUBLISHED} and ${condition})`,
  );
  const text = `explain (format json) select ${counted.join(', ')}`;
  const [row] = await sql.query({ name: '', text }, parameters.values);
  const [explained] = JSON.parse(String(row?.[0])) as readonly Explained[];
  const [total = 0, ...rows] = explained?.Plan.Plans.map((plan) => plan['Plan Rows']) ?? [];
  return {
    total,
    sources: sources
      .map((source, index) => ({ source, rows: rows[index] ?? Infinity }))
      .toSorted((one, other) => one.rows - other.rows),
  };
}

/** The share of all listings that fulfil these conditions, assuming that they are independent. */
export function shareOf({ total, sources }: Estimates, conditions: readonly Condition[]): number {
  return sources
    .filter(({ source }) => conditions.includes(source))
    .reduce((share, { rows }) => share * Math.min(1, rows / Math.max(1, total)), 1);
}
