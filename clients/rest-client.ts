import { firstListing } from './generated/first-listing.ts';
import type { paths } from './generated/openapi.ts';
import { publishListing } from './generated/orval.ts';

/** Publishes the README's first listing with the client that orval generates. */
export const publishFirst = (key: string) =>
  publishListing(firstListing, { headers: { authorization: `Bearer ${key}` } });

type Feed = paths['/feed.json']['get'];
/** No parameter of the feed is required. */
export const query: Feed['parameters']['query'] = { search: 'bicycle' };
