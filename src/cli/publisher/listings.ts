import type { Command } from 'commander';
import { act } from '../command.ts';
import { addList } from '../connection.ts';
import {
  OwnListing,
  OwnListings,
  UnverifyListing,
  VerifyListing,
  WithdrawListing,
  type Document,
  type VerifyListingMutation,
} from '../documents/generated.ts';
import { Failure } from '../failure.ts';
import { describeListing } from './listing.ts';
import { addPublish } from './publish-listing.ts';

/** giveaways listings publish, get, list, withdraw, verify, unverify; returns the group for more commands. */
export function addListings(program: Command): Command {
  const listings = program.command('listings').description('listings: your own, or as the operator all');
  addPublish(listings);
  listings
    .command('get')
    .description('shows your listing, published or withdrawn')
    .argument('<id>', OWN_ID)
    .action(
      act(async (client, _options, id = '') => {
        const { myListing } = await client.request(OwnListing, toReference(id));
        if (myListing === null) {
          throw new Failure(
            'NOT_FOUND',
            `You have no listing with the ID ${id}: see giveaways listings list.`,
          );
        }
        return { document: myListing, text: describeListing(myListing) };
      }),
    );
  addList(
    listings
      .command('list')
      .description('lists your listings, including withdrawn ones, newest change first'),
    {
      document: OwnListings,
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
    },
  );
  listings
    .command('withdraw')
    .description('withdraws your listing; safe to repeat')
    .argument('<id>', OWN_ID)
    .action(
      act(async (client, _options, id = '') => {
        const { withdrawListing } = await client.request(WithdrawListing, { input: toReference(id) });
        return { document: withdrawListing, text: `${id} is withdrawn.` };
      }),
    );
  addVerification(listings, 'verify', 'awards the verified badge (operator)', VerifyListing).requiredOption(
    '--updated-at <instant>',
    'its updatedAt when you checked it: a listing that was updated since gets no badge',
  );
  addVerification(listings, 'unverify', 'removes the verified badge (operator)', UnverifyListing);
  return listings;
}

const OWN_ID = 'the listing, such as lst_…, or your own ID of the giveaway (sourceExternalId)';

function toReference(id: string): { readonly id: string } | { readonly sourceExternalId: string } {
  return /^lst_[0-9a-f]{32}$/.test(id) ? { id } : { sourceExternalId: id };
}

function addVerification(
  listings: Command,
  name: string,
  description: string,
  document: Document<VerifyListingMutation, never>,
): Command {
  return listings
    .command(name)
    .description(description)
    .argument('<id>', 'the listing, such as lst_…')
    .action(
      act(async (client, { updatedAt }, id) => {
        const { changed } = await client.request(document, {
          input: { id, expectedUpdatedAt: updatedAt },
        });
        return { document: changed.listing, text: describeListing(changed.listing) };
      }),
    );
}
