import { createGate } from '../../../runtime/concurrency/gate.ts';
import { busy } from './failures.ts';
import type { Sql } from './sql.ts';

const MAX_WAITING = 128;
const MAX_WAIT_MS = 2_000;

/**
 * Runs public reads on a database of one connection one at a time, so that a write waits for at most one read. Refuses reads
 * when too many wait, and those that wait too long.
 */
export function queueReads(sql: Sql): Sql {
  const gate = createGate({
    atOnce: 1,
    mostWaiting: MAX_WAITING,
    longestWaitMs: MAX_WAIT_MS,
    refusal: () => busy(),
  });
  return { query: (statement, values) => gate.run(() => sql.query(statement, values)) };
}
