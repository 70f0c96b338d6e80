import { myListings, type OwnListingPage } from '../../../core/listings/own/my-listings.ts';
import { ownListingArguments } from '../../../core/listings/own/own-listing-query.ts';
import { publisherEndpoint, type Endpoint } from '../endpoint.ts';
import { toInputSchema, toQueryParameters } from '../openapi/input-schema.ts';
import { listingExample, sourceExternalIdParameter } from '../openapi/listing-schemas.ts';
import { schemaOf } from '../openapi/provider/operation-parts.ts';
import { toListingBody } from '../present-listing.ts';
import { handleMyListing } from './my-listing.ts';

const ofAll = publisherEndpoint({
  useCase: myListings,
  // With a sourceExternalId another use case answers; here it is only a name to correct a misspelt one to.
  query: ['sourceExternalId', 'first', 'after', 'last', 'before', 'orderBy'],
  toInput: ({ first, last, after, before, orderBy }) => ({
    first: toNumber(first),
    last: toNumber(last),
    after,
    before,
    orderBy,
  }),
  present: toListingPageBody,
  document: {
    operationId: 'myListings',
    summary: 'Read your listings',
    description:
      'With a sourceExternalId: your own listing of that ID, even if it is withdrawn; it names a legacy listing of yours only if you have no other listing with it. Without one: a page of all your listings, withdrawn ones included, newest change first. To read all of them while some change, order them by NEWEST: a listing that changes keeps its place.',
    tags: ['Listings'],
    parameters: [
      { ...sourceExternalIdParameter, required: false },
      ...toQueryParameters(toInputSchema(ownListingArguments.omit({ filter: true })).properties),
    ],
    response: {
      description: 'Your listing, or a page of your listings.',
      schema: { anyOf: [schemaOf('ListingAnswer'), schemaOf('ListingPage')] },
      example: { listing: listingExample },
    },
    errors: ['NOT_FOUND'],
  },
});

/** GET /api/v1/giveaways: one of the caller's listings, or without a sourceExternalId pages of them (decision: interface A). */
export const myListingsEndpoint: Endpoint = {
  ...ofAll,
  handle: (context, request, response) =>
    (hasId(request) ? handleMyListing : ofAll.handle)(context, request, response),
};

function hasId({ url }: { readonly url: string }): boolean {
  return url.includes('?') && new URLSearchParams(url.slice(url.indexOf('?'))).has('sourceExternalId');
}

/** A page of listings as interface A returns it. */
function toListingPageBody({ items, hasNextPage, hasPreviousPage, startCursor, endCursor }: OwnListingPage) {
  return {
    listings: items.map(toListingBody),
    pageInfo: { hasNextPage, hasPreviousPage, startCursor, endCursor },
  };
}

// The use case refuses a text that is no number.
function toNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : text;
}
