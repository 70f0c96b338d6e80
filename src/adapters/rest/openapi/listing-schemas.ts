import { statedFacts, NO_FACTS } from '../../../core/listings/facts/listing-facts.ts';
import type { Listing } from '../../../core/listings/listing.ts';
import {
  legacyListingDraft,
  LISTING_TEXTS,
  listingDraft,
  type ListingText,
} from '../../../core/listings/listing-draft.ts';
import { parseInput } from '../../../core/use-case.ts';
import { toListingBody } from '../present-listing.ts';
import { describeDefaults, toInputSchema } from './input-schema.ts';
import type { JsonSchema, Parameter } from './openapi.ts';
import { exactly, schemaOf } from './provider/operation-parts.ts';

const { properties: facts } = toInputSchema(statedFacts);
/** The facts of a listing in a response: all of them, with null where nothing is stated. */
export const factSchemas: Readonly<Record<string, JsonSchema>> = {
  ...facts,
  regions: { ...facts['regions'], type: 'array' },
};

/** The input of a publisher: a full listing. */
export const listingDraftSchema = describeDefaults(toInputSchema(listingDraft));
/** The same with the field names of the legacy endpoint. */
export const legacyListingDraftSchema = describeDefaults(toInputSchema(legacyListingDraft));

/** A listing as a publisher may send it. */
export const listingDraftExample = {
  sourceExternalId: 'summer-2027',
  title: 'Ten copies of Lantern Road',
  description: 'Free to enter, one entry each, worldwide. Winners are drawn the day after the end.',
  landingUrl: 'https://publisher.example/giveaways/summer-2027',
  provider: 'Publisher Example',
  image: 'https://publisher.example/images/lantern-road.png',
  platform: 'steam',
  worth: '€19.99',
  endDate: '2027-08-31T18:00:00Z',
};

const {
  description: idDescription,
  examples: _examples,
  ...idSchema
} = listingDraftSchema.properties['sourceExternalId'] ?? {};
/** The ID of a listing in a query. */
export const sourceExternalIdParameter: Parameter = {
  name: 'sourceExternalId',
  in: 'query',
  description: `${String(idDescription)} URL-encoded, and given once.`,
  required: true,
  schema: idSchema,
  example: listingDraftExample.sourceExternalId,
};

const {
  sourceExternalId,
  landingUrl,
  provider: _provider,
  endDate: _endDate,
  ...shared
} = listingDraftExample;
/** The same listing for the legacy endpoint. */
export const legacyListingDraftExample = {
  externalId: sourceExternalId,
  url: landingUrl,
  ...shared,
  endDate: '2027-08-31 18:00:00',
};

const instant = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description,
});

const textFields = Object.fromEntries(LISTING_TEXTS.map((name) => [name, returned(name)])) as Record<
  ListingText,
  JsonSchema
>;
const fields: Readonly<Record<keyof ReturnType<typeof toListingBody>, JsonSchema>> = {
  id: {
    type: 'string',
    pattern: '^lst_[0-9a-f]{32}$',
    description: 'The id of the listing in this service.',
  },
  sourceExternalId: returned('sourceExternalId'),
  ...textFields,
  endDate: {
    type: 'string',
    pattern: '^(N/A|\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z)$',
    description: 'When it ends (UTC); N/A if no end is known.',
  },
  verified: { type: 'boolean', description: 'The badge that only the operator awards.' },
  status: { type: 'string', enum: ['published', 'withdrawn'], description: 'Whether it is in the feed.' },
  createdAt: instant('When it was first published.'),
  updatedAt: instant('When it last changed.'),
};

/** A listing as these endpoints return it (interface 2.1). */
export const listingSchema: JsonSchema = {
  type: 'object',
  properties: fields,
  required: Object.keys(fields),
  additionalProperties: false,
};

const cursor: JsonSchema = { type: ['string', 'null'], description: 'Null on an empty page.' };

/** The responses with listings, and with a withdrawn one, by the names of their schemas. */
export const LISTING_ANSWERS: Readonly<Record<string, JsonSchema>> = {
  ListingAnswer: exactly({ listing: schemaOf('Listing') }),
  ListingPage: exactly({
    listings: { type: 'array', items: schemaOf('Listing') },
    pageInfo: exactly({
      hasNextPage: { type: 'boolean' },
      hasPreviousPage: { type: 'boolean' },
      startCursor: cursor,
      endCursor: { ...cursor, description: 'Send it as `after` for the next page; null on an empty page.' },
    }),
  }),
  WithdrawnListing: {
    ...exactly({
      id: { ...fields.id, description: 'The listing that is withdrawn; absent if you have none of this ID.' },
      sourceExternalId: { type: 'string', description: 'The requested ID.' },
      status: { type: 'string', const: 'withdrawn' },
    }),
    required: ['sourceExternalId', 'status'],
  },
};

const stored: Listing = {
  ...parseInput(listingDraft, listingDraftExample),
  id: 'lst_019a9f0c5d3e7b1f2a4c6d8e9f0a1b2c',
  namespace: 'account:acc_019a9f0b11aa22bb33cc44dd55ee66ff',
  publisherId: 'pub_019a9f0b11aa22bb33cc44dd55ee6700',
  facts: NO_FACTS,
  verified: false,
  status: 'published',
  hiddenReason: null,
  uploadedPicture: null,
  picture: null,
  createdAt: new Date('2027-06-01T09:30:00.000Z'),
  updatedAt: new Date('2027-06-01T09:30:00.000Z'),
};
/** The response to the listing of `listingDraftExample`. */
export const listingExample = toListingBody(stored);
/** The response to the listing of `legacyListingDraftExample`. */
export const legacyListingExample = toListingBody({
  ...stored,
  ...parseInput(legacyListingDraft, legacyListingDraftExample),
  namespace: 'legacy',
});

/** A field of a response: the limits of the input, with the default filled in. */
function returned(name: string): JsonSchema {
  const {
    type: _type,
    default: _default,
    format: _format,
    ...limits
  } = toInputSchema(listingDraft).properties[name] ?? {};
  return { type: 'string', ...limits };
}
