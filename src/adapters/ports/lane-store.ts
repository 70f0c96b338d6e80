import type {
  NewOperation,
  OperationError,
  OperationHold,
  OperationResult,
} from '../../core/operations/operation.ts';

/**
 * One owner's lease on a lane, which is the queue of one signer's transactions on the chain. Every write of an owner carries
 * its fence; when another owner has taken the lane over, the write changes nothing and throws LaneLost.
 */
export interface Lane {
  readonly signer: string;
  readonly owner: string;
  /** Increases with every change of the owner. */
  readonly fence: number;
}

export interface HeldLane extends Lane {
  /** The nonce after the highest that was ever reserved; null before the first. */
  readonly nextNonce: number | null;
  /** The hold that the previous owner stored. */
  readonly hold: OperationHold | null;
}

/** The lane has another owner. */
export class LaneLost extends Error {
  constructor(signer: string) {
    super(`The lane of ${signer} has another owner.`);
    this.name = 'LaneLost';
  }
}

export interface QueuedOperation extends NewOperation {
  /** The index of its hub. */
  readonly hub: number;
  /** The order of acceptance. */
  readonly sequence: number;
  /** Its key in the hub, 32 bytes as 0x hex: the same in every transaction, and unique within the provider. */
  readonly opKey: string;
  /** Transactions in which it was sent before; other transactions used their nonces. */
  readonly earlierTransactions: readonly number[];
}

export type TransactionState = 'SENT' | 'MINED' | 'CONFIRMED' | 'FINALIZED' | 'REPLACED';

/** One signed form of a transaction; later attempts differ only in the fees. */
export interface TransactionAttempt {
  readonly attempt: number;
  /** Wei per gas. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** The signed bytes and their hash, 0x hex; null before signing. */
  readonly signed: { readonly raw: string; readonly hash: string } | null;
}

export interface NewTransaction {
  readonly nonce: number;
  readonly to: string;
  /** 0x hex. */
  readonly data: string;
  readonly gasLimit: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** In the order of the call's items; empty for a transaction that only uses a nonce. */
  readonly operationIds: readonly string[];
}

export interface LaneTransaction extends Omit<NewTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  readonly id: number;
  readonly state: TransactionState;
  readonly attempts: readonly TransactionAttempt[];
  /** The block in which it was mined; null before. */
  readonly mined: {
    readonly blockNumber: number;
    readonly blockHash: string;
    readonly hash: string;
    /** Its operations failed because it ran out of gas, and have not been queued again. */
    readonly outOfGas: boolean;
    /** The contracts refused some of its operations, or it ran out of gas. */
    readonly hasRefusals: boolean;
  } | null;
}

export interface OperationOutcome {
  readonly id: string;
  /** Exactly one of error and result is not null. */
  readonly error: OperationError | null;
  readonly result: OperationResult | null;
}

export interface MinedTransaction {
  readonly id: number;
  readonly state: 'MINED' | 'CONFIRMED';
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly hash: string;
  /** Wei; undefined where the node does not tell. */
  readonly cost?: bigint | undefined;
  readonly outcomes: readonly OperationOutcome[];
}

/** What an operation leaves on the chain, by which its effect is found. */
export interface OperationTrace {
  /** The operation's id. */
  readonly id: string;
  readonly opKey: string;
  /** Of a change of entries. */
  readonly passportId?: number;
  /** Of an operation without a key in the hub: its giveaway, the event that it causes, and the round if it has one. */
  readonly giveaway?: string;
  readonly event?: string;
  readonly round?: number;
  /** The place of the round in the event, and the passport that won it. */
  readonly place?: number;
  readonly winner?: number;
}

/** A transaction on the chain that shows an effect which an operation would have. */
export interface Effect {
  readonly operationId: string;
  /** The transaction's hash. */
  readonly hash: string;
  /** The transaction of the lane; null when the outbox does not know it there, as on a database from an older backup. */
  readonly transactionId: number | null;
  /** Whether it is older than idempotency keys are stored for: the operation is then another one. */
  readonly isOld: boolean;
}

/** What the renewal of leases finds. */
export interface RenewedLanes {
  /** The signers of the lanes that are still owned, and whether operations wait there. */
  readonly owned: ReadonlyMap<string, boolean>;
  /** Whether another lane may be taken. */
  readonly mayTake: boolean;
}

/** The reads and writes of the owners of lanes; each method is one commit. */
export interface LaneStore {
  /** Leases the lanes with work whose lease has expired, for `leaseMs` milliseconds; skips the lanes of the signers `except`. */
  take(owner: string, leaseMs: number, except?: readonly string[]): Promise<HeldLane[]>;
  renew(lanes: readonly Lane[], leaseMs: number): Promise<RenewedLanes>;
  release(lanes: readonly Lane[]): Promise<void>;
  /** Stores why the lane waits, which its operations show; null when it does not wait. */
  hold(lane: Lane, reason: OperationHold | null): Promise<void>;

