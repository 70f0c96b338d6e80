import { Option } from 'commander';
import { send, type CommandRow } from '../command.ts';
import {
  AssignLegacyListing,
  ImportLegacyListings,
  type ImportLegacyListingsMutation,
} from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { describeListing, DRAFT_MEMBERS, type DraftMember } from './listing.ts';
import { showProgress } from '../progress.ts';
import { readJsonFile } from '../read-json.ts';

/** The limits of one request; the API accepts a few more bytes than these. */
const MAX_LISTINGS = 100;
const MAX_BYTES = 900_000;
/** The legacy endpoint's own names of two members; legacy listings have no provider. */
const LEGACY_NAMES: Partial<Record<DraftMember, string>> = {
  sourceExternalId: 'externalId',
  landingUrl: 'url',
};
const MEMBERS = DRAFT_MEMBERS.filter((name) => name !== 'provider').map((name) => LEGACY_NAMES[name] ?? name);

export const LEGACY_LISTING_ROWS: readonly CommandRow[] = [
  {
    name: 'assign-legacy',
    what: 'assigns an unowned legacy listing to a publisher (operator)',
    takes: [['<external-id>', 'the ID of the legacy listing']],
    options: [
      new Option('--account <email>', 'the new owner, an account by its e-mail address'),
      new Option('--namespace <namespace>', 'the new owner, a service client: client:<issuer>#<client id>'),
    ],
    work: send({
      document: AssignLegacyListing,
      input: ({ account, namespace }, externalId) => ({ externalId, account, namespace }),
      show: ({ changed: { listing } }) => ({ document: listing, text: describeListing(listing) }),
    }),
  },
  {
    name: 'import-legacy',
    what: 'imports unowned legacy listings; existing ones are not changed (operator)',
    takes: [['<file>', 'JSON array of legacy listings; - reads standard input']],
    async work(client, _options, file = '') {
      const content = await readJsonFile(file);
      if (!Array.isArray(content))
        throw new Failure('INVALID_FILE', 'The file must contain a JSON array of legacy listings.');
      const { imported, skipped } = await importAll(client, content.map(toDraft));
      return {
        document: { imported, skipped },
        text: `Imported ${imported} legacy listings; ${skipped} existed already and were not changed.`,
      };
    },
  },
];

async function importAll(
  client: GraphqlClient,
  drafts: readonly object[],
): Promise<ImportLegacyListingsMutation['importLegacyListings']> {
  const total = { imported: 0, skipped: 0 };
  let first = 1;
  for (const listings of batches(drafts)) {
    try {
      const { importLegacyListings } = await client.request(ImportLegacyListings, {
        input: { listings },
      });
      total.imported += importLegacyListings.imported;
      total.skipped += importLegacyListings.skipped;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const where = `Entries ${first} to ${first + listings.length - 1} of the file were not imported`;
      throw new Failure(error.code, `${where}: ${error.message}`, {
        ...error.facts,
        ...total,
        firstEntry: first,
      });
    }
    first += listings.length;
    showProgress(`Imported ${first - 1} of ${drafts.length} listings`);
  }
  return total;
}

/** Splits a list into requests within the limits of the API. */
export function batches<Item>(items: readonly Item[]): Item[][] {
  const result: Item[][] = [];
  let bytes = MAX_BYTES;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    const last = result.at(-1);
    if (last === undefined || last.length === MAX_LISTINGS || bytes + size > MAX_BYTES) {
      result.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return result;
}

/** Only the members of a legacy listing, because old records may have others. */
function toDraft(content: unknown, index: number): object {
  if (typeof content !== 'object' || content === null) {
    throw new Failure('INVALID_FILE', `Entry ${index + 1} of the file is not a JSON object.`);
  }
  return Object.fromEntries(Object.entries(content).filter(([name]) => MEMBERS.includes(name)));
}
