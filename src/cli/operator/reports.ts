import { Option } from 'commander';
import { needed, send, type CommandRow, type Result } from '../command.ts';
import { listRow } from '../connection.ts';
import {
  DecideListingReport,
  ListingReport,
  ListingReports,
  type ListingReportFieldsFragment,
  type ReportDecision,
} from '../documents.ts';
import { Failure } from '../failure.ts';
import { cut, toFields } from '../print.ts';

const TITLE_COLUMNS = 40;
const TAKES = [['<id>', 'the report, such as rpt_…']] as const;

export const REPORT_ROWS: readonly CommandRow[] = [
  listRow({
    what: 'lists the open reports, oldest first, or those with a decision, newest first',
    options: [new Option('--decided', 'those with a decision')],
    document: ListingReports,
    variables: ({ decided }) => ({ state: decided ? 'DECIDED' : 'OPEN' }),
    page: ({ listingReports }) => listingReports,
    name: 'reports',
    headings: ['ID', 'LISTING', 'REASON', 'REPORTED', 'DECISION', 'TITLE'],
    row: ({ id, listingId, reason, createdAt, decision, title }) => [
      id,
      listingId,
      reason,
      createdAt,
      decision ?? '-',
      cut(title, TITLE_COLUMNS),
    ],
    none: 'There are no reports.',
  }),
  {
    name: 'show',
    what: 'shows a report with its text',
    takes: TAKES,
    async work(client, _options, id) {
      const { listingReport } = await client.request(ListingReport, { id });
      if (!listingReport) throw new Failure('NOT_FOUND', 'There is no report with this id.');
      return toResult(listingReport);
    },
  },
  {
    name: 'hide',
    what: 'hides the reported listing, and decides all of its open reports; safe to repeat',
    options: [needed('--reason <text>', 'why, for the reporters and the publisher')],
    ...decide('HIDE'),
  },
  {
    name: 'dismiss',
    what: 'leaves the listing as it is; safe to repeat',
    options: [
      needed('--reason <text>', 'why, for the reporter'),
      new Option('--all-of-listing', 'also the other open reports of the listing'),
    ],
    ...decide('DISMISS'),
  },
];

function decide(decision: ReportDecision): Pick<CommandRow, 'takes' | 'work'> {
  const work = send({
    document: DecideListingReport,
    input: ({ reason, allOfListing }, id) => ({ id, decision, reason, allOfListing }),
    isRepeatable: true,
    show: ({ decideListingReport: { report } }) => toResult(report),
  });
  return { takes: TAKES, work };
}

function toResult(report: ListingReportFieldsFragment): Result {
  const text = toFields({
    Report: report.id,
    Listing: `${report.title} (${report.listingId})`,
    Page: report.landingUrl,
    Reason: report.reason,
    Reported: report.createdAt,
    Text: report.text ?? 'removed',
    Decision: report.decision ? `${report.decision}, ${report.decidedAt}` : 'none yet',
    'Its reason': report.decisionReason,
  });
  return { document: report, text };
}
