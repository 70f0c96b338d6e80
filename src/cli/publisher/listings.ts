import type { Command } from 'commander';
import { act, toWholeNumber } from '../command.ts';
import { Failure } from '../failure.ts';
import { describeListing, LISTING_FIELDS, type ListingNode } from './listing.ts';
import { addPublish } from './publish.ts';
import { toTable } from '../print.ts';

const GET = `query ($id: String!) { myListing(sourceExternalId: $id) { ${LISTING_FIELDS} } }`;
const LIST = `query ($first: Int, $after: String) {
  myListings(first: $first, after: $after) {
    edges { node { ${LISTING_FIELDS} } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const WITHDRAW = `mutation ($input: WithdrawListingInput!) {
  withdrawListing(input: $input) { sourceExternalId status }
}`;
const VERIFY = `mutation ($input: VerifyListingInput!) {
  changed: verifyListing(input: $input) { listing { ${LISTING_FIELDS} } }
}`;
const UNVERIFY = `mutation ($input: UnverifyListingInput!) {
  changed: unverifyListing(input: $input) { listing { ${LISTING_FIELDS} } }
}`;

const HEADINGS = ['ID', 'STATUS', 'UPDATED', 'TITLE'];

interface OwnPage {
  readonly edges: readonly { readonly node: ListingNode }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** giveaways listings publish, get, list, withdraw, verify, unverify; answers the group. */
export function addListings(program: Command): Command {
  const listings = program.command('listings').description('listings: your own, or all for the operator');
  addPublish(listings);
  listings
    .command('get')
    .description('shows your listing, also when it is withdrawn')
    .argument('<id>', 'your own ID of the giveaway (sourceExternalId)')
    .action(
      act(async (client, _options, id = '') => {
        const { myListing } = await client.request<{ myListing: ListingNode | null }>(GET, { id });
        if (myListing === null) {
          throw new Failure('NOT_FOUND', `You have no listing of the ID ${id}: see giveaways listings list.`);
        }
        return { document: myListing, text: describeListing(myListing) };
      }),
    );
  listings
    .command('list')
    .description('lists your listings, withdrawn ones included, newest change first')
    .option('--first <count>', 'how many, at most 100', toWholeNumber)
    .option('--after <cursor>', 'only what follows this cursor')
    .action(
      act(async (client, { first, after }) => {
        const { myListings } = await client.request<{ myListings: OwnPage }>(LIST, { first, after });
        const own = myListings.edges.map(({ node }) => node);
        const rows = own.map(({ sourceExternalId, status, updatedAt, title }) => [
          sourceExternalId,
          status.toLowerCase(),
          updatedAt,
          title,
        ]);
        const { hasNextPage, endCursor } = myListings.pageInfo;
        const more = hasNextPage ? `\n\nMore: --after ${endCursor}` : '';
        return {
          document: { listings: own, pageInfo: myListings.pageInfo },
          text: rows.length === 0 ? 'There are no listings.' : `${toTable(HEADINGS, rows)}${more}`,
        };
      }),
    );
  listings
    .command('withdraw')
    .description('withdraws your listing; a repeat is safe')
    .argument('<id>', 'your own ID of the giveaway (sourceExternalId)')
    .action(
      act(async (client, _options, id) => {
        const { withdrawListing } = await client.request<{
          withdrawListing: { sourceExternalId: string; status: string };
        }>(WITHDRAW, { input: { sourceExternalId: id } });
        return { document: withdrawListing, text: `${id} is withdrawn.` };
      }),
    );
  addVerification(listings, 'verify', 'awards the verified badge (operator)', VERIFY);
  addVerification(listings, 'unverify', 'takes the verified badge away (operator)', UNVERIFY);
  return listings;
}

function addVerification(listings: Command, name: string, description: string, document: string): void {
  listings
    .command(name)
    .description(description)
    .argument('<id>', 'the listing, such as lst_…')
    .action(
      act(async (client, _options, id) => {
        const { changed } = await client.request<{ changed: { listing: ListingNode } }>(document, {
          input: { id },
        });
        return { document: changed.listing, text: describeListing(changed.listing) };
      }),
    );
}
