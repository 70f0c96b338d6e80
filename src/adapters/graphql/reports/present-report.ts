import type { ReportStatus } from '../../../core/reports/find-report-status.ts';
import type { ListingReport } from '../../../core/reports/listing-report.ts';
import { presentObjectionStatus } from './present-objection.ts';
import type { ListingReportStatusType, ListingReportType } from './report-types.ts';

/** A report as its reporter sees it. */
export function presentReportStatus({ report, objection, reversal }: ReportStatus): ListingReportStatusType {
  const { title, reason, createdAt, isMailed, decision } = report;
  const state = decision ? 'DECIDED' : 'OPEN';
  return {
    title,
    reason,
    createdAt,
    isMailed,
    state,
    ...presentDecision(decision),
    objection: objection && presentObjectionStatus(objection),
    reversalReason: reversal?.outcome?.reason ?? null,
    reversedAt: reversal?.outcome?.decidedAt ?? null,
  };
}

/** A report as the operator sees it. */
export function presentReport({ decision, ...report }: ListingReport): ListingReportType {
  return { ...report, ...presentDecision(decision) };
}

function presentDecision(decision: ListingReport['decision']) {
  return {
    decision: decision?.kind ?? null,
    decisionReason: decision?.reason ?? null,
    decidedAt: decision?.decidedAt ?? null,
  };
}
