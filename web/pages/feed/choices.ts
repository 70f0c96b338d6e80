import type { FeedFilter, FeedOrder } from '../../documents/generated.ts';
import { valueOf, type Parameters, type Query } from '../../site/query.ts';

/** The parameters of the feed's address. */
export const FEED_PARAMETERS = ['q', 'platform', 'provider', 'verified', 'ends', 'order', 'after', 'before'];

/** The form that follows choices. */
export const FOLLOW_PATH = '/access/followed/new';
/** Its parameters. */
export const FOLLOW_PARAMETERS = ['q', 'platform', 'provider', 'verified'];

export const PAGE_SIZE = 24;
const DAY_MS = 86_400_000;

/** RELEVANCE is the order of a search for which none was chosen. */
export type Order = FeedOrder | 'RELEVANCE';
const ORDERS: Readonly<Record<string, FeedOrder>> = {
  updated: 'RECENTLY_UPDATED',
  newest: 'NEWEST',
  ending: 'ENDING_SOON',
};
const ORDER_NAMES: Readonly<Partial<Record<Order, string>>> = {
  RECENTLY_UPDATED: 'updated',
  NEWEST: 'newest',
  ENDING_SOON: 'ending',
};
const defaultOrder = (search: string | undefined): Order =>
  search === undefined ? 'RECENTLY_UPDATED' : 'RELEVANCE';
const ENDS: Readonly<Record<string, number>> = { day: DAY_MS, week: 7 * DAY_MS };

/** What a reader chose on the feed page. */
export interface Choices {
  readonly search: string | undefined;
  readonly platforms: readonly string[];
  readonly providers: readonly string[];
  readonly isVerifiedOnly: boolean;
  readonly ends: string | undefined;
  readonly order: Order;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

export function readChoices(parameters: Query): Choices {
  const ends = valueOf(parameters, 'ends');
  const search = valueOf(parameters, 'q');
  return {
    search,
    platforms: parameters.get('platform') ?? [],
    providers: parameters.get('provider') ?? [],
    isVerifiedOnly: valueOf(parameters, 'verified') === '1',
    ends: ends !== undefined && Object.hasOwn(ENDS, ends) ? ends : undefined,
    order: ORDERS[valueOf(parameters, 'order') ?? ''] ?? defaultOrder(search),
    after: valueOf(parameters, 'after'),
    before: valueOf(parameters, 'before'),
  };
}

/** The address parameters of choices; those of the page are left out unless they are given. */
export function toParameters(
  { search, platforms, providers, isVerifiedOnly, ends, order }: Choices,
  page: Parameters = {},
): Parameters {
  return {
    ends,
    order: order === defaultOrder(search) ? undefined : ORDER_NAMES[order],
    platform: platforms,
    provider: providers,
    q: search,
    verified: isVerifiedOnly ? '1' : undefined,
    ...page,
  };
}

/** Whether a reader's choices leave listings out, or lead to a later page. */
export function isNarrowed({ order: _order, ...choices }: Choices): boolean {
  return Object.values(choices).some((choice) => (Array.isArray(choice) ? choice.length > 0 : choice));
}

/** The filter of the API for choices. */
export function toFilter(
  { search, platforms, providers, isVerifiedOnly, ends }: Choices,
  now: Date,
): FeedFilter {
  const within = ends === undefined ? undefined : ENDS[ends];
  return {
    ...(search !== undefined && { search }),
    ...(platforms.length > 0 && { platforms }),
    ...(providers.length > 0 && { providers }),
    ...(isVerifiedOnly && { verified: true }),
    ...(within !== undefined && { endsBefore: new Date(now.getTime() + within).toISOString() }),
  };
}

/**
 * The filter of the feed documents for choices. Their readers ask them again for months, so they have all ends: a time within which
 * listings end would be over soon.
 */
export function toFeedParameters({ search, platforms, providers, isVerifiedOnly }: Choices): Parameters {
  return { platforms, providers, search, verified: isVerifiedOnly ? 'true' : undefined };
}

/** The parameters of the form that follows these choices; a time within which listings end would be over soon. */
export function toFollowParameters({ search, platforms, providers, isVerifiedOnly }: Choices): Parameters {
  return { platform: platforms, provider: providers, q: search, verified: isVerifiedOnly ? '1' : undefined };
}

/** The variables of the page of the feed. */
export function toPage({ after, before }: Choices) {
  if (before !== undefined) return { last: PAGE_SIZE, before };
  return { first: PAGE_SIZE, ...(after !== undefined && { after }) };
}

/** The same list with a value added, or removed if it is in it. */
export function toggle(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
