import type { Sql } from '../connection/sql.ts';
import {
  conditionText,
  PUBLISHED,
  sourcesOf,
  sourceText,
  type Condition,
  type Selection,
} from './conditions.ts';
import { createParameters } from './parameters.ts';

/** The planner's estimate of the number of listings that an index finds for a condition. */
export interface Estimate {
  readonly source: Condition;
  readonly rows: number;
}

/** The planner's estimates for a filter. */
export interface Estimates {
  /** All published listings. */
  readonly total: number;
  /** Each condition that can find listings, the rarest first. */
  readonly sources: readonly Estimate[];
  /** The listings with all words of a search. */
  readonly words: number | undefined;
}

/** Reads the planner's estimates for a filter. */
export async function estimate(sql: Sql, selection: Selection): Promise<Estimates> {
  const parameters = createParameters();
  const sources = sourcesOf(selection);
  const [total = 0, words = 0, ...rows] = await explainRows(
    sql,
    [
      'true',
      selection.words ? conditionText('words', selection, parameters) : 'false',
      ...sources.map((source) => sourceText(source, selection, parameters)),
    ],
    parameters.values,
  );
  return {
    total,
    words: selection.words && words,
    sources: sources
      .map((source, index) => ({ source, rows: rows[index] ?? Infinity }))
      .toSorted((one, other) => one.rows - other.rows),
  };
}

interface Explained {
  /** One plan for each sub-select, in their order. */
  readonly Plan: { readonly Plans: readonly { readonly 'Plan Rows': number }[] };
}

/** The planner's estimates of the numbers of published listings that fulfil each condition. */
export async function explainRows(
  sql: Sql,
  conditions: readonly string[],
  values: readonly unknown[],
): Promise<readonly number[]> {
  const counted = conditions.map(
    (condition) => `array(select 1 from listing l where ${PUBLISHED} and ${condition})`,
  );
  const text = `explain (format json) select ${counted.join(', ')}`;
  const [row] = await sql.query({ name: '', text }, values);
  const [explained] = JSON.parse(String(row?.[0])) as readonly Explained[];
  return explained?.Plan.Plans.map((plan) => plan['Plan Rows']) ?? [];
}

/** The share of all listings that fulfil these conditions, assuming that they are independent. */
export function shareOf({ total, sources, words }: Estimates, conditions: readonly Condition[]): number {
  const rowsOf = (condition: Condition) =>
    condition === 'words' ? words : sources.find(({ source }) => source === condition)?.rows;
  return conditions.reduce(
    (share, condition) => share * Math.min(1, (rowsOf(condition) ?? Infinity) / Math.max(1, total)),
    1,
  );
}
