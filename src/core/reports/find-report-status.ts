import type { ListingReportStore } from './listing-report-store.ts';
import type { ListingReport } from './listing-report.ts';
import type { ListingObjectionStore } from './objections/objection-store.ts';
import {
  objectionStatus,
  type ListingObjection,
  type ObjectionStatus,
} from './objections/listing-objection.ts';

/** A report as its reporter sees it. */
export interface ReportStatus {
  readonly report: ListingReport;
  /** How it stands with the objection of the reporter; null while the report is open. */
  readonly objection: ObjectionStatus | null;
  /** The objection of the publisher that reversed the decision; null without one. */
  readonly reversal: ListingObjection | null;
}

/** The report of the hash of a secret; undefined when there is none, or no longer. */
export async function findReportStatus(
  {
    listingReports,
    listingObjections,
  }: { listingReports: ListingReportStore; listingObjections: ListingObjectionStore },
  secretHash: string,
  now: Date,
): Promise<ReportStatus | undefined> {
  const report = await listingReports.findBySecret(secretHash);
  if (report === undefined) return undefined;
  if (report.decision === null) return { report, objection: null, reversal: null };
  const own = await listingObjections.findOfReport(report.id);
  const reversal = (await listingObjections.findReversal(report.decision.id)) ?? null;
  return { report, objection: objectionStatus('REPORTER', report.decision, own, now), reversal };
}
