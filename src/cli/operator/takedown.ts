import type { Command } from 'commander';
import { act } from '../command.ts';
import {
  BlockPublisher,
  HideListing,
  UnblockPublisher,
  UnhideListing,
  type BlockPublisherMutation,
  type Document,
  type HideListingMutation,
} from '../documents/generated.ts';
import { describeListing } from '../publisher/listing.ts';

const REASON = ['--reason <text>', 'why, for the publisher'] as const;

/** giveaways listings hide, unhide; giveaways publishers block, unblock */
export function addTakedown(program: Command, listings: Command): void {
  const publishers = program.command('publishers').description('publishers of listings (operator)');
  addHiding(listings.command('hide').requiredOption(...REASON), HideListing).description(
    'hides a listing from the public, also when it is published again (operator)',
  );
  addHiding(listings.command('unhide'), UnhideListing).description('shows a hidden listing again (operator)');
  addBlocking(publishers.command('block').requiredOption(...REASON), BlockPublisher).description(
    'hides all listings of a publisher, and refuses further ones; safe to repeat',
  );
  addBlocking(publishers.command('unblock'), UnblockPublisher).description(
    'ends the block of a publisher; safe to repeat',
  );
}

function addHiding(command: Command, document: Document<HideListingMutation, never>): Command {
  return command.argument('<id>', 'the listing, such as lst_…').action(
    act(async (client, { reason }, id) => {
      const { changed } = await client.request(document, {
        input: { id, reason },
      });
      return { document: changed.listing, text: describeListing(changed.listing) };
    }),
  );
}

function addBlocking(command: Command, document: Document<BlockPublisherMutation, never>): Command {
  return command.argument('<id>', 'the publisher, such as pub_…').action(
    act(async (client, { reason }, id) => {
      const { changed } = await client.request(document, {
        input: { id, reason },
      });
      const { publisher, listings } = changed;
      const state = document === BlockPublisher ? 'blocked' : 'not blocked';
      return { document: changed, text: `${publisher.id} is ${state}. Listings changed: ${listings}.` };
    }),
  );
}
