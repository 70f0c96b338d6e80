/** The progress of the read model behind the chain. */
export interface ReadModelProgress {
  /** Resolves when the read model has this block, or after `ms` milliseconds; to whether it has the block. */
  waitFor(blockNumber: number, ms: number): Promise<boolean>;
}
