import type { ListingReport } from '../../../core/reports/listing-report.ts';
import type { ListingReportStatusType, ListingReportType } from './report-types.ts';

/** A report as its reporter sees it. */
export function presentReportStatus(report: ListingReport): ListingReportStatusType {
  const { title, reason, createdAt } = report;
  return { title, reason, createdAt, ...stateOf(report) };
}

/** A report as the operator sees it. */
export function presentReport(report: ListingReport): ListingReportType {
  const { id, listingId, title, landingUrl, reason, text, createdAt } = report;
  const { decision, decisionReason, decidedAt } = stateOf(report);
  return {
    id,
    listingId,
    title,
    landingUrl,
    reason,
    text,
    createdAt,
    decision,
    decisionReason,
    decidedAt,
  };
}

function stateOf({ decision }: ListingReport) {
  return {
    state: decision ? 'DECIDED' : 'OPEN',
    decision: decision?.kind ?? null,
    decisionReason: decision?.reason ?? null,
    decidedAt: decision?.decidedAt ?? null,
  } as const;
}
