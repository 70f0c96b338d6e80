import type { TransactionAttempt, Lane, LaneTransaction, QueuedOperation } from '../../ports/lane-store.ts';
import type { LaneStore } from '../../ports/lane-store.ts';
import type { TransactionSigner } from '../../ports/transaction-signer.ts';
import type { Throttle } from '../../../runtime/concurrency/throttle.ts';
import type { Rpc } from '../rpc/rpc.ts';
import type { GasModel } from './submit/gas-model.ts';
import type { HeadWatcher } from '../rpc/head.ts';
import type { RoundWindows } from './submit/round-windows.ts';
import type { LaneHolds } from './lane-holds.ts';

/** Events of the outbox, for metrics and logs. */
export type OutboxEvent =
  | 'lane-taken'
  | 'lane-lost'
  | 'reserved'
  | 'broadcast'
  | 'broadcast-refused'
  | 'rebroadcast'
  | 'fee-bumped'
  | 'mined'
  | 'confirmed'
  | 'refused'
  | 'reorged'
  | 'outside-use'
  | 'gap-filled'
  | 'adopted'
  | 'key-renewed'
  | 'chain-went-back'
  | 'out-of-gas'
  | 'refused-early'
  | 'failure';

export interface OutboxSettings {
  readonly chainId: bigint;
  /** The addresses of the hubs by their places, the current one first. */
  readonly hubs: ReadonlyMap<number, string>;
  /** The number of blocks, including the transaction's own, after which an outcome counts. */
  readonly confirmations: number;
  /** The maximum fee to offer, wei per gas. */
  readonly feeCap: () => bigint;
  /** The symbol of the chain's native currency, for messages. */
  readonly symbol: string;
  /** The interval of polling the newest block. */
  readonly pollMs: number;
  /** The same while every lane waits for finality alone. */
  readonly quietPollMs: number;
  /** The maximum number of changes of entries in one transaction. */
  readonly largestBatch: number;
  /** The maximum number of open transactions of a signer. */
  readonly mostInFlight: number;
  /** The time after which the same bytes are sent again. */
  readonly rebroadcastMs: number;
  /** The number of blocks without the transaction after which its fee is raised. */
  readonly bumpAfterBlocks: number;
  /** The lease: after this time without renewal another instance takes over. */
  readonly leaseMs: number;
}

/** The dependencies of the outbox's parts. */
export interface OutboxContext {
  readonly settings: OutboxSettings;
  readonly rpc: Rpc;
  readonly store: LaneStore;
  readonly signer: TransactionSigner;
  readonly head: HeadWatcher;
  readonly gas: GasModel;
  readonly windows: RoundWindows;
  readonly throttle: Throttle;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Seconds since the epoch: the chain's time where it is known, else that of the machine's clock. */
  readonly unixTime: () => number;
  readonly note: (event: OutboxEvent, facts: Readonly<Record<string, unknown>>) => void;
  /** Called with operations whose outcome is settled. */
  readonly settled: (ids: readonly string[]) => void;
}

/** A transaction that is not mined yet. */
export interface SentTransaction extends Omit<
  LaneTransaction,
  'attempts' | 'mined' | 'operationIds' | 'state'
> {
  readonly operations: readonly QueuedOperation[];
  readonly attempts: TransactionAttempt[];
  /** The number of attempts, counted from the first, that a node has accepted. */
  accepted: number;
  /** When its bytes were last sent; negative infinity for never. */
  sentAt: number;
  /** The newest block when the current attempt was first sent; 0 for never. */
  sentBlock: number;
  /** It is not sent again before this time. */
  notBefore: number;
  /** A node has refused the current attempt because of its fee. */
  underpriced: boolean;
  /** Another transaction has used its nonce: whether that is final is asked again at this time. */
  overtakenUntil: number;
}

/** A mined transaction that a reorg may still remove. */
export interface MinedState {
  readonly id: number;
  readonly nonce: number;
  readonly operationIds: readonly string[];
  readonly blockNumber: number;
  readonly blockHash: string;
  /** It ran out of gas: its operations are queued again once that is confirmed. */
  readonly outOfGas: boolean;
  /** The contracts refused some of its operations: whether that counts is decided once it is confirmed. */
  readonly hasRefusals: boolean;
  confirmed: boolean;
}

/** The state of a lane in its owner's memory. */
export interface LaneState {
  readonly lane: Lane;
  nextNonce: number;
  /** By transaction id, lowest nonce first. */
  readonly sent: Map<number, SentTransaction>;
  readonly mined: Map<number, MinedState>;
  /** Operations that the current state rejects, while an earlier operation may still change that. */
  readonly parked: Map<string, QueuedOperation>;
  /** Receipts were searched up to this block. */
  scannedTo: number;
  /** The number of reorgs that were handled. */
  reorgs: number;
  /**
   * The chain's head when the chain had more transactions of the signer than the database, as after a restore; null once the read
   * model has passed it.
   */
  lostUntil: number | null;
  readonly holds: LaneHolds;
}

/** A transaction that was just reserved, or was open before this process took the lane over. */
export function toSent(
  { id, nonce, to, data, gasLimit, attempts }: Omit<LaneTransaction, 'mined' | 'operationIds' | 'state'>,
  operations: readonly QueuedOperation[],
): SentTransaction {
  return {
    id,
    nonce,
    to,
    data,
    gasLimit,
    operations,
    attempts: [...attempts],
    accepted: 0,
    sentAt: Number.NEGATIVE_INFINITY,
    sentBlock: 0,
    notBefore: Number.NEGATIVE_INFINITY,
    underpriced: false,
    overtakenUntil: Number.NEGATIVE_INFINITY,
  };
}

/** A transaction that is in a block, as far as the database knows; undefined for others. */
export function toMined({ id, nonce, operationIds, state, mined }: LaneTransaction): MinedState | undefined {
  if (mined === null) return undefined;
  const { blockNumber, blockHash, outOfGas, hasRefusals } = mined;
  const confirmed = state === 'CONFIRMED';
  return { id, nonce, operationIds, blockNumber, blockHash, outOfGas, hasRefusals, confirmed };
}

/** The hashes of the transactions' attempts, each with its transaction. */
export function toHashes(transactions: Iterable<SentTransaction>): Map<string, SentTransaction> {
  const hashes = new Map<string, SentTransaction>();
  for (const transaction of transactions)
    for (const { signed } of transaction.attempts) if (signed) hashes.set(signed.hash, transaction);
  return hashes;
}
