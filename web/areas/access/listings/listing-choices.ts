import type { OwnListingFilter, OwnListingOrder, OwnListingState } from '../../../documents/generated.ts';
import type { ActiveFilter } from '../../../parts/tables/filter-bar.tsx';
import type { SortHead } from '../../../parts/tables/sort-head.tsx';
import type { SiteContext } from '../../../site/context.ts';
import { choiceOf, valueOf, type Parameters, type Query } from '../../../site/query.ts';
import { toAddress } from '../table-values.ts';

export const LISTINGS_PATH = '/access/listings';
export const MAX_SEARCH = 200;
export const MAX_PLATFORM = 80;
export const STATES: readonly OwnListingState[] = ['LIVE', 'ENDED', 'HIDDEN', 'WITHDRAWN'];
export const ORDERS: readonly OwnListingOrder[] = [
  'RECENTLY_UPDATED',
  'LEAST_RECENTLY_UPDATED',
  'NEWEST',
  'OLDEST',
  'ENDING_SOON',
  'ENDING_LAST',
];

/** What the address of the table chooses. */
export interface ListingChoices {
  readonly search: string | undefined;
  readonly state: OwnListingState | undefined;
  readonly legacy: 'yes' | 'no' | undefined;
  readonly platform: string | undefined;
  readonly order: OwnListingOrder;
}

/** The parameters of the table in its address. */
export const LISTING_PARAMETERS = ['q', 'state', 'legacy', 'platform', 'order'] as const;

/** What an address chooses. Throws WrongParameter for a value that the table does not know. */
export function readListingChoices(query: Query): ListingChoices {
  return {
    search: valueOf(query, 'q'),
    state: choiceOf(query, 'state', STATES, toAddress),
    legacy: choiceOf(query, 'legacy', ['yes', 'no']),
    platform: valueOf(query, 'platform'),
    order: choiceOf(query, 'order', ORDERS, toAddress) ?? 'RECENTLY_UPDATED',
  };
}

export function toListingParameters({ search, state, legacy, platform, order }: ListingChoices): Parameters {
  return {
    q: search,
    state: toAddress(state),
    legacy,
    platform,
    order: order === 'RECENTLY_UPDATED' ? undefined : toAddress(order),
  };
}

export function toListingFilter({ search, state, legacy, platform }: ListingChoices): OwnListingFilter {
  return {
    search,
    state,
    isLegacy: legacy === undefined ? undefined : legacy === 'yes',
    platforms: platform === undefined ? undefined : [platform],
  };
}

/** The chosen filters, each with the address without it. */
export function listingFilters(choices: ListingChoices, { t }: Pick<SiteContext, 't'>): ActiveFilter[] {
  const { search, state, legacy, platform } = choices;
  const without = (name: keyof ListingChoices) => toListingParameters({ ...choices, [name]: undefined });
  return [
    ...(search === undefined ? [] : [{ text: t.tables.words(search), without: without('search') }]),
    ...(state === undefined ? [] : [{ text: t.tables.listings.states[state], without: without('state') }]),
    ...(legacy === undefined
      ? []
      : [
          {
            text: legacy === 'yes' ? t.tables.listings.legacy : t.tables.listings.ownNamespace,
            without: without('legacy'),
          },
        ]),
    ...(platform === undefined
      ? []
      : [{ text: t.tables.listings.ofPlatform(platform), without: without('platform') }]),
  ];
}

/** The head of a column with its two orders; a click on another column begins with the first one. */
export function listingHead(
  text: string,
  choices: ListingChoices,
  link: SiteContext['link'],
  orders: {
    readonly first: OwnListingOrder;
    readonly second: OwnListingOrder;
    readonly ascending: OwnListingOrder;
  },
): SortHead {
  const { order } = choices;
  const { first, second, ascending } = orders;
  const next = order === first ? second : first;
  const isSorted = order === first || order === second;
  return {
    text,
    href: link(LISTINGS_PATH, toListingParameters({ ...choices, order: next })),
    sorted: isSorted ? (order === ascending ? 'ascending' : 'descending') : undefined,
  };
}
