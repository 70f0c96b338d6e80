import type { LaneState, OutboxContext } from '../lane-state.ts';

const EVERY_BLOCKS = 8;
// For nodes that do not tell.
const FINAL_DEPTH = 96;

/** Lets go of transactions that no reorganisation can reach any more. Answers the block at which to ask next. */
export async function finalize(context: OutboxContext, state: LaneState, askFrom: number): Promise<number> {
  const { head, store } = context;
  const newest = head.current()?.number ?? 0;
  if (newest < askFrom) return askFrom;
  const confirmed = [...state.mined.values()].filter((mined) => mined.confirmed);
  if (confirmed.length === 0) return askFrom;
  const final = (await head.finalized()) ?? newest - FINAL_DEPTH;
  const done = confirmed.filter(({ blockNumber }) => blockNumber <= final);
  if (done.length > 0) {
    const orphans = await head.findOrphans(
      new Map(done.map(({ blockNumber, blockHash }) => [blockNumber, blockHash])),
    );
    const certain = done.filter(({ blockNumber }) => !orphans.has(blockNumber));
    if (certain.length < done.length) state.reorgs = -1;
    await store.finalize(
      state.lane,
      certain.map(({ id }) => id),
    );
    for (const { id } of certain) state.mined.delete(id);
  }
  return newest + EVERY_BLOCKS;
}
