import type { HeadWatcher } from '../../rpc/head.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';

const INTERVAL_BLOCKS = 8;
// For nodes without the tag "finalized".
const FINAL_DEPTH = 96;

/**
 * Whether no reorganisation replaces the block with this number. So deep a block counts where finality takes more blocks, whose
 * states nodes no longer have. Throws RpcUnreachable.
 */
export async function isBeyondReorgs(head: HeadWatcher, blockNumber: number): Promise<boolean> {
  if (blockNumber <= (head.current()?.number ?? 0) - FINAL_DEPTH) return true;
  return blockNumber <= ((await head.finalized()) ?? Number.NEGATIVE_INFINITY);
}

/** Finalizes transactions that no reorg can reach any more. Returns the block at which to check again. */
export async function finalize(context: OutboxContext, state: LaneState, checkFrom: number): Promise<number> {
  const { head, settings, store } = context;
  const newest = head.current()?.number ?? 0;
  if (newest < checkFrom) return checkFrom;
  const confirmed = [...state.mined.values()].filter((mined) => mined.confirmed);
  if (confirmed.length === 0) return checkFrom;
  // Some nodes call every block final at once.
  const final = Math.min((await head.finalized()) ?? newest - FINAL_DEPTH, newest - settings.confirmations);
  const done = confirmed.filter(({ blockNumber }) => blockNumber <= final);
  if (done.length > 0) {
    const orphans = await head.findOrphans(done);
    const certain = done.filter(({ blockHash }) => !orphans.has(blockHash));
    if (certain.length < done.length) state.reorgs = -1;
    await store.finalize(
      state.lane,
      certain.map(({ id }) => id),
    );
    for (const { id } of certain) state.mined.delete(id);
  }
  return newest + INTERVAL_BLOCKS;
}
