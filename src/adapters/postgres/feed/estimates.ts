import type { Sql } from '../connection/sql.ts';
import { conditionText, PUBLISHED, sourcesOf, type Condition, type Selection } from './conditions.ts';
import { createParameters } from './parameters.ts';

/** How many listings a condition finds, as the planner expects. */
export interface Estimate {
  readonly source: Condition;
  readonly rows: number;
}

interface Explained {
  readonly Plan: { readonly 'Plan Rows': number };
}

/** The condition of the filter that finds the fewest listings by the planner's statistics; none without a condition. */
export async function rarestSource(sql: Sql, selection: Selection): Promise<Estimate | undefined> {
  const estimates = await Promise.all(
    sourcesOf(selection).map(async (source) => {
      const parameters = createParameters();
      const condition = conditionText(source, selection, parameters);
      const text = `explain (format json) select from listing l where ${PUBLISHED} and ${condition}`;
      const [row] = await sql.query({ name: '', text }, parameters.values);
      const [explained] = JSON.parse(String(row?.[0])) as readonly Explained[];
      return { source, rows: explained?.Plan['Plan Rows'] ?? Infinity };
    }),
  );
  return estimates.toSorted((one, other) => one.rows - other.rows)[0];
}
