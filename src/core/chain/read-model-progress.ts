/** How far what can be read follows the chain. */
export interface ReadModelProgress {
  /** Resolves when everything up to this block can be read, or when that takes longer than `ms` milliseconds. */
  waitFor(blockNumber: number, ms: number): Promise<void>;
}
