import { publishListing } from './generated/orval.ts';
import { firstListing } from './first-listing.ts';

/** Publishes the README's first listing with the client that orval generates. */
export const publishFirst = (key: string) =>
  publishListing(firstListing, { headers: { authorization: `Bearer ${key}` } });
