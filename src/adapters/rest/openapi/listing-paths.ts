import { listingDraft } from '../../../core/listings/listing-draft.ts';
import { pageInput } from '../../../core/values/paging.ts';
import { describeLimit, PUBLISHER_BODY_LIMIT } from '../body-limits.ts';
import { errors } from './error-responses.ts';
import { toQueryParameters } from './feed-paths.ts';
import { toInputSchema } from './input-schema.ts';
import {
  legacyListingDraftExample,
  legacyListingExample,
  listingDraftExample,
  listingExample,
} from './listing-schemas.ts';
import type { Parameter, PathItem } from './openapi.ts';
import { jsonBody, publisherAnswer, PUBLISHERS, schemaOf } from './provider/operation-parts.ts';

const ALWAYS = [
  'INVALID_PAYLOAD',
  'UNAUTHENTICATED',
  'UNAUTHORIZED',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'INTERNAL',
  'SERVICE_UNAVAILABLE',
] as const;
const WITH_BODY = [...ALWAYS, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

const listingAnswer = schemaOf('ListingAnswer');
const { properties: pageProperties } = toInputSchema(pageInput);
const {
  description: idDescription,
  examples: _examples,
  ...idSchema
} = toInputSchema(listingDraft).properties['sourceExternalId'] ?? {};
const sourceExternalId: Parameter = {
  name: 'sourceExternalId',
  in: 'query',
  description: `${String(idDescription)} URL-encoded, and given once.`,
  required: true,
  schema: idSchema,
  example: listingDraftExample.sourceExternalId,
};

/** The endpoints of publishers (interface 4.1). */
export const LISTING_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/v1/giveaways': {
    post: {
      operationId: 'publishListing',
      summary: 'Publish or replace a listing',
      description:
        'Publishes a listing, or replaces your listing with the same sourceExternalId. A request is a full listing: omitted optional fields are reset to their defaults.',
      tags: ['Listings'],
      security: PUBLISHERS,
      requestBody: jsonBody(
        describeLimit(PUBLISHER_BODY_LIMIT),
        schemaOf('ListingDraft'),
        listingDraftExample,
      ),
      responses: {
        200: publisherAnswer('The listing as it is now published.', listingAnswer, {
          listing: listingExample,
        }),
        ...errors(...WITH_BODY),
      },
    },
    get: {
      operationId: 'myListings',
      summary: 'Read your listings',
      description:
        'With a sourceExternalId: your own listing of that ID, even if it is withdrawn; it names a legacy listing of yours only if you have no other listing with it. Without one: a page of all your listings, withdrawn ones included, newest change first.',
      tags: ['Listings'],
      security: PUBLISHERS,
      parameters: [{ ...sourceExternalId, required: false }, ...toQueryParameters(pageProperties)],
      responses: {
        200: publisherAnswer(
          'Your listing, or a page of your listings.',
          { anyOf: [listingAnswer, schemaOf('ListingPage')] },
          { listing: listingExample },
        ),
        ...errors(...ALWAYS, 'NOT_FOUND'),
      },
    },
    delete: {
      operationId: 'withdrawListing',
      summary: 'Withdraw a listing',
      description:
        'Removes your listing from the feed. The ID names a legacy listing of yours only if you have no other listing with it; the answer has the id of the listing that is withdrawn. Safe to repeat, also for an ID that you never published.',
      tags: ['Listings'],
      security: PUBLISHERS,
      parameters: [sourceExternalId],
      responses: {
        200: publisherAnswer('You have no listing with this ID in the feed.', schemaOf('WithdrawnListing'), {
          id: listingExample.id,
          sourceExternalId: listingExample.sourceExternalId,
          status: 'withdrawn',
        }),
        ...errors(...ALWAYS),
      },
    },
  },
  '/api/integrations/publish-giveaway': {
    post: {
      operationId: 'publishLegacyListing',
      summary: 'Publish or replace a legacy listing',
      description:
        'The legacy endpoint: one namespace for all publishers, where each record belongs to the publisher that created it. Requests for a record without an owner get 409 until the operator assigns it. New integrations use /api/v1/giveaways.',
      tags: ['Legacy'],
      security: PUBLISHERS,
      requestBody: jsonBody(
        describeLimit(PUBLISHER_BODY_LIMIT),
        schemaOf('LegacyListingDraft'),
        legacyListingDraftExample,
      ),
      responses: {
        200: publisherAnswer('The listing as it is now published.', listingAnswer, {
          listing: legacyListingExample,
        }),
        ...errors(...WITH_BODY, 'LISTING_UNOWNED'),
      },
    },
  },
};
