import { Option } from 'commander';
import { needed, send, type CommandRow } from '../command.ts';
import { listRow } from '../connection.ts';
import {
  OwnListing,
  OwnListings,
  UnverifyListing,
  VerifyListing,
  WithdrawListing,
  type Document,
  type VerifyListingMutation,
} from '../documents.ts';
import { Failure } from '../failure.ts';
import { PLATFORM_OPTION } from '../feed-filter.ts';
import { OWN_LISTING_ORDERS, OWN_LISTING_STATES, OWN_LISTING_COLUMNS } from './own-listing-table.ts';
import { choiceOf, toConstant } from '../choices.ts';
import { describeListing } from './listing.ts';
import { IS_OWN_ID, OWN_ID, toReference } from './own-id.ts';

export const LISTING_ROWS: readonly CommandRow[] = [
  {
    name: 'get',
    what: 'shows your listing, published or withdrawn',
    takes: [OWN_ID],
    options: [IS_OWN_ID],
    async work(client, options, id = '') {
      const { myListing } = await client.request(OwnListing, toReference(options, id));
      if (myListing === null) {
        const message = `You have no listing with the ID ${id}: see giveaways listings list.`;
        throw new Failure('NOT_FOUND', message);
      }
      return { document: myListing, text: describeListing(myListing) };
    },
  },
  listRow({
    what: 'lists your listings, including withdrawn ones, newest change first unless another order is given',
    options: [
      new Option(
        '--search <text>',
        'words, or beginnings of words, that all must occur; or the beginning of your own ID',
      ),
      choiceOf('--state <state>', 'only listings in this state', OWN_LISTING_STATES),
      new Option('--legacy <yes|no>', 'only listings of the legacy endpoint, or only others').choices([
        'yes',
        'no',
      ]),
      PLATFORM_OPTION,
      choiceOf('--order <order>', 'how to sort', OWN_LISTING_ORDERS),
    ],
    variables: ({ search, state, legacy, platform, order, format, after }) => ({
      filter: {
        search,
        state: toConstant(state),
        isLegacy: legacy === undefined ? undefined : legacy === 'yes',
        platforms: platform,
      },
      // In a file, a listing that changes while the others are read keeps its place.
      orderBy: toConstant(order) ?? (format === undefined || after !== undefined ? undefined : 'NEWEST'),
    }),
    document: OwnListings,
    columns: OWN_LISTING_COLUMNS,
    page: ({ myListings }) => myListings,
    name: 'listings',
    headings: ['LISTING', 'ID', 'STATUS', 'UPDATED', 'TITLE'],
    row: ({ id, sourceExternalId, status, updatedAt, title }) => [
      id,
      sourceExternalId,
      status.toLowerCase(),
      updatedAt,
      title,
    ],
    none: 'There are no listings.',
  }),
  {
    name: 'withdraw',
    what: 'withdraws your listing; safe to repeat',
    takes: [OWN_ID],
    options: [IS_OWN_ID],
    work: send({
      document: WithdrawListing,
      input: (options, id = '') => toReference(options, id),
      show: ({ withdrawListing }, _options, id = '') => ({
        document: withdrawListing,
        text: `${id} is withdrawn.`,
      }),
    }),
  },
  {
    name: 'verify',
    what: 'awards the verified badge (operator)',
    options: [
      needed(
        '--updated-at <instant>',
        'its updatedAt when you checked it: a listing that was updated since gets no badge',
      ),
    ],
    ...ofBadge(VerifyListing),
  },
  { name: 'unverify', what: 'removes the verified badge (operator)', ...ofBadge(UnverifyListing) },
];

function ofBadge(document: Document<VerifyListingMutation, never>): Pick<CommandRow, 'takes' | 'work'> {
  const work = send({
    document,
    input: ({ updatedAt }, id) => ({ id, expectedUpdatedAt: updatedAt }),
    show: ({ changed: { listing } }) => ({ document: listing, text: describeListing(listing) }),
  });
  return { takes: [['<id>', 'the listing, such as lst_…']], work };
}
