import type { ProjectionStep } from '../../../ports/projection.ts';
import type { Sql } from '../../connection/sql.ts';
import { PROJECTED_TABLES } from './erase.ts';

const ROWS_OF_A_STEP = 3;
const LEAST_ROWS = 20_000;
const SHARE = 0.2;

/**
 * Does what autovacuum does for a database that has none, as the embedded one: frees the room of replaced rows and counts
 * what is there. `afterStep` is to be called after every step.
 */
export function createUpkeep(sql: Sql): { afterStep(step: ProjectionStep): Promise<void> } {
  let all = 0;
  let changed = 0;
  return {
    async afterStep({ events }) {
      all += events.length;
      changed += events.length + ROWS_OF_A_STEP;
      if (changed < LEAST_ROWS + SHARE * all) return;
      changed = 0;
      await sql.query(
        { name: '', text: `vacuum (analyze) chain_cursor, ${PROJECTED_TABLES.join(', ')}` },
        [],
      );
    },
  };
}
