import { dayRange, type DayRange } from '../statistics/statistics.ts';
import { defineUseCase } from '../use-case.ts';
import type { ReportReason } from './listing-report.ts';
import type { ObjectionSide } from './objections/listing-objection.ts';

/** How many rows of each kind are counted at most. */
export const MOST_COUNTED = 100_000;

/** What happened with reports in a range of days: what was sent in it, and what was decided in it. */
export interface ReportFigures {
  readonly reports: readonly { readonly reason: ReportReason; readonly count: number }[];
  readonly decisions: {
    /** Decisions to hide a listing that answer reports, and those that answer none. */
    readonly hiddenByReports: number;
    readonly hiddenWithoutReport: number;
    /** Decisions to dismiss reports. */
    readonly dismissed: number;
  };
  /** From a report to its decision; null without one. */
  readonly medianSecondsToDecision: number | null;
  readonly objections: readonly {
    readonly side: ObjectionSide;
    readonly sent: number;
    readonly upheld: number;
    readonly rejected: number;
  }[];
  /** From an objection to its result; null without one. */
  readonly medianSecondsToResult: number | null;
  /** Whether there is more than is counted. */
  readonly isPartial: boolean;
}

/** Reads the figures of reports. */
export interface ReportFigureReads {
  /** From the start of a day to the start of another one (UTC). */
  read(from: Date, to: Date): Promise<ReportFigures>;
}

const DAY_MS = 86_400_000;

/** The figures of reports, decisions and objections in a range of at most 366 days (UTC), both included. */
export const reportFigures = defineUseCase({
  permission: 'operator',
  input: dayRange,

  async execute(
    { reportFigureReads }: { reportFigureReads: ReportFigureReads },
    _operator,
    { from, to },
  ): Promise<DayRange & ReportFigures> {
    const end = new Date(Date.parse(to) + DAY_MS);
    return { from, to, ...(await reportFigureReads.read(new Date(from), end)) };
  },
});
