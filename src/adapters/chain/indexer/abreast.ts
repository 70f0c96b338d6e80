/** The newest block of a node, and when this instance saw it. */
export interface SeenBlock {
  readonly number: number;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
}

/** Tells on an instance that does not project how long ago the read model had all that the node had. */
export interface Abreast {
  /**
   * Milliseconds, or undefined while the read model lacks blocks since an earlier response; `nextBlock` was read after `newest`.
   */
  msAgo(newest: SeenBlock, nextBlock: number): number | undefined;
}

/** `now` in milliseconds of the same clock. A chain that is quicker than the looks at it is never seen without a new block. */
export function createAbreast(now: () => number): Abreast {
  let awaited: SeenBlock | undefined;
  return {
    msAgo(newest, nextBlock) {
      const [reached] = [newest, awaited].filter((block) => block !== undefined && block.number < nextBlock);
      awaited = newest.number < nextBlock ? undefined : reached ? newest : (awaited ?? newest);
      return reached && now() - reached.at;
    },
  };
}
