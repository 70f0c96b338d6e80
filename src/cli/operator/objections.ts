import { Option } from 'commander';
import { needed, send, type CommandRow, type Result } from '../command.ts';
import { listRow } from '../connection.ts';
import {
  DecideListingObjection,
  ListingObjection,
  ListingObjections,
  type ListingObjectionFieldsFragment,
  type ObjectionResult,
} from '../documents.ts';
import { Failure } from '../failure.ts';
import { cut, toFields } from '../print.ts';

const TITLE_COLUMNS = 40;
const TAKES = [['<id>', 'the objection, such as obj_…']] as const;

export const OBJECTION_ROWS: readonly CommandRow[] = [
  listRow({
    command: 'objections',
    what: 'lists the objections that wait, oldest first, or those with a decision, newest first',
    options: [new Option('--decided', 'those with a decision')],
    document: ListingObjections,
    variables: ({ decided }) => ({ state: decided ? 'DECIDED' : 'OPEN' }),
    page: ({ listingObjections }) => listingObjections,
    name: 'objections',
    headings: ['ID', 'LISTING', 'SIDE', 'AGAINST', 'SENT', 'RESULT', 'TITLE'],
    row: ({ id, listingId, side, decision, createdAt, result, title }) => [
      id,
      listingId,
      side,
      decision,
      createdAt,
      result ?? '-',
      cut(title, TITLE_COLUMNS),
    ],
    none: 'There are no objections.',
  }),
  {
    name: 'objection',
    what: 'shows an objection with its text',
    takes: TAKES,
    async work(client, _options, id) {
      const { listingObjection } = await client.request(ListingObjection, { id });
      if (!listingObjection) throw new Failure('NOT_FOUND', 'There is no objection with this id.');
      return toResult(listingObjection);
    },
  },
  {
    name: 'uphold',
    what: 'upholds an objection, which reverses the decision on the listing; safe to repeat',
    options: [needed('--reason <text>', 'why, for both sides')],
    ...decide('UPHELD'),
  },
  {
    name: 'reject',
    what: 'rejects an objection, so that the decision stands; safe to repeat',
    options: [needed('--reason <text>', 'why, for the side that objected')],
    ...decide('REJECTED'),
  },
];

function decide(result: ObjectionResult): Pick<CommandRow, 'takes' | 'work'> {
  const work = send({
    document: DecideListingObjection,
    input: ({ reason }, id) => ({ id, result, reason }),
    isRepeatable: true,
    show: ({ decideListingObjection: { objection } }) => toResult(objection),
  });
  return { takes: TAKES, work };
}

function toResult(objection: ListingObjectionFieldsFragment): Result {
  const text = toFields({
    Objection: objection.id,
    Of: objection.side,
    Listing: `${objection.title} (${objection.listingId})`,
    Report: objection.reportId,
    Decision: `${objection.decision}, ${objection.decidedAt}`,
    'Its reason': objection.decisionReason,
    Sent: objection.createdAt,
    Text: objection.text ?? 'removed',
    Result: objection.result ? `${objection.result}, ${objection.resultAt}` : 'none yet',
    'Reason of the result': objection.resultReason,
  });
  return { document: objection, text };
}
