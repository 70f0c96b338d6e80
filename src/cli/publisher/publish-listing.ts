import { Option } from 'commander';
import type { CommandRow, Result } from '../command.ts';
import { PublishListing, type ListingFieldsFragment } from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { FACT_OPTIONS, toFacts } from './facts.ts';
import {
  describeListing,
  DRAFT_MEMBERS,
  DRAFT_OPTIONS,
  REQUIRED_TEXTS,
  toSentEnd,
  type DraftMember,
} from './listing.ts';
import { printable } from '../print.ts';
import { showProgress } from '../progress.ts';
import { readJsonFile } from '../read-json.ts';

type Draft = Partial<Record<DraftMember | 'facts', unknown>>;

export const PUBLISH: CommandRow = {
  name: 'publish',
  what: 'publishes listings; a listing with the same ID is replaced',
  takes: [['[file]', 'JSON of a listing, or of an array of them; - reads standard input']],
  options: [...Object.values(DRAFT_OPTIONS).map(([flags, what]) => new Option(flags, what)), ...FACT_OPTIONS],
  async work(client, options, file) {
    const optionFields = fromOptions(options);
    if (file === undefined) return publishOne(client, optionFields);
    const content = await readJsonFile(file);
    if (!Array.isArray(content)) return publishOne(client, { ...toDraft(content), ...optionFields });
    return publishAll(
      client,
      content.map((entry: unknown) => ({ ...toDraft(entry), ...optionFields })),
    );
  },
};

async function publishOne(client: GraphqlClient, input: Draft): Promise<Result> {
  const listing = await send(client, input);
  return { document: listing, text: describeListing(listing) };
}

/** Publishes the listings one after another; an invalid one is reported, and the others are still published. */
async function publishAll(client: GraphqlClient, drafts: readonly Draft[]): Promise<Result> {
  const listings: ListingFieldsFragment[] = [];
  const failed: { sourceExternalId: unknown; error: { code: string; message: string } }[] = [];
  for (const draft of drafts) {
    try {
      listings.push(await send(client, draft));
      showProgress(`Published ${listings.length} of ${drafts.length} listings`);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'INVALID_PAYLOAD') throw error;
      const { code, message, facts } = error;
      failed.push({ sourceExternalId: draft.sourceExternalId, error: { code, message, ...facts } });
    }
  }
  const complaints = failed.map(
    ({ sourceExternalId, error }) => `${printable(String(sourceExternalId))}: ${printable(error.message)}`,
  );
  return {
    document: { published: listings.length, listings, failed },
    text: [`Published ${listings.length} of ${drafts.length} listings.`, ...complaints].join('\n'),
    failed: failed.length > 0,
  };
}

async function send(client: GraphqlClient, input: Draft): Promise<ListingFieldsFragment> {
  const { publishListing } = await client.request(PublishListing, { input: { ...REQUIRED_TEXTS, ...input } });
  return publishListing.listing;
}

function fromOptions(options: Readonly<Record<string, unknown>>): Draft {
  return pickMembers({ ...options, sourceExternalId: options['id'], facts: toFacts(options) });
}

/** Only the members that a publisher sends, so that a listing from the API can be edited and published again. */
function toDraft(content: unknown): Draft {
  if (typeof content !== 'object' || content === null) {
    throw new Failure(
      'INVALID_FILE',
      'The file must contain a JSON object with the fields of a listing, or an array of them.',
    );
  }
  const draft = pickMembers(content);
  if (typeof draft.endDate === 'string') draft.endDate = toSentEnd(draft.endDate);
  return draft;
}

function pickMembers(source: Draft): Draft {
  return Object.fromEntries(
    [...DRAFT_MEMBERS, 'facts' as const]
      .filter((name) => source[name] !== undefined)
      .map((name) => [name, source[name]]),
  );
}
