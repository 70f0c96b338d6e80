import { LISTING_EVENT, WEBHOOK_EVENTS, type WebhookEventType } from '../../../core/webhooks/webhook.ts';
import { toShownPicture } from '../../../core/pictures/picture.ts';
import { factSchemas, listingDraftExample, listingSchema } from './listing-schemas.ts';
import type { JsonSchema, Parameter, PathItem } from './openapi.ts';
import { EVERYBODY, exactly, jsonBody, schemaOf } from './provider/operation-parts.ts';
import { providerErrorSchema } from './provider/provider-errors.ts';
import { DONE } from './provider/provider-parts.ts';
import { RESULT_FIELDS } from './provider/provider-fields.ts';

const instant: JsonSchema = { type: 'string', format: 'date-time' };
const wallet: JsonSchema = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', description: 'EIP-55.' };
const roundOf: Readonly<Record<string, JsonSchema>> = {
  roundId: { type: 'string', description: 'The id of the round, as in GraphQL.' },
  giveawayId: { type: 'string', description: "The provider's own identifier of the giveaway." },
  roundIndex: { type: 'integer', minimum: 0 },
};
const ROUND = {
  roundId: `rnd_${'1f'.repeat(32)}_0`,
  giveawayId: 'summer-2027',
  roundIndex: 0,
};

const operationData = exactly({
  sequence: {
    type: 'integer',
    minimum: 1,
    description:
      'Counts the events of the operation from 1. Ignore a message whose number is lower than that of a message received before.',
  },
  operation: { ...schemaOf('EventOperation') },
  result: { type: 'object', properties: RESULT_FIELDS },
  endpoint: { type: ['string', 'null'], description: 'The requested operation, such as issue-entries.' },
});
const { error: errorSchema } = providerErrorSchema['properties'] as { readonly error: JsonSchema };

const entriesOf = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });

const {
  status: _status,
  endDate: _endDate,
  ...listingFields
} = listingSchema['properties'] as Readonly<Record<string, JsonSchema>>;
const publisher = exactly({
  id: { type: 'string' },
  name: { type: ['string', 'null'], description: 'The name that it shows.' },
});
const path: JsonSchema = { type: 'string', description: 'The path of a WebP file below the public URL.' };
const picture = exactly({
  id: { type: 'string' },
  width: { type: 'integer', description: 'Of the large size, in pixels.' },
  height: { type: 'integer' },
  small: path,
  medium: path,
  large: path,
});

/** The schemas of the messages, by name. */
export const WEBHOOK_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  EventOperation: exactly({
    id: { type: 'string' },
    status: { type: 'string', enum: ['QUEUED', 'SENT', 'MINED', 'CONFIRMED', 'FINALIZED', 'FAILED'] },
    transactionHash: { type: ['string', 'null'] },
    blockNumber: { type: ['integer', 'null'] },
    confirmations: { type: 'integer', minimum: 0 },
  }),
  OperationEvent: eventOf(operationData, 'operation.confirmed', 'operation.reorged'),
  FailedOperationEvent: eventOf(
    exactly({ ...(operationData['properties'] as Record<string, JsonSchema>), error: errorSchema }),
    'operation.failed',
  ),
  RoundClosedEvent: eventOf(
    exactly({
      ...roundOf,
      state: { type: 'string', enum: ['CLOSED', 'VOID'], description: 'VOID: closed without entries.' },
      opensAt: instant,
      closesAt: { ...instant, type: ['string', 'null'] },
      entriesCounted: entriesOf('The entries that count for its winner.'),
      entriesIssued: entriesOf(
        'The entries issued in the round itself, less those of them that were removed until it closed.',
      ),
      entriesTotal: { ...entriesOf('The same as entriesCounted: use that.'), deprecated: true },
    }),
    'round.closed',
  ),
  RoundDecidedEvent: eventOf(
    exactly({
      ...roundOf,
      passportId: { type: 'integer', minimum: 1 },
      ownerWallet: wallet,
      decidedAt: instant,
      blockNumber: { type: 'integer', minimum: 0 },
      transactionHash: { type: 'string' },
    }),
    'round.decided',
  ),
  RoundVoidedEvent: eventOf(
    exactly({
      ...roundOf,
      voidedAt: instant,
      blockNumber: { type: 'integer', minimum: 0 },
      transactionHash: { type: 'string' },
    }),
    'round.voided',
  ),
  ListingPublishedEvent: eventOf(
    exactly({
      listing: exactly({
        ...listingFields,
        facts: exactly(factSchemas),
        picture: {
          ...picture,
          type: ['object', 'null'],
          description: 'The picture that this service has of it; null for none.',
        },
        endDate: { ...instant, type: ['string', 'null'], description: 'Null if no end is known.' },
        publisher: {
          ...publisher,
          type: ['object', 'null'],
          description: 'Null for an imported listing without an owner.',
        },
      }),
    }),
    LISTING_EVENT,
  ),
};

