import { z } from 'zod';
import { pageArguments, readPage, type PageRequest } from '../../values/paging.ts';
import type { Digests } from '../../values/digests.ts';
import { anyPlatform } from '../../values/names.ts';
import { optionalText } from '../../values/text.ts';
import type { Listing } from '../listing.ts';

/** What a publisher sees a listing as: the states exclude each other. */
export const OWN_LISTING_STATES = ['LIVE', 'ENDED', 'HIDDEN', 'WITHDRAWN'] as const;
export type OwnListingState = (typeof OWN_LISTING_STATES)[number];

/** The orders of own listings; the first one is the default. */
export const OWN_LISTING_ORDERS = [
  'RECENTLY_UPDATED',
  'LEAST_RECENTLY_UPDATED',
  'NEWEST',
  'OLDEST',
  'ENDING_SOON',
  'ENDING_LAST',
] as const;
export type OwnListingOrder = (typeof OWN_LISTING_ORDERS)[number];

/** The instant that an order sorts by. */
export type OwnListingKey = 'updatedAt' | 'createdAt' | 'endDate';
/** What each order sorts by. A listing without an end sorts as if it ended after all others. */
export const OWN_LISTING_KEYS: Readonly<
  Record<OwnListingOrder, { readonly key: OwnListingKey; readonly descending: boolean }>
> = {
  RECENTLY_UPDATED: { key: 'updatedAt', descending: true },
  LEAST_RECENTLY_UPDATED: { key: 'updatedAt', descending: false },
  NEWEST: { key: 'createdAt', descending: true },
  OLDEST: { key: 'createdAt', descending: false },
  ENDING_SOON: { key: 'endDate', descending: false },
  ENDING_LAST: { key: 'endDate', descending: true },
};

/** The longest text of a search, in characters: the limit of a publisher's own ID. */
const MAX_SEARCH = 200;

/** The arguments of a read of own listings. */
export const ownListingArguments = z.object({
  ...pageArguments,
  filter: z
    .object({
      search: optionalText(MAX_SEARCH, null).describe(
        'Words or beginnings of words, all of which must occur in the listing, as in the feed; or the beginning of your own ID of it.',
      ),
      state: z
        .enum(OWN_LISTING_STATES, `must be one of ${OWN_LISTING_STATES.join(', ')}.`)
        .nullish()
        .describe('Only listings in this state.'),
      isLegacy: z
        .boolean('must be true or false.')
        .nullish()
        .describe('true: only listings of the legacy endpoint; false: only others.'),
      platforms: anyPlatform,
    })
    .nullish(),
  orderBy: z
    .enum(OWN_LISTING_ORDERS, `must be one of ${OWN_LISTING_ORDERS.join(', ')}.`)
    .nullish()
    .meta({ description: 'Listings without an end date end last.', default: OWN_LISTING_ORDERS[0] }),
});
export type OwnListingArguments = z.output<typeof ownListingArguments>;

/** Undefined members do not filter. */
export interface OwnListingFilter {
  readonly search: string | undefined;
  readonly state: OwnListingState | undefined;
  readonly isLegacy: boolean | undefined;
  /** Names of platforms of which a listing has one. */
  readonly platforms: readonly string[] | undefined;
}

/** A page of own listings to read. */
export interface OwnListingQuery {
  readonly publisherId: string;
  readonly filter: OwnListingFilter;
  readonly order: OwnListingOrder;
  readonly page: PageRequest;
  /** Decides which listings have ended. */
  readonly now: Date;
}

/** The order's name in the cursors of all own listings in the default order. */
export const OWN_ORDER = 'OWN';
/** The digits of the filter in the name of an order. */
const DIGITS = 16;

/** An order with its filter, as cursors name it: a cursor of one list is none of another. */
export function nameOfList(
  order: OwnListingOrder,
  { search, state, isLegacy, platforms }: OwnListingFilter,
  { sha256 }: Pick<Digests, 'sha256'>,
): string {
  const parts = [search, state, isLegacy, platforms];
  const isFiltered = parts.some((part) => part !== undefined);
  const ofOrder = order === OWN_LISTING_ORDERS[0] ? OWN_ORDER : `${OWN_ORDER}_${order}`;
  return isFiltered ? `${ofOrder}_${sha256(JSON.stringify(parts)).slice(0, DIGITS)}` : ofOrder;
}

/** Reads the arguments; `name` is the list's name in cursors. Throws INVALID_PAYLOAD for a cursor of another list. */
export function toOwnListingQuery(
  { filter, orderBy, ...page }: OwnListingArguments,
  digests: Pick<Digests, 'sha256'>,
): Omit<OwnListingQuery, 'publisherId' | 'now'> & { readonly name: string } {
  const read: OwnListingFilter = {
    search: filter?.search ?? undefined,
    state: filter?.state ?? undefined,
    isLegacy: filter?.isLegacy ?? undefined,
    platforms: filter?.platforms ?? undefined,
  };
  const order = orderBy ?? OWN_LISTING_ORDERS[0];
  const name = nameOfList(order, read, digests);
  const kind = OWN_LISTING_KEYS[order].key === 'endDate' ? 'instant or never' : 'instant';
  return { filter: read, order, name, page: readPage(page, name, kind) };
}

/** The key of a listing in an order, as cursors have it. */
export function keyIn(order: OwnListingOrder, listing: Listing): string {
  return listing[OWN_LISTING_KEYS[order].key]?.toISOString() ?? 'infinity';
}
