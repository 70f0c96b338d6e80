import type { ProjectionStep } from '../../../ports/projection.ts';
import type { Sql } from '../../connection/sql.ts';
import { PROJECTED_TABLES } from './erase.ts';

const ROWS_PER_STEP = 3;
const MIN_ROWS = 20_000;
const CHANGED_SHARE = 0.2;

/**
 * Vacuums and analyzes the projected tables of a database without autovacuum, such as the embedded one. Call `afterStep`
 * after every step.
 */
export function createVacuum(sql: Sql): { afterStep(step: ProjectionStep): Promise<void> } {
  let total = 0;
  let changed = 0;
  return {
    async afterStep({ events }) {
      total += events.length;
      changed += events.length + ROWS_PER_STEP;
      if (changed < MIN_ROWS + CHANGED_SHARE * total) return;
      changed = 0;
      await sql.query(
        { name: '', text: `vacuum (analyze) chain_cursor, ${PROJECTED_TABLES.join(', ')}` },
        [],
      );
    },
  };
}
