import type { Command } from 'commander';
import { act } from '../command.ts';
import { describeListing, LISTING_FIELDS, type ListingNode } from '../publisher/listing.ts';

const hiding = (name: string) => `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) {
  changed: ${name}(input: $input) { listing { ${LISTING_FIELDS} } }
}`;
const blocking = (name: string) => `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) {
  changed: ${name}(input: $input) { publisher { id kind createdAt } listings }
}`;
const REASON = ['--reason <text>', 'why, for the publisher'] as const;

interface BlockChange {
  readonly publisher: { readonly id: string };
  readonly listings: number;
}

/** giveaways listings hide, unhide; giveaways publishers block, unblock */
export function addTakedown(program: Command, listings: Command): void {
  const publishers = program.command('publishers').description('publishers of listings (operator)');
  addHiding(listings.command('hide').requiredOption(...REASON), 'hideListing').description(
    'hides a listing from the public, also when it is published again (operator)',
  );
  addHiding(listings.command('unhide'), 'unhideListing').description(
    'shows a hidden listing again (operator)',
  );
  addBlocking(publishers.command('block').requiredOption(...REASON), 'blockPublisher').description(
    'hides all listings of a publisher, and refuses further ones; safe to repeat',
  );
  addBlocking(publishers.command('unblock'), 'unblockPublisher').description(
    'ends the block of a publisher; safe to repeat',
  );
}

function addHiding(command: Command, name: string): Command {
  return command.argument('<id>', 'the listing, such as lst_…').action(
    act(async (client, { reason }, id) => {
      const { changed } = await client.request<{ changed: { listing: ListingNode } }>(hiding(name), {
        input: { id, reason },
      });
      return { document: changed.listing, text: describeListing(changed.listing) };
    }),
  );
}

function addBlocking(command: Command, name: string): Command {
  return command.argument('<id>', 'the publisher, such as pub_…').action(
    act(async (client, { reason }, id) => {
      const { changed } = await client.request<{ changed: BlockChange }>(blocking(name), {
        input: { id, reason },
      });
      const { publisher, listings } = changed;
      const state = name === 'blockPublisher' ? 'blocked' : 'not blocked';
      return { document: changed, text: `${publisher.id} is ${state}. Listings changed: ${listings}.` };
    }),
  );
}
