/** The result of comparing a recorded delivery with the chain of its proof. */
export type DeliveryVerdict = 'VERIFIED' | 'MISMATCH' | 'UNVERIFIABLE';

/** What identifies a recorded delivery among the corrections of the same round, and among those that a reorganisation records. */
export interface RecordedDelivery {
  readonly giveawayId: string;
  readonly round: number;
  /** The transaction that recorded it. */
  readonly transactionHash: string;
}

/** The check of one delivery; `verdict` is null until it is settled. */
export interface DeliveryCheck {
  readonly begunAt: Date;
  readonly verdict: DeliveryVerdict | null;
}

/** Stores the checks of prize deliveries: each revision of a round's delivery has its own. */
export interface DeliveryChecks {
  /** The check of this delivery; if there is none, it begins now. */
  begin(delivery: RecordedDelivery, now: Date): Promise<DeliveryCheck>;
  /** Stores the verdict of a check that has begun. */
  settle(delivery: RecordedDelivery, verdict: DeliveryVerdict, now: Date): Promise<void>;
}
