/** The result of comparing a recorded delivery with the chain of its proof. */
export type DeliveryVerdict = 'VERIFIED' | 'MISMATCH' | 'UNVERIFIABLE';

/** What identifies a recorded delivery, also among those that a reorganisation records for the same round. */
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

/** Stores the checks of prize deliveries, one for each round. */
export interface DeliveryChecks {
  /** The check of this delivery. If there is none, it begins now and replaces the check of any other delivery of the round. */
  begin(delivery: RecordedDelivery, now: Date): Promise<DeliveryCheck>;
  /** Stores the verdict, unless the check of another delivery has begun since. */
  settle(delivery: RecordedDelivery, verdict: DeliveryVerdict, now: Date): Promise<void>;
}
