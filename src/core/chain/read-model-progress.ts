/** The progress of the read model behind the chain. */
export interface ReadModelProgress {
  /** Resolves when the read model has this block, or after `ms` milliseconds. */
  waitFor(blockNumber: number, ms: number): Promise<void>;
}
