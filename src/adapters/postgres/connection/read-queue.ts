import { createGate } from '../../../runtime/gate.ts';
import { busy } from './failures.ts';
import type { Sql } from './sql.ts';

const MOST_WAITING = 128;
const LONGEST_WAIT_MS = 2_000;

/**
 * Public reads on a database of one connection: one at a time, so that a write waits for one read at most. Reads that too
 * many wait before, or that wait too long, are refused.
 */
export function queueReads(sql: Sql): Sql {
  const gate = createGate({
    atOnce: 1,
    mostWaiting: MOST_WAITING,
    longestWaitMs: LONGEST_WAIT_MS,
    refusal: () => busy(),
  });
  return { query: (statement, values) => gate.run(() => sql.query(statement, values)) };
}
