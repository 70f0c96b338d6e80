import type { Command } from 'commander';
import { act } from '../command.ts';
import { AFTER, FIRST, nodesOf, presentPage, selectPage, type Connection } from '../connection.ts';
import { Failure } from '../failure.ts';
import { describeListing, LISTING_FIELDS, type ListingNode } from './listing.ts';
import { addPublish } from './publish-listing.ts';

const GET = `query ($id: ID, $sourceExternalId: String) {
  myListing(id: $id, sourceExternalId: $sourceExternalId) { ${LISTING_FIELDS} }
}`;
const LIST = `query ($first: Int, $after: String) {
  myListings(first: $first, after: $after) {
    ${selectPage(LISTING_FIELDS)}
  }
}`;
const WITHDRAW = `mutation ($input: WithdrawListingInput!) {
  withdrawListing(input: $input) { id sourceExternalId status }
}`;
const VERIFY = `mutation ($input: VerifyListingInput!) {
  changed: verifyListing(input: $input) { listing { ${LISTING_FIELDS} } }
}`;
const UNVERIFY = `mutation ($input: UnverifyListingInput!) {
  changed: unverifyListing(input: $input) { listing { ${LISTING_FIELDS} } }
}`;

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
        const { myListing } = await client.request<{ myListing: ListingNode | null }>(GET, toReference(id));
        if (myListing === null) {
          throw new Failure(
            'NOT_FOUND',
            `You have no listing with the ID ${id}: see giveaways listings list.`,
          );
        }
        return { document: myListing, text: describeListing(myListing) };
      }),
    );
  listings
    .command('list')
    .description('lists your listings, including withdrawn ones, newest change first')
    .addOption(FIRST)
    .addOption(AFTER)
    .action(
      act(async (client, { first, after }) => {
        const { myListings } = await client.request<{ myListings: Connection<ListingNode> }>(LIST, {
          first,
          after,
        });
        const own = nodesOf(myListings);
        const rows = own.map(({ id, sourceExternalId, status, updatedAt, title }) => [
          id,
          sourceExternalId,
          status.toLowerCase(),
          updatedAt,
          title,
        ]);
        return presentPage(
          { listings: own, pageInfo: myListings.pageInfo },
          { headings: ['LISTING', 'ID', 'STATUS', 'UPDATED', 'TITLE'], rows, none: 'There are no listings.' },
        );
      }),
    );
  listings
    .command('withdraw')
    .description('withdraws your listing; safe to repeat')
    .argument('<id>', OWN_ID)
    .action(
      act(async (client, _options, id = '') => {
        const { withdrawListing } = await client.request<{
          withdrawListing: { id: string | null; sourceExternalId: string; status: string };
        }>(WITHDRAW, { input: toReference(id) });
        return { document: withdrawListing, text: `${id} is withdrawn.` };
      }),
    );
  addVerification(listings, 'verify', 'awards the verified badge (operator)', VERIFY).requiredOption(
    '--updated-at <instant>',
    'its updatedAt when you checked it: a listing that was updated since gets no badge',
  );
  addVerification(listings, 'unverify', 'removes the verified badge (operator)', UNVERIFY);
  return listings;
}

const OWN_ID = 'the listing, such as lst_…, or your own ID of the giveaway (sourceExternalId)';

function toReference(id: string): { readonly id: string } | { readonly sourceExternalId: string } {
  return /^lst_[0-9a-f]{32}$/.test(id) ? { id } : { sourceExternalId: id };
}

function addVerification(listings: Command, name: string, description: string, document: string): Command {
  return listings
    .command(name)
    .description(description)
    .argument('<id>', 'the listing, such as lst_…')
    .action(
      act(async (client, { updatedAt }, id) => {
        const { changed } = await client.request<{ changed: { listing: ListingNode } }>(document, {
          input: { id, expectedUpdatedAt: updatedAt },
        });
        return { document: changed.listing, text: describeListing(changed.listing) };
      }),
    );
}
