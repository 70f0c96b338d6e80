/** What counts for the winner of the open round after a change of entries. */
export interface EntryCounts {
  /** The entries of the passport. */
  readonly entriesCounted: number;
  /** The entries of all passports. */
  readonly roundEntriesCounted: number;
}

/** A block of the chain; another one may take its number. */
export interface BlockIdentity {
  readonly number: number;
  readonly hash: string;
}

/** The progress of the read model behind the chain. */
export interface ReadModelProgress {
  /** Resolves when the read model has this block, not another one in its place, or after `ms` milliseconds; to whether it has it. */
  waitFor(block: BlockIdentity, ms: number): Promise<boolean>;
  /** What counted right after the operation; undefined when the read model has no change of entries by it. */
  countsAfter(operationId: string): Promise<EntryCounts | undefined>;
}
