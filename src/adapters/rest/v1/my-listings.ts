import type { RequestHandler } from 'express';
import { myListings, OWN_ORDER } from '../../../core/listings/my-listings.ts';
import type { Listing } from '../../../core/listings/listing.ts';
import { toCursor, type Page } from '../../../core/values/paging.ts';
import { endpoint, type RestContext } from '../endpoint.ts';
import { toListingBody } from '../present-listing.ts';
import { readQuery } from '../query.ts';

// With a sourceExternalId another endpoint answers; here it is only a name to correct a misspelt one to.
const PARAMETERS = ['sourceExternalId', 'first', 'after', 'last', 'before'];

/** GET /api/v1/giveaways without a sourceExternalId: pages of the caller's listings (decision: interface A). */
export function myListingsEndpoint(context: RestContext): RequestHandler {
  return endpoint(context, {
    useCase: myListings,
    readInput: (_context, request) => {
      const { first, last, after, before } = readQuery(request, PARAMETERS);
      return { first: toNumber(first), last: toNumber(last), after, before };
    },
    present: toListingPageBody,
  });
}

/** A page of listings as interface A returns it. */
function toListingPageBody({ items, hasNextPage, hasPreviousPage }: Page<Listing>) {
  return {
    listings: items.map(toListingBody),
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: cursorOf(items[0]),
      endCursor: cursorOf(items.at(-1)),
    },
  };
}

function cursorOf(listing: Listing | undefined): string | null {
  return listing ? toCursor(OWN_ORDER, listing.updatedAt.toISOString(), listing.id) : null;
}

// The use case refuses a text that is no number.
function toNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : text;
}
