import { setTimeout as after } from 'node:timers/promises';
import type { ReadModelProgress } from '../../../core/chain/read-model-progress.ts';
import type { Sql } from '../connection/sql.ts';
import { createEntryCounts } from './entry-counts.ts';

const NEXT_BLOCK = {
  name: 'find-next-block',
  text: 'select next_block, version from chain_cursor limit 1',
};
const INTERVAL_MS = 40;

/** Polls the projection's cursor; one poll at a time serves all waiting calls. Calls `moved` when a poll finds new steps. */
export function createReadModel(sql: Sql, moved: () => void): ReadModelProgress {
  let nextBlock = 0;
  let version: string | undefined;
  let polling: Promise<void> | undefined;

  async function read(): Promise<void> {
    const [row] = await sql.query(NEXT_BLOCK, []);
    nextBlock = Number(row?.[0] ?? 0);
    const found = String(row?.[1]);
    if (found !== version) moved();
    version = found;
  }
  const poll = () => (polling ??= read().finally(() => (polling = undefined)));

  return {
    countsAfter: createEntryCounts(sql),
    async waitFor(blockNumber, ms) {
      // A reorg may have rewound what an earlier poll found, so each caller polls at least once.
      for (const deadline = performance.now() + ms; ; await after(INTERVAL_MS)) {
        await poll();
        if (nextBlock > blockNumber) return true;
        if (performance.now() >= deadline) return false;
      }
    },
  };
}
