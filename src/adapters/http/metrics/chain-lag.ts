/** How far the read model is behind the chain, also while neither answers. */
export interface ChainLag {
  /** The newest block that the node has, and the first that the read model lacks. */
  advance(head: number, nextBlock: number): void;
  /** So many milliseconds ago the read model had all that the node had. */
  noteCaughtUp(msAgo?: number): void;
  /** Since it last caught up; 0 before the first report. */
  seconds(): number;
  blocks(): number;
  /** The first block that the read model lacks; 0 before the first report. */
  nextBlock(): number;
}

// Shorter silences are the time between two polls.
const SILENT_AFTER_MS = 5_000;

/** `now` in milliseconds. */
export function createChainLag(now: () => number): ChainLag {
  let caughtUpAt: number | undefined;
  let first: { readonly head: number; readonly at: number } | undefined;
  let last = { head: 0, at: 0 };
  let known = 0;
  let missing = 0;

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
      missing = nextBlock;
      known = Math.max(0, head + 1 - nextBlock);
    },
    noteCaughtUp(msAgo = 0) {
      caughtUpAt = Math.max(caughtUpAt ?? Number.NEGATIVE_INFINITY, now() - msAgo);
    },
    seconds: () => silentMs() / 1_000,
    nextBlock: () => missing,
    blocks: () => known + (silentMs() > SILENT_AFTER_MS ? expected(silentMs()) : 0),
  };
}
