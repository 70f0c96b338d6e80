/** The contracts whose events are projected. */
export interface IndexedContracts {
  readonly chainId: number;
  /** The current hub first. */
  readonly hubs: readonly IndexedHub[];
}

/** A hub whose events, and those of its passports, are projected. */
export interface IndexedHub {
  /** The index of the hub in this service. */
  readonly hubIndex: number;
  /** EIP-55. */
  readonly hub: string;
  /** Its contracts have no events before this block. */
  readonly startBlock: number;
}

/** Hashes are lower-case 0x hex, times are seconds since the epoch. */
export interface ChainBlock {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: number;
}

/** An event of the contracts on the current chain. */
export interface ChainEvent {
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  /** When its block was mined, seconds since the epoch. */
  readonly timestamp: number;
  /** The index of the hub that it is of. */
  readonly hub: number;
  readonly name: string;
  /** The giveaway of the event. */
  readonly giveawayKey: string | null;
  /** The passport of the event by its number in this service, decimal. */
  readonly passportId: string | null;
  /** Arguments by name in the contract's interface: JSON values, integers of more than 32 bits as decimal strings. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** The newest block of the chain, and the newest confirmed and finalized ones. */
export interface ChainHead {
  readonly number: number;
  /** The chain's clock, seconds since the epoch. */
  readonly timestamp: number;
  readonly confirmedNumber: number;
  readonly finalizedNumber: number;
}

/** The progress of the projection. */
export interface ProjectionCursor {
  /** All blocks below this one are projected. */
  readonly nextBlock: number;
  /** Undefined until the first step. */
  readonly head: ChainHead | undefined;
  /** Increases by one with every step. */
  readonly version: number;
  /** Milliseconds since a writer knew that everything the node had was projected, as of its last claim; undefined if unknown. */
  readonly caughtUpMsAgo?: number;
}

/** The events of the blocks above `after`, up to and including `through`. */
export interface ProjectionStep {
  /** The version of the cursor to which the step applies. */
  readonly version: number;
  /** The last block to keep: what was projected from blocks above it is dropped first. */
  readonly after: number;
  readonly through: number;
  /** The blocks to store for finding a common ancestor: all recent ones, some older ones. Ascending. */
  readonly blocks: readonly ChainBlock[];
  /** Ascending by block and log index. */
  readonly events: readonly ChainEvent[];
  readonly head: ChainHead;
}

/** Where a step left the cursor. */
export interface ProjectedStep {
  readonly version: number;
  readonly nextBlock: number;
}

/** Projects the contracts' events into tables; one instance at a time writes. */
export interface Projection {
  /**
   * Prepares the database for these contracts. When hubs were added, goes back to the block before the first of them; drops
   * everything that was projected from other contracts, and returns their hub. Throws while an instance other than `writer`
   * projects others, and when the same contracts are of another chain.
   */
  open(writer: string, source: IndexedContracts): Promise<string | undefined>;
  cursor(): Promise<ProjectionCursor>;
  /**
   * Makes `writer` the only one that applies steps, for `leaseMs` from now; false while another one is. `caughtUpMsAgo` is the
   * time since everything that the node had was projected, if known.
   */
  claim(writer: string, leaseMs: number, caughtUpMsAgo?: number): Promise<boolean>;
  release(writer: string): Promise<void>;
  /** The stored blocks, newest first, starting below `below`. */
  blocks(limit: number, below?: number): Promise<ChainBlock[]>;
  /** Applies a step as a whole. Returns undefined, without any change, when `writer` or the version is not the current one. */
  apply(writer: string, step: ProjectionStep): Promise<ProjectedStep | undefined>;
}
