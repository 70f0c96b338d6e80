import { z } from 'zod';
import { hash } from '../values/hash.ts';
import { defineUseCase } from '../use-case.ts';

/** A round is decided on time within these hours after its deadline: its close, and with a beacon the margin after it. */
export const ON_TIME_HOURS = 24;
/** A prize is overdue when these days after its decision, or after the receipt that it waits for, no delivery is recorded. */
export const DELIVERY_DAYS = 30;
/** A record is read from at most this many of the provider's giveaways, the newest ones. */
export const MOST_GIVEAWAYS = 1_000;

/** What the chain says about the giveaways of a provider. Nothing of it is stated by the provider itself. */
export interface TrackRecord {
  /** The giveaways that were read. */
  readonly giveaways: number;
  /** Whether these are all of the provider. */
  readonly isComplete: boolean;
  /** Rounds with a winner. */
  readonly roundsDecided: number;
  /** Those of them that were decided within 24 hours after their deadline. */
  readonly roundsOnTime: number;
  /** Seconds from the deadline to the decision; null without a decided round. */
  readonly medianDelay: number | null;
  /** Rounds that count entries, and are neither decided nor void 24 hours after their deadline. */
  readonly roundsOverdue: number;
  /** Prizes that are due to winners of decided rounds. */
  readonly prizes: number;
  /** Those of them with a recorded delivery. */
  readonly prizesDelivered: number;
  /** Those of them whose latest recorded delivery is VERIFIED. */
  readonly prizesProved: number;
  /** Prizes without a recorded delivery 30 days after the decision, or after the receipt that the giveaway requires. */
  readonly prizesOverdue: number;
}

/** Reads track records from a bounded number of rows. */
export interface TrackRecordReads {
  /** Undefined for a provider without giveaways. `provider` is its key on chain. */
  find(provider: string): Promise<TrackRecord | undefined>;
}

/** The track record of a provider by its key on chain; null for a provider without giveaways. */
export const trackRecord = defineUseCase({
  permission: 'public',
  input: z.object({ provider: hash() }),

  async execute(
    { trackRecordReads }: { trackRecordReads: TrackRecordReads },
    _caller,
    { provider },
  ): Promise<TrackRecord | null> {
    return (await trackRecordReads.find(provider)) ?? null;
  },
});
