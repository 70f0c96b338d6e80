import { idOf, input, listing, page, type CallExamples } from '../examples/example.ts';

const id = idOf('rpt');

/** Example calls of the root fields of reports of listings. */
export const REPORT_EXAMPLES: CallExamples = {
  query: {
    listingReportStatus: [{ secret: 'grp_…' }, 'state decision decisionReason'],
    listingReports: [
      { state: 'OPEN', ...page },
      'nodes { id listingId reason text } pageInfo { hasNextPage endCursor }',
    ],
    listingReport: [{ id }, 'title landingUrl reason text decision decidedAt'],
  },
  mutation: {
    reportListing: input(
      { listing: listing.id, reason: 'SCAM', text: 'The entry page asks for passwords.' },
      'secret',
    ),
    decideListingReport: input(
      { id, decision: 'HIDE', reason: 'The entry page asks for passwords.' },
      'report { decidedAt }',
    ),
  },
};