  /** The oldest waiting operations of the store's hubs, without those in `except`. */
  queued(lane: Lane, except: readonly string[], limit: number): Promise<QueuedOperation[]>;
  /** Transactions that are not final, by nonce. */
  open(lane: Lane): Promise<LaneTransaction[]>;
  operations(ids: readonly string[]): Promise<QueuedOperation[]>;
  /** Transactions of the lane in any state. */
  transactions(ids: readonly number[]): Promise<LaneTransaction[]>;

  /** Stores transactions before they are signed, and assigns their operations to them. Returns their ids, in order. */
  reserve(lane: Lane, transactions: readonly NewTransaction[]): Promise<number[]>;
  /** Stores further attempts before they are signed. */
  reserveAttempts(
    lane: Lane,
    attempts: readonly (Omit<TransactionAttempt, 'signed'> & { readonly transactionId: number })[],
  ): Promise<void>;
  saveSigned(
    lane: Lane,
    attempts: readonly {
      readonly transactionId: number;
      readonly attempt: number;
      readonly raw: string;
      readonly hash: string;
    }[],
  ): Promise<void>;
  /** Records which signed attempts a node has accepted. */
  markBroadcast(
    lane: Lane,
    attempts: readonly { readonly transactionId: number; readonly attempt: number }[],
  ): Promise<void>;

  /** Settles waiting operations as failed. */
  reject(
    lane: Lane,
    rejections: readonly { readonly id: string; readonly error: OperationError }[],
  ): Promise<void>;
  /**
   * Stores the blocks of transactions and the outcomes of their operations, again after a reorg. Skips operations that now
   * belong to another transaction.
   */
  saveMined(lane: Lane, transactions: readonly MinedTransaction[]): Promise<void>;
  confirm(lane: Lane, transactionIds: readonly number[]): Promise<void>;
  finalize(lane: Lane, transactionIds: readonly number[]): Promise<void>;
  /** After a reorg: sets the state SENT and deletes the outcomes. */
  unmine(lane: Lane, transactionIds: readonly number[]): Promise<void>;
  /**
   * For a chain that continues from an older state: final transactions of the lane to these hubs, from this nonce on, count as
   * CONFIRMED, so that their blocks are looked for again. Returns their ids.
   */
  reopen(lane: Lane, nonce: number, hubs: readonly string[]): Promise<number[]>;
  /** The same for those of all lanes in blocks above this one; they need no owner. Returns their number. */
  reopenAbove(blockNumber: number, hubs: readonly string[]): Promise<number>;
  /** Abandons a transaction and queues its operations again; the state is `REPLACED` when another transaction used its nonce. */
  requeue(
    lane: Lane,
    transactionId: number,
    state: 'REPLACED' | 'CONFIRMED',
    operationIds: readonly string[],
  ): Promise<void>;
  /** Changes a REPLACED or final transaction to SENT, so that it uses its nonce; undefined when there is none. */
  revive(lane: Lane, nonce: number): Promise<LaneTransaction | undefined>;
  /**
   * The effects that the read model shows for these operations: by the key in the hub, else by the event that the operation
   * would cause, from transactions of the last 30 days that the outbox does not know.
   */
  effects(lane: Lane, traces: readonly OperationTrace[]): Promise<Effect[]>;
  /** The first block that the read model lacks; undefined without a read model. */
  nextBlock(): Promise<number | undefined>;
  /** The lane's transaction with this nonce, and the hashes of its attempts. */
  atNonce(
    lane: Lane,
    nonce: number,
  ): Promise<{ readonly id: number; readonly hashes: readonly string[] } | undefined>;
  /** Queues operations again, each with this new key in the hub. */
  renewKeys(
    lane: Lane,
    keys: readonly { readonly operationId: string; readonly opKey: string }[],
  ): Promise<void>;
  /** Assigns an operation to an earlier transaction in which it took effect. */
  adopt(lane: Lane, operationId: string, transaction: MinedTransaction): Promise<void>;

  /**
   * Which of these operations later ones of the lane that set the same value have overtaken: these are in a transaction, and not
   * refused. Final tells whether the transaction of one of them is.
   */
  overtaken(
    lane: Lane,
    operationIds: readonly string[],
  ): Promise<{ readonly operationId: string; readonly isFinal: boolean }[]>;
  /**
   * The operations that these transactions refused before one of the lane that was accepted earlier was carried out: that one waits,
   * or is in another transaction that has no block yet, a later nonce, or run out of gas.
   */
  refusedEarly(
    lane: Lane,
    transactionIds: readonly number[],
  ): Promise<{ readonly transactionId: number; readonly operationId: string }[]>;
  /** The highest block of any mined transaction of this chain; a node below it lags behind. */
  highestBlock(): Promise<number>;
}
