/** The contracts whose events are projected. */
export interface IndexedContracts {
  readonly chainId: number;
  /** The hub's address, EIP-55. */
  readonly hub: string;
  /** Nothing of the contracts happened before this block. */
  readonly startBlock: number;
}

/** Hashes are lower-case 0x hex, times are seconds since the epoch. */
export interface ChainBlock {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: number;
}

/** An event of the contracts, as the chain has it now. */
export interface ChainEvent {
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  /** When its block was mined, seconds since the epoch. */
  readonly timestamp: number;
  readonly name: string;
  /** The giveaway that it is about. */
  readonly giveawayKey: string | null;
  /** The passport that it is about, decimal. */
  readonly passportId: string | null;
  /** By their names in the contract's interface: JSON values, integers of more than 32 bits as decimal texts. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** The newest block of the chain, and how far down blocks can still be replaced. */
export interface ChainHead {
  readonly number: number;
  /** The chain's clock, seconds since the epoch. */
  readonly timestamp: number;
  readonly confirmedNumber: number;
  readonly finalizedNumber: number;
}

/** Where the projection stands. */
export interface ProjectionCursor {
  /** Everything below this block is projected. */
  readonly nextBlock: number;
  /** Undefined until the first step. */
  readonly head: ChainHead | undefined;
  /** Grows by one with every step. */
  readonly version: number;
}

/** All that happened in the blocks above `after`, up to and with `through`. */
export interface ProjectionStep {
  /** The version of the cursor that the step was made for. */
  readonly version: number;
  /** Stays; what was projected from blocks above it is dropped first. */
  readonly after: number;
  readonly through: number;
  /** Those worth remembering: of the latest ones all, of older ones any. Ascending. */
  readonly blocks: readonly ChainBlock[];
  /** Ascending by block and place in it. */
  readonly events: readonly ChainEvent[];
  readonly head: ChainHead;
}

/** Where a step left the cursor. */
export interface ProjectedStep {
  readonly version: number;
  readonly nextBlock: number;
}

/** Turns the contracts' events into rows to read; one instance at a time writes. */
export interface Projection {
  /**
   * Readies the database for these contracts; what was projected from others is dropped. Throws while an instance other
   * than `writer` projects others.
   */
  open(writer: string, source: IndexedContracts): Promise<void>;
  cursor(): Promise<ProjectionCursor>;
  /**
   * Makes `writer` the one that applies steps, for `leaseMs` from now; false while another one is. Notes that so many
   * milliseconds ago, if it says so, all that the node had was projected.
   */
  claim(writer: string, leaseMs: number, caughtUpMsAgo?: number): Promise<boolean>;
  release(writer: string): Promise<void>;
  /** The remembered blocks, newest first, from `below` (exclusive) on. */
  blocks(limit: number, below?: number): Promise<ChainBlock[]>;
  /** All of the step or nothing. Undefined, and nothing done, when `writer` or the version is not the current one. */
  apply(writer: string, step: ProjectionStep): Promise<ProjectedStep | undefined>;
}
