import { z } from 'zod';
import type { OperatorCaller } from '../access/callers.ts';
import type { PublisherStore } from '../accounts/publisher-store.ts';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { FeedChanges } from '../listings/feed-changes.ts';
import type { ListingStore } from '../listings/listing-store.ts';
import { takedownReason } from '../listings/takedown/takedown-reason.ts';
import { hideBy, newDecision } from './hiding/set-hidden.ts';
import type { Mail } from '../mail.ts';
import { defineUseCase } from '../use-case.ts';
import { flag } from '../values/flag.ts';
import { requiredText } from '../values/text.ts';
import type { ListingReportStore } from './listing-report-store.ts';
import type { ReportMailStore } from './mails/report-mail-store.ts';
import { REPORT_DECISIONS, type ListingReport } from './listing-report.ts';

interface DecisionStores {
  readonly listings: ListingStore;
  readonly listingReports: ListingReportStore;
  readonly publishers: PublisherStore;
  readonly reportMails: ReportMailStore;
}
type DecidingPorts = { feedChanges: FeedChanges; mail: Mail } & Audited<DecisionStores>;

const input = z.object({
  id: requiredText(64),
  decision: z.enum(REPORT_DECISIONS, `must be one of ${REPORT_DECISIONS.join(', ')}.`),
  reason: takedownReason,
  /** Whether DISMISS decides all open reports of the listing; HIDE always does. */
  allOfListing: flag(),
});

/**
 * Decides on a report: HIDE hides the listing and decides all of its open reports, DISMISS leaves it as it is. The reason is for
 * the reporters, and that of HIDE for the publisher too. It can be repeated; another decision on a decided report is refused with
 * INVALID_PAYLOAD. Throws NOT_FOUND.
 */
export const decideListingReport = defineUseCase({
  permission: 'operator',
  input,

  async execute(ports: DecidingPorts, operator, requested): Promise<ListingReport> {
    const report = await ports.transaction(async (stores) => {
      await stores.listingReports.lockOpenOfListing(requested.id);
      const found = requireReport(await stores.listingReports.find(requested.id));
      if (found.decision === null) return decide(ports, stores, operator, found, requested);
      if (found.decision.kind === requested.decision && found.decision.reason === requested.reason)
        return found;
      throw new DomainError(
        'INVALID_PAYLOAD',
        `The report was decided already, at ${found.decision.decidedAt.toISOString()}: ${found.decision.kind}.`,
      );
    });
    if (requested.decision === 'HIDE') ports.feedChanges.announce();
    return report;
  },
});

async function decide(
  ports: DecidingPorts,
  stores: Parameters<Parameters<DecidingPorts['transaction']>[0]>[0],
  operator: OperatorCaller,
  { id: reportId, listingId }: ListingReport,
  { decision: kind, reason, allOfListing }: z.output<typeof input>,
): Promise<ListingReport> {
  const decision = newDecision(ports, { listingId, kind, reason });
  const isOfAll = kind === 'HIDE' || allOfListing;
  await stores.listingReports.decide(decision, isOfAll ? 'all of the listing' : { reportId });
  if (kind === 'HIDE') await hideBy(ports, stores, operator, 'hideListing', decision);
  if (ports.mail.isConfigured)
    await stores.reportMails.queue({ kind: 'DECISION', decisionId: decision.id }, decision.decidedAt);
  const facts = { decision: kind, listing: listingId, ...(kind === 'DISMISS' && { reason, allOfListing }) };
  await record(ports, stores, operator, 'decideListingReport', reportId, facts);
  return requireReport(await stores.listingReports.find(reportId));
}

function requireReport(report: ListingReport | undefined): ListingReport {
  if (report !== undefined) return report;
  throw new DomainError('NOT_FOUND', 'There is no report with this id: take it from the list of reports.');
}
