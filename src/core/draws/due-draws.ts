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
  /** Whether the claim of an operation keeps the keeper from it. */
  readonly isTaken: boolean;
}

/** An operation of the keeper before it is submitted. */
export interface KeeperOperation {
  readonly operationId: string;
  readonly providerKey: string;
  /** Wei that it may cost. */
  readonly cost: bigint;
}

/** The keeper's view of the read model, and its budget. */
export interface DueDraws {
  /**
   * Giveaways to look at by `now` (Unix milliseconds, the chain's clock): one of each provider before a second one of any, first of
   * those for which the keeper has longest done nothing. When `now` is much earlier than in the call before, a clock had been ahead:
   * the next call finds all giveaways that may have due rounds.
   */
  find(now: number, limit: number): Promise<DrawnGiveaway[]>;
  /** The unsettled rounds of a giveaway among its first `closed` ones, oldest first, for the keeper with this wallet. */
  unsettled(
    giveaway: Pick<DrawnGiveaway, 'giveaway' | 'entriesCarryOver'>,
    closed: number,
    limit: number,
    wallet: string,
  ): Promise<UnsettledRound[]>;
  /** Stores how many rounds are due and not settled, and when the giveaway is looked at again (Unix milliseconds; null for never). */
  checkAgain(giveaway: string, due: number, at: number | null): Promise<void>;
  /**
   * Adds what an operation may cost to the costs of this day (UTC); false, and nothing is added, when they would exceed the
   * budget. Once it is mined its real cost counts, and nothing when no transaction was sent for it.
   */
  reserve(operation: KeeperOperation, budget: bigint): Promise<boolean>;
  /** The due rounds of all giveaways, and the costs of this day in wei. */
  state(): Promise<{ readonly due: number; readonly spent: bigint }>;
}
