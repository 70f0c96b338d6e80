import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';

/** The most days of a range, and how far back days are counted that nobody counted when they ended. */
export const MOST_DAYS = 366;
/** The most platforms of a day whose listings are counted by name. */
export const MOST_PLATFORMS = 10;

/** The numbers of a finished day (UTC), as they were when it was counted. */
export interface DayStatistics {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Listings that were published for the first time on this day, and were still public when it was counted. */
  readonly listings: number;
  /** Rounds whose winner was drawn on the chain; null where the service has no chain. */
  readonly draws: number | null;
  /** Entries that were issued on the chain, removals not subtracted; null where the service has no chain. */
  readonly entries: number | null;
}

/** The listings of a platform that were published on a day. */
export interface PlatformStatistics {
  readonly day: string;
  readonly platform: string;
  readonly listings: number;
}

/** Days as YYYY-MM-DD, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Reads the days that were counted, oldest first. */
export interface StatisticsReads {
  days(range: DayRange): Promise<readonly DayStatistics[]>;
  /** Only platforms that a public listing still names; those with most listings first in each day. */
  platforms(range: DayRange): Promise<readonly PlatformStatistics[]>;
}

const DAY_MS = 86_400_000;
const day = z.iso
  .date({ error: 'must be a day as YYYY-MM-DD.', abort: true })
  .refine((text) => text >= '2000-01-01', { error: 'must be in the year 2000 or later.', abort: true });

/** A range of at most 366 days. */
export const dayRange = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS, {
    path: ['to'],
    error: `must be at most ${MOST_DAYS - 1} days after from.`,
  });

/** The statistics of finished days in a range of at most 366 days. */
export const statistics = defineUseCase({
  permission: 'public',
  input: dayRange,

  async execute(
    { statisticsReads }: { statisticsReads: StatisticsReads },
    _caller,
    range,
  ): Promise<DayRange & { readonly days: readonly DayStatistics[] }> {
    return { ...range, days: await statisticsReads.days(range) };
  },
});
