import type { TransactionAttempt, Lane, LaneTransaction, QueuedOperation } from '../../ports/lane-store.ts';
import type { LaneStore } from '../../ports/lane-store.ts';
import type { TransactionSigner } from '../../ports/transaction-signer.ts';
import type { Throttle } from '../../../runtime/throttle.ts';
import type { Rpc } from '../rpc/rpc.ts';
import type { GasModel } from './submit/gas-model.ts';
import type { HeadWatcher } from '../rpc/head.ts';
import type { RoundWindows } from './submit/round-windows.ts';
import type { LaneHolds } from './lane-holds.ts';

/** What the outbox tells of its work, to be counted and logged. */
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
  | 'out-of-gas'
  | 'failure';

export interface OutboxSettings {
  readonly chainId: bigint;
  /** The address of Giveaways. */
  readonly hub: string;
  /** Blocks, the transaction's own included, after which an answer counts. */
  readonly confirmations: number;
  /** The most that is ever offered, wei per gas. */
  readonly feeCap: bigint;
  /** The chain's native currency, as it is told to those who must top up. */
  readonly symbol: string;
  /** How often the newest block is asked for. */
  readonly pollMs: number;
  /** How many changes of entries go into one transaction. */
  readonly largestBatch: number;
  /** How many transactions of a signer may be under way at once. */
  readonly mostInFlight: number;
  /** How long to wait before the same bytes are sent again. */
  readonly rebroadcastMs: number;
  /** Blocks without the transaction after which its fee is raised. */
  readonly bumpAfterBlocks: number;
  /** How long an owner may be silent before another instance takes over. */
  readonly leaseMs: number;
}

/** What the parts of the outbox work with. */
export interface OutboxContext {
  readonly settings: OutboxSettings;
  readonly rpc: Rpc;
  readonly store: LaneStore;
  readonly signer: TransactionSigner;
  readonly head: HeadWatcher;
  readonly gas: GasModel;
  readonly windows: RoundWindows;
  readonly throttle: Throttle;
  /** Milliseconds of a clock that nobody sets. */
  readonly now: () => number;
  /** Seconds since the epoch, by the machine's clock. */
  readonly unixTime: () => number;
  readonly note: (event: OutboxEvent, facts: Readonly<Record<string, unknown>>) => void;
  /** Operations that have their answer now. */
  readonly settled: (ids: readonly string[]) => void;
}

/** A transaction that is not mined yet. */
export interface SentTransaction extends Omit<
  LaneTransaction,
  'attempts' | 'mined' | 'operationIds' | 'state'
> {
  readonly operations: readonly QueuedOperation[];
  readonly attempts: TransactionAttempt[];
  /** How many attempts, counted from the first, a node has taken. */
  accepted: number;
  /** When its bytes went out last; negative infinity for never. */
  sentAt: number;
  /** At which block the present attempt went out first; 0 for never. */
  sentBlock: number;
  /** Not sent again before. */
  notBefore: number;
  /** A node has refused the present attempt for its fee. */
  underpriced: boolean;
}

/** A mined transaction that may still be reorganised away. */
export interface MinedState {
  readonly id: number;
  readonly nonce: number;
  readonly operationIds: readonly string[];
  readonly blockNumber: number;
  readonly blockHash: string;
  /** Ran out of gas: its operations go again once that is certain. */
  readonly outOfGas: boolean;
  confirmed: boolean;
}

/** Everything that the owner of a lane knows of it. */
export interface LaneState {
  readonly lane: Lane;
  nextNonce: number;
  /** By transaction id, lowest nonce first. */
  readonly sent: Map<number, SentTransaction>;
  readonly mined: Map<number, MinedState>;
  /** Refused by the state of now, while something earlier may change that. */
  readonly parked: Map<string, QueuedOperation>;
  /** Receipts were looked for up to this block. */
  scannedTo: number;
  /** Reorganisations that were dealt with. */
  reorgs: number;
  readonly holds: LaneHolds;
}

/** A transaction that has just been reserved, or is open from before, as nothing was heard of it yet. */
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
  };
}

/** The attempts' hashes of transactions, each with its transaction. */
export function toHashes(transactions: Iterable<SentTransaction>): Map<string, SentTransaction> {
  const hashes = new Map<string, SentTransaction>();
  for (const transaction of transactions)
    for (const { signed } of transaction.attempts) if (signed) hashes.set(signed.hash, transaction);
  return hashes;
}
