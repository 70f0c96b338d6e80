import { needed, send, type CommandRow } from '../command.ts';
import {
  BlockPublisher,
  HideListing,
  UnblockPublisher,
  UnhideListing,
  type BlockPublisherMutation,
  type Document,
  type HideListingMutation,
} from '../documents.ts';
import { describeListing } from '../publisher/listing.ts';

const REASON = needed('--reason <text>', 'why, for the publisher');

export const TAKEDOWN_ROWS: readonly CommandRow[] = [
  {
    name: 'hide',
    what: 'hides a listing from the public, also when it is published again (operator)',
    options: [REASON],
    ...ofListing(HideListing),
  },
  { name: 'unhide', what: 'shows a hidden listing again (operator)', ...ofListing(UnhideListing) },
];

export const PUBLISHER_ROWS: readonly CommandRow[] = [
  {
    name: 'block',
    what: 'hides all listings of a publisher, and refuses further ones; safe to repeat (operator)',
    options: [REASON],
    ...ofPublisher(BlockPublisher, 'blocked'),
  },
  {
    name: 'unblock',
    what: 'ends the block of a publisher; safe to repeat (operator)',
    ...ofPublisher(UnblockPublisher, 'not blocked'),
  },
];

function ofListing(document: Document<HideListingMutation, never>): Pick<CommandRow, 'takes' | 'work'> {
  const work = send({
    document,
    input: ({ reason }, id) => ({ id, reason }),
    show: ({ changed: { listing } }) => ({ document: listing, text: describeListing(listing) }),
  });
  return { takes: [['<id>', 'the listing, such as lst_…']], work };
}

function ofPublisher(
  document: Document<BlockPublisherMutation, never>,
  state: string,
): Pick<CommandRow, 'takes' | 'work'> {
  const work = send({
    document,
    input: ({ reason }, id) => ({ id, reason }),
    show: ({ changed }) => ({
      document: changed,
      text: `${changed.publisher.id} is ${state}. Listings changed: ${changed.listings}.`,
    }),
  });
  return { takes: [['<id>', 'the publisher, such as pub_…']], work };
}
