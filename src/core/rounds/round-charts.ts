import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import { readRoundId } from './round-id.ts';

/** The entries of a round after all changes until an instant. */
export interface EntriesAt {
  /** ISO 8601 (UTC). */
  readonly at: string;
  readonly entries: number;
}

/** The holders of a round whose number of entries is from `from` to `to`. */
export interface HolderClass {
  readonly from: number;
  readonly to: number;
  readonly holders: number;
  /** The sum of their entries. */
  readonly entries: number;
}

/** The entries that were issued in the round itself, less those removed until it closed, in numbers for charts. */
export interface RoundCharts {
  /** Oldest first, at most 60; the last one is the present state, or that at the close. */
  readonly entriesOverTime: readonly EntriesAt[];
  /** From few entries to many. Without holders that have none. */
  readonly holderClasses: readonly HolderClass[];
  /** Whether the classes are counted over an even sample of the holders, because there are more than 1,000. */
  readonly isSampled: boolean;
}

/** Reads charts from a bounded number of rows. */
export interface RoundChartReads {
  /** Empty charts for a round without entries. */
  read(giveawayId: string, index: number): Promise<RoundCharts>;
}

/** The charts of a round by its id; null when the text is no such id. */
export const roundCharts = defineUseCase({
  permission: 'public',
  input: z.object({ round: z.string() }),

  async execute(
    { roundChartReads }: { roundChartReads: RoundChartReads },
    _caller,
    { round },
  ): Promise<RoundCharts | null> {
    const key = readRoundId(round);
    return key ? roundChartReads.read(key.giveawayId, key.index) : null;
  },
});
