/** What came of comparing a delivery with its chain. */
export type DeliveryVerdict = 'VERIFIED' | 'MISMATCH' | 'UNVERIFIABLE';

/** A delivery as it stands on chain: what a later one of the same round, after a reorganisation, is told apart by. */
export interface RecordedDelivery {
  readonly giveawayId: string;
  readonly round: number;
  /** The transaction that recorded it. */
  readonly transactionHash: string;
}

export interface DeliveryCheck {
  readonly begunAt: Date;
  readonly verdict: DeliveryVerdict | null;
}

/** The checks of prize deliveries, one a round. */
export interface DeliveryChecks {
  /** The check of this delivery; it begins now if there is none, in place of that of any other delivery of the round. */
  begin(delivery: RecordedDelivery, now: Date): Promise<DeliveryCheck>;
  /** Nothing is kept when another delivery's check has begun since. */
  settle(delivery: RecordedDelivery, verdict: DeliveryVerdict, now: Date): Promise<void>;
}
