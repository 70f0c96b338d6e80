import { setTimeout as after } from 'node:timers/promises';
import type { BlockIdentity, ReadModelProgress } from '../../../core/chain/read-model-progress.ts';
import { coalesceStatements } from '../connection/coalesce-statements.ts';
import type { Sql } from '../connection/sql.ts';
import { createEntryCounts } from './entry-counts.ts';

// Of older blocks, and of those that were final when they were read, no hash is stored: no reorganisation replaces them.
const FIND = {
  name: 'find-read-blocks',
  text: `
    select c.version, c.next_block,
      (select json_object_agg(b.number, b.hash) from chain_block b where b.number = any($1::bigint[]))
    from chain_cursor c limit 1`,
};
const MAX_BLOCKS = 1_000;
const INTERVAL_MS = 40;

/** Polls the projection's cursor; one poll at a time serves all waiting calls. Calls `moved` when a poll finds new steps. */
export function createReadModel(sql: Sql, moved: () => void): ReadModelProgress {
  let version: string | undefined;

  async function read(blocks: readonly BlockIdentity[]): Promise<boolean[]> {
    const [row] = await sql.query(FIND, [[...new Set(blocks.map(({ number }) => number))]]);
    const [found, nextBlock, stored] = row ?? [];
    if (String(found) !== version) moved();
    version = String(found);
    const hashes = JSON.parse(String(stored ?? '{}')) as Record<number, string>;
    return blocks.map(
      ({ number, hash }) => Number(nextBlock ?? 0) > number && (hashes[number] ?? hash) === hash,
    );
  }
  const hasBlock = coalesceStatements({ inFlight: 1, largest: MAX_BLOCKS }, read);

  return {
    countsAfter: createEntryCounts(sql),
    async waitFor(block, ms) {
      // A reorg may have rewound what an earlier poll found, so each caller polls at least once.
      for (const deadline = performance.now() + ms; ; await after(INTERVAL_MS)) {
        if (await hasBlock(block)) return true;
        if (performance.now() >= deadline) return false;
      }
    },
  };
}
