import { idOf, input, listing, page, type CallExamples } from '../examples/example.ts';

const id = idOf('rpt');
const objection = idOf('obj');

/** Example calls of the root fields of reports of listings. */
export const REPORT_EXAMPLES: CallExamples = {
  query: {
    listingReportStatus: [{ secret: 'grp_…' }, 'state decision decisionReason'],
    listingReports: [
      { state: 'OPEN', ...page },
      'nodes { id listingId reason text } pageInfo { hasNextPage endCursor }',
    ],
    reportFigures: [
      { from: '2026-01-01', to: '2026-12-31' },
      'reports { reason count } medianSecondsToDecision objections { side sent upheld rejected }',
    ],
    listingObjections: [
      { state: 'OPEN', ...page },
      'nodes { id side listingId text } pageInfo { hasNextPage endCursor }',
    ],
    listingObjection: [{ id: objection }, 'side listingId decision decisionReason text result'],
    listingReport: [{ id }, 'title landingUrl reason text decision decidedAt'],
  },
  mutation: {
    reportListing: input(
      { listing: listing.id, reason: 'SCAM', text: 'The entry page asks for passwords.' },
      'secret',
    ),
    objectToDecision: input(
      { secret: 'grp_…', text: 'The page asked for passwords until yesterday.' },
      'objection { state }',
    ),
    objectToHiding: input(
      { listing: listing.id, text: 'The entry page asks for an e-mail address only.' },
      'objection { state }',
    ),
    decideListingObjection: input(
      { id: objection, result: 'UPHELD', reason: 'The page asks for an e-mail address only.' },
      'objection { resultAt }',
    ),
    decideListingReport: input(
      { id, decision: 'HIDE', reason: 'The entry page asks for passwords.' },
      'report { decidedAt }',
    ),
  },
};
