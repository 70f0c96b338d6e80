/** How far the read model is behind the chain, also while neither answers. */
export interface ChainLag {
  /** The newest block that the node has, and the first that the read model lacks. */
  advance(head: number, nextBlock: number): void;
  /** The read model has caught up with the node. */
  noteCaughtUp(): void;
  /** Since it last caught up; 0 before the first report. */
  seconds(): number;
  blocks(): number;
  /** The first block that the read model lacks, and since when it has been that one, in seconds. */
  standing(): { readonly nextBlock: number; readonly seconds: number };
}

// Shorter silences are the time between two polls.
const SILENT_AFTER_MS = 5_000;

/** `now` in milliseconds. */
export function createChainLag(now: () => number): ChainLag {
  let caughtUpAt: number | undefined;
  let first: { readonly head: number; readonly at: number } | undefined;
  let last = { head: 0, at: 0 };
  let known = 0;
  let standing = { nextBlock: 0, at: now() };

  const silentMs = () => (caughtUpAt === undefined ? 0 : now() - caughtUpAt);

  /** The number of blocks that the chain makes in this time, extrapolated from its block rate. */
  function expected(ms: number): number {
    const blocks = last.head - (first?.head ?? last.head);
    const took = last.at - (first?.at ?? last.at);
    return took > 0 ? Math.floor((ms * blocks) / took) : 0;
  }

  return {
    advance(head, nextBlock) {
      last = { head, at: now() };
      first ??= last;
      if (nextBlock !== standing.nextBlock) standing = { nextBlock, at: now() };
      known = Math.max(0, head + 1 - nextBlock);
    },
    noteCaughtUp() {
      caughtUpAt = now();
      known = 0;
    },
    seconds: () => silentMs() / 1_000,
    standing: () => ({ nextBlock: standing.nextBlock, seconds: (now() - standing.at) / 1_000 }),
    blocks: () => known + (silentMs() > SILENT_AFTER_MS ? expected(silentMs()) : 0),
  };
}
