import { setTimeout as after } from 'node:timers/promises';
import type { ReadModelProgress } from '../../../core/chain/read-model-progress.ts';
import type { Sql } from '../connection/sql.ts';

const NEXT_BLOCK = { name: 'find-next-block', text: 'select next_block from chain_cursor limit 1' };
const EVERY_MS = 40;

/** Looks at the projection's cursor: one look at a time serves all who wait. */
export function createReadModel(sql: Sql): ReadModelProgress {
  let nextBlock = 0;
  let looking: Promise<void> | undefined;

  async function read(): Promise<void> {
    const [row] = await sql.query(NEXT_BLOCK, []);
    nextBlock = Number(row?.[0] ?? 0);
  }
  const look = () => (looking ??= read().finally(() => (looking = undefined)));

  return {
    async waitFor(blockNumber, ms) {
      // What another look found lately can be taken back by a reorganisation: each caller looks once at least.
      for (const deadline = performance.now() + ms; ; await after(EVERY_MS)) {
        await look();
        if (nextBlock > blockNumber || performance.now() > deadline) return;
      }
    },
  };
}
