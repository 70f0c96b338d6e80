import type {
  NewOperation,
  OperationError,
  OperationHold,
  OperationResult,
} from '../../core/operations/operation.ts';

/**
 * One owner's hold on a lane: all transactions of a signer on the chain. Every write of an owner carries its fence;
 * when somebody else has taken the lane over, the write changes nothing and throws LaneLost.
 */
export interface Lane {
  readonly signer: string;
  readonly owner: string;
  /** Grows with every change of the owner. */
  readonly fence: number;
}

export interface HeldLane extends Lane {
  /** The nonce after the highest that was ever reserved; null when there was none. */
  readonly nextNonce: number | null;
  /** What its last owner told. */
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
  /** Order of acceptance. */
  readonly sequence: number;
  /** Transactions that it was sent in before, all replaced by somebody else's use of their nonces. */
  readonly earlierTransactions: readonly number[];
}

export type TransactionState = 'SENT' | 'MINED' | 'CONFIRMED' | 'FINALIZED' | 'REPLACED';

/** One signed form of a transaction; later attempts differ in the fees alone. */
export interface TransactionAttempt {
  readonly attempt: number;
  /** Wei per gas. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** The signed bytes and their hash, 0x hex; null as long as nothing was signed. */
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
  /** In the order of the call's items; none for a transaction that only uses up a nonce. */
  readonly operationIds: readonly string[];
}

export interface LaneTransaction extends Omit<NewTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  readonly id: number;
  readonly state: TransactionState;
  readonly attempts: readonly TransactionAttempt[];
  /** Where it was mined; null until then. */
  readonly mined: {
    readonly blockNumber: number;
    readonly blockHash: string;
    readonly hash: string;
    /** Its operations failed for want of gas, and have not been queued again. */
    readonly outOfGas: boolean;
  } | null;
}

export interface OperationOutcome {
  readonly id: string;
  /** Exactly one of the two is not null. */
  readonly error: OperationError | null;
  readonly result: OperationResult | null;
}

export interface MinedTransaction {
  readonly id: number;
  readonly state: 'MINED' | 'CONFIRMED';
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly hash: string;
  readonly outcomes: readonly OperationOutcome[];
}

/** What the owner of a lane reads and writes; each method is one commit. */
export interface LaneStore {
  /** Takes over lanes with work whose lease has lapsed, for `leaseMs` milliseconds; without those of the signers `except`. */
  take(owner: string, leaseMs: number, except?: readonly string[]): Promise<HeldLane[]>;
  /** Prolongs the leases; the signers of those that are still held. */
  renew(lanes: readonly Lane[], leaseMs: number): Promise<string[]>;
  release(lanes: readonly Lane[]): Promise<void>;
  /** Why the lane does not move, for those who ask about its operations; null when it does. */
  hold(lane: Lane, reason: OperationHold | null): Promise<void>;

  /** The oldest waiting operations, without those the owner has in hand. */
  queued(lane: Lane, without: readonly string[], limit: number): Promise<QueuedOperation[]>;
  /** Transactions that are not final yet, by nonce. */
  open(lane: Lane): Promise<LaneTransaction[]>;
  operations(ids: readonly string[]): Promise<QueuedOperation[]>;
  /** A transaction of the lane, whatever its state. */
  transactions(ids: readonly number[]): Promise<LaneTransaction[]>;

  /** Keeps transactions before they are signed, and binds their operations to them. Answers their ids, in order. */
  reserve(lane: Lane, transactions: readonly NewTransaction[]): Promise<number[]>;
  /** Keeps another attempt before it is signed. */
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
  /** Notes which signed attempts a node has taken. */
  markBroadcast(
    lane: Lane,
    attempts: readonly { readonly transactionId: number; readonly attempt: number }[],
  ): Promise<void>;

  /** Settles waiting operations as failed. */
  reject(
    lane: Lane,
    refusals: readonly { readonly id: string; readonly error: OperationError }[],
  ): Promise<void>;
  /**
   * Keeps where transactions were mined and what became of their operations, again after a reorganisation. Operations that
   * were queued again since are another transaction's.
   */
  saveMined(lane: Lane, transactions: readonly MinedTransaction[]): Promise<void>;
  confirm(lane: Lane, transactionIds: readonly number[]): Promise<void>;
  finalize(lane: Lane, transactionIds: readonly number[]): Promise<void>;
  /** After a reorganisation: back to SENT, outcomes forgotten. */
  unmine(lane: Lane, transactionIds: readonly number[]): Promise<void>;
  /** Gives up a transaction and queues its operations again; `REPLACED` when somebody else used its nonce. */
  requeue(
    lane: Lane,
    transactionId: number,
    state: 'REPLACED' | 'CONFIRMED',
    operationIds: readonly string[],
  ): Promise<void>;
  /** Makes a REPLACED transaction SENT again, to use up its nonce; undefined when there is none. */
  revive(lane: Lane, nonce: number): Promise<LaneTransaction | undefined>;
  /** A waiting operation took effect in an earlier transaction of its own. */
  adopt(lane: Lane, operationId: string, transaction: MinedTransaction): Promise<void>;

  /** The highest block in which any transaction of this chain was seen; a node below it lags behind. */
  highestBlock(): Promise<number>;
}
