import { randomUUID } from 'node:crypto';
import { send, type CommandRow, type Result } from '../command.ts';
import { listRow } from '../connection.ts';
import {
  DeleteListingDraft,
  ListingDraft,
  ListingDrafts,
  SaveListingDraft,
  type ListingDraftFieldsFragment,
} from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toFields } from '../print.ts';
import { readJsonFile } from '../read-json.ts';
import { publishDraft } from './publish-draft.ts';

const ID = ['<id>', 'the draft, as giveaways drafts list shows it'] as const;

/** The texts of a draft, with the line of text that shows each. */
const TEXTS = {
  title: 'Title',
  sourceExternalId: 'ID',
  provider: 'Provider',
  platform: 'Platform',
  worth: 'Worth',
  endDate: 'Ends',
  endZone: 'Time zone',
  regions: 'Regions',
  minimumAge: 'Minimum age',
  prizes: 'Prizes',
  kind: 'Kind',
  allocation: 'Allocation',
  landingUrl: 'Page',
  image: 'Image',
  description: 'Description',
  instructions: 'Instructions',
} as const;

/** The commands `giveaways drafts …`. */
export const DRAFT_ROWS: readonly CommandRow[] = [
  listRow({
    what: 'lists the drafts of your account, the one that was saved last first',
    document: ListingDrafts,
    page: ({ listingDrafts }) => listingDrafts,
    name: 'drafts',
    headings: ['DRAFT', 'REVISION', 'SAVED', 'OF LISTING', 'TITLE'],
    row: ({ id, revision, savedAt, listingId, texts }) => [
      id,
      String(revision),
      savedAt,
      listingId ?? '',
      texts.title ?? '',
    ],
    none: 'There are no drafts.',
  }),
  {
    name: 'show',
    what: 'shows a draft; with --json as save reads it',
    takes: [ID],
    work: async (client, _options, id = '') => show(await getDraft(client, id)),
  },
  {
    name: 'save',
    what: 'saves a draft: one that show --json has printed, or the fields of a listing as a new one',
    takes: [['<file>', 'JSON of a draft or of a listing; - reads standard input']],
    async work(client, _options, file = '') {
      const input = toInput(await readJsonFile(file));
      return show((await client.requestRepeatedly(SaveListingDraft, { input })).saveListingDraft.draft);
    },
  },
  {
    name: 'delete',
    what: 'deletes a draft; safe to repeat',
    takes: [ID],
    work: send({
      document: DeleteListingDraft,
      input: (_options, id) => ({ id }),
      show: ({ deleteListingDraft }, _options, id) => ({
        document: deleteListingDraft,
        text: `${id} is deleted.`,
      }),
      isRepeatable: true,
    }),
  },
  {
    name: 'publish',
    what: 'publishes the listing of a draft, with its picture, and deletes the draft',
    takes: [ID],
    work: async (client, _options, id = '') => publishDraft(client, await getDraft(client, id)),
  },
];

async function getDraft(client: GraphqlClient, id: string): Promise<ListingDraftFieldsFragment> {
  const { listingDraft } = await client.request(ListingDraft, { id });
  if (listingDraft !== null) return listingDraft;
  throw new Failure('NOT_FOUND', `You have no draft with the ID ${id}: see giveaways drafts list.`);
}

function show(draft: ListingDraftFieldsFragment): Result {
  const { id, revision, texts, listingId, picture, savedAt } = draft;
  const lines = Object.entries(TEXTS).map(([name, label]) => [label, texts[name as keyof typeof TEXTS]]);
  const text = toFields({
    Draft: id,
    Revision: `${revision}, saved ${savedAt}`,
    ...(listingId !== null && { 'Of listing': listingId }),
    ...(picture !== null && { Picture: picture.id }),
    ...Object.fromEntries(lines.filter(([, value]) => value !== null)),
  });
  return { document: draft, text };
}

/** A draft keeps its id and the revision that the file has, so that nothing newer is overwritten. */
function toInput(content: unknown) {
  if (!isObject(content))
    throw new Failure('INVALID_FILE', 'The file must contain a JSON object: a draft, or a listing.');
  if (!isObject(content['texts']))
    return { id: randomUUID().replaceAll('-', ''), revision: 0, texts: toTexts(content) };
  const { id, revision, texts, listingId, listingVersion, picture } = content;
  const pictureId = isObject(picture) ? picture['id'] : picture;
  return { id, revision, texts: toTexts(texts), listingId, listingVersion, picture: pictureId };
}

/** The texts among these members: a draft has texts only, the facts of a listing are some of them. */
function toTexts(source: object): Readonly<Record<string, string>> {
  const { facts, ...members } = source as Readonly<Record<string, unknown>>;
  const values: Readonly<Record<string, unknown>> = { ...members, ...(isObject(facts) && facts) };
  const named = Object.keys(TEXTS).filter((name) => values[name] != null);
  return Object.fromEntries(named.map((name) => [name, toText(name, values[name])]));
}

function toText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((entry: unknown) => toText(name, entry)).join(' ');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Failure('INVALID_FILE', `${name} must be a text.`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
