import type { Schedule } from '../rounds/schedule.ts';

/** A giveaway whose winners are drawn. */
export interface DrawnGiveaway {
  /** The giveaway's key on chain. */
  readonly giveaway: string;
  readonly providerKey: string;
  readonly entriesCarryOver: boolean;
  /** Seconds. */
  readonly beaconMargin: number;
  readonly schedule: Schedule;
}

/** A closed round that counts entries and is neither decided nor void. */
export interface UnsettledRound {
  readonly index: number;
  /** Whether an operation that acts on it is open. */
  readonly isTaken: boolean;
}

/** The keeper's view of the read model, and its budget. */
export interface DueDraws {
  /** Giveaways to look at by `now` (Unix milliseconds, the chain's clock), the longest due first. */
  find(now: number, limit: number): Promise<DrawnGiveaway[]>;
  /** The unsettled rounds of a giveaway among its first `closed` ones, oldest first. */
  unsettled(
    giveaway: Pick<DrawnGiveaway, 'giveaway' | 'entriesCarryOver'>,
    closed: number,
    limit: number,
  ): Promise<UnsettledRound[]>;
  /** Stores how many rounds are due and not settled, and when the giveaway is looked at again (Unix milliseconds; null for never). */
  checkAgain(giveaway: string, due: number, at: number | null): Promise<void>;
  /** Adds a cost in wei to those of this day (UTC); false, and nothing is added, when they would exceed the budget. */
  spend(cost: bigint, budget: bigint): Promise<boolean>;
  /** The due rounds of all giveaways, and the costs of this day in wei. */
  state(): Promise<{ readonly due: number; readonly spent: bigint }>;
}
