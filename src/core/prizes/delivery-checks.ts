import type { AssetTransfer, DeliveryProof } from './proof-chains.ts';

/** The result of comparing a recorded delivery with the chain of its proof. */
export type DeliveryVerdict = 'VERIFIED' | 'MISMATCH' | 'UNVERIFIABLE';

/** Why a delivery is not VERIFIED. */
export const DELIVERY_REASONS = [
  'WAITING',
  'NO_ANSWER',
  'NO_NODE',
  'NOT_FOUND',
  'FAILED',
  'NO_TRANSFER',
  'BEFORE_DECISION',
  'OTHER_PROVIDER',
  'USED_BEFORE',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** A recorded delivery that is to be checked. */
export interface RecordedDelivery extends DeliveryProof {
  readonly giveawayId: string;
  readonly round: number;
  /** The place of the winner, counted from 0. */
  readonly place: number;
  readonly revision: number;
  /** The transaction that recorded it: a reorganisation may replace it by another one. */
  readonly transactionHash: string;
  readonly providerKey: string;
  /** When the winner of the place was decided, by the clock of its chain. */
  readonly decidedAt: Date;
  /** When its check began; null for one that has not. */
  readonly begunAt: Date | null;
  /** The settled verdict of an earlier check, whose delivery was read again; null for none. */
  readonly verdict: DeliveryVerdict | null;
}

/** What a verified delivery moved, and who sent it. */
export interface DeliveredTransfer extends AssetTransfer {
  /** The wallet that sent the transaction. */
  readonly sender: string;
  /** Whether the asset came from a wallet that is registered for the provider, or such a wallet sent the transaction. */
  readonly byProvider: boolean;
  readonly at: Date;
}

/** The state of a check: settled when `again` is null. */
export interface DeliveryCheck {
  readonly begunAt: Date;
  readonly checkedAt: Date;
  readonly verdict: DeliveryVerdict | null;
  readonly reason: DeliveryReason | null;
  readonly transfer: DeliveredTransfer | null;
  /** When to check again. */
  readonly again: Date | null;
}

/** Stores the checks of prize deliveries: each revision of the delivery of a place has its own. */
export interface DeliveryChecks {
  /** Confirmed deliveries whose check is due, the longest due first. */
  find(now: Date, limit: number): Promise<RecordedDelivery[]>;
  /** Whether one of these wallets is registered for the provider; else whether one is for another provider. */
  ownerOf(providerKey: string, wallets: readonly string[]): Promise<'OWN' | 'OTHER' | 'NONE'>;
  /**
   * Lets a transfer prove the delivery of this place of a round and of no other; false when it proves that of another one, whose delivery is
   * still recorded.
   */
  claim(delivery: RecordedDelivery, transferIndex: number): Promise<boolean>;
  save(delivery: RecordedDelivery, check: DeliveryCheck): Promise<void>;
  /** Ends the check of a delivery whose verdict is known. */
  end(delivery: RecordedDelivery): Promise<void>;
}
