import { defineUseCase } from '../../use-case.ts';
import { toCursor } from '../../values/paging.ts';
import type { Clock } from '../../clock.ts';
import type { Digests } from '../../values/digests.ts';
import type { Listing } from '../listing.ts';
import type { ListingStore } from '../listing-store.ts';
import {
  keyIn,
  OWN_LISTING_ORDERS,
  ownListingArguments,
  toOwnListingQuery,
  type OwnListingQuery,
} from './own-listing-query.ts';
import type { OwnListings, OwnListingSlice } from './own-listings.ts';

/** A page of own listings, with the cursors of its listings and of its ends. */
export interface OwnListingPage extends Omit<OwnListingSlice, 'stoppedAt'> {
  readonly cursorOf: (listing: Listing) => string;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

interface Needs {
  readonly clock: Clock;
  readonly digests: Digests;
  readonly listings: ListingStore;
  readonly ownListings: OwnListings;
}

/**
 * Pages through the caller's own listings, including legacy and withdrawn ones, newest change first unless another order is requested.
 * With a filter, a page may have fewer listings than requested, even none, although more follow.
 */
export const myListings = defineUseCase({
  permission: 'giveaways:publish',
  input: ownListingArguments,

  async execute(ports: Needs, { publisherId }, input): Promise<OwnListingPage> {
    const { name, ...query } = toOwnListingQuery(input, ports.digests);
    const { stoppedAt, ...slice } = await readSlice(ports, {
      ...query,
      publisherId,
      now: ports.clock.now(),
    });
    const cursorOf = (listing: Listing) => toCursor(name, keyIn(query.order, listing), listing.id);
    const stop = stoppedAt && toCursor(name, stoppedAt.key, stoppedAt.id);
    const { backward } = query.page;
    const [first, last] = [slice.items[0], slice.items.at(-1)];
    return {
      ...slice,
      cursorOf,
      startCursor: (backward ? stop : undefined) ?? (first ? cursorOf(first) : null),
      endCursor: (backward ? undefined : stop) ?? (last ? cursorOf(last) : null),
    };
  },
});

async function readSlice({ listings, ownListings }: Needs, query: OwnListingQuery): Promise<OwnListingSlice> {
  const { filter, order, page, publisherId } = query;
  const isPlain =
    order === OWN_LISTING_ORDERS[0] && Object.values(filter).every((value) => value === undefined);
  return isPlain
    ? { ...(await listings.pageOf(publisherId, page)), stoppedAt: undefined }
    : ownListings.pageOf(query);
}