const operation = {
  sequence: 1,
  operation: DONE,
  result: { giveawayId: 'summer-2027', passportId: 7, amount: 5, roundIndex: 0 },
  endpoint: 'issue-entries',
};
const EVENTS: Readonly<
  Record<WebhookEventType, { readonly schema: string; readonly summary: string; readonly data: object }>
> = {
  'operation.confirmed': { schema: 'OperationEvent', summary: 'An operation took effect', data: operation },
  'operation.failed': {
    schema: 'FailedOperationEvent',
    summary: 'The contracts refused an operation',
    data: {
      ...operation,
      operation: { ...DONE, status: 'FAILED' },
      error: {
        code: 'CONTRACT_REVERT',
        message: 'No round of the giveaway is open now.',
        retryable: false,
        recommendedAction: 'Correct the request, or check the giveaway and the passport.',
        reason: 'ROUND_NOT_ACTIVE',
      },
    },
  },
  'operation.reorged': {
    schema: 'OperationEvent',
    summary: 'A reorganisation reverted the outcome of an operation',
    data: {
      ...operation,
      sequence: 2,
      operation: { ...DONE, status: 'SENT', blockNumber: null, confirmations: 0 },
    },
  },
  'round.closed': {
    schema: 'RoundClosedEvent',
    summary: 'A round closed',
    data: {
      ...ROUND,
      state: 'CLOSED',
      opensAt: '2027-06-03T05:20:00.000Z',
      closesAt: '2027-07-03T05:20:00.000Z',
      entriesCounted: 10,
      entriesIssued: 10,
      entriesTotal: 10,
    },
  },
  'round.decided': {
    schema: 'RoundDecidedEvent',
    summary: 'A winner was drawn or declared',
    data: {
      ...ROUND,
      passportId: 7,
      ownerWallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      decidedAt: '2027-07-03T05:22:00.000Z',
      blockNumber: 8_123_456,
      transactionHash: DONE.transactionHash,
    },
  },
  'round.voided': {
    schema: 'RoundVoidedEvent',
    summary: 'A round was marked void because its beacon stayed silent',
    data: {
      ...ROUND,
      voidedAt: '2027-08-02T05:35:00.000Z',
      blockNumber: 8_345_678,
      transactionHash: DONE.transactionHash,
    },
  },
  'listing.published': {
    schema: 'ListingPublishedEvent',
    summary: 'A listing began to match the filter that a webhook follows',
    data: {
      listing: {
        id: 'lst_019a9f0c5d3e7b1f2a4c6d8e9f0a1b2c',
        ...listingDraftExample,
        instructions: 'Follow the link to enter.',
        endDate: '2027-08-31T18:00:00.000Z',
        facts: { regions: ['AT', 'DE'], minimumAge: 18, prizes: 10, kind: 'PRIZE', allocation: 'DRAW' },
        picture: toShownPicture(`${'5f'.repeat(32)}-1280x853`),
        verified: false,
        createdAt: '2027-07-03T05:22:01.120Z',
        updatedAt: '2027-07-03T05:22:01.120Z',
        publisher: {
          id: 'pub_019a9f0b11aa22bb33cc44dd55ee6700',
          name: 'Publisher Example',
        },
      },
    },
  },
};

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  description,
  required: true,
  schema: { type: 'string' },
  example,
});
const HEADERS = [
  header('webhook-id', 'The id of the message, the same in every attempt.', 'msg_019a9f0c5d3e7b1f'),
  header('webhook-timestamp', 'The time of this attempt in Unix seconds.', '1814592120'),
  header('webhook-signature', 'Signatures of the message (Standard Webhooks 1.0).', 'v1,c2lnbmF0dXJl'),
];

/** The messages that webhooks receive, by the types of their events. */
export const WEBHOOKS: Readonly<Record<string, PathItem>> = Object.fromEntries(
  ([...WEBHOOK_EVENTS, LISTING_EVENT] as const).map((type) => [type, { post: receive(type) }]),
);

function receive(type: WebhookEventType) {
  const { schema, summary, data } = EVENTS[type];
  const example = { type, timestamp: '2027-07-03T05:22:01.120Z', data };
  return {
    operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    description:
      'The service sends this to the URL of a webhook. Verify the signature, answer with 2xx within ten seconds, and do the work afterwards. A message can arrive more than once, and messages can arrive out of order.',
    tags: ['Webhooks'],
    security: EVERYBODY,
    parameters: HEADERS,
    requestBody: jsonBody('The event.', schemaOf(schema), example),
    responses: {
      '2XX': { description: 'The message was received.' },
      410: { description: 'Nothing more is sent to this webhook.' },
    },
  };
}

function eventOf(data: JsonSchema, ...types: WebhookEventType[]): JsonSchema {
  return exactly({
    type: { type: 'string', enum: types },
    timestamp: { ...instant, description: 'When it happened.' },
    data,
  });
}
