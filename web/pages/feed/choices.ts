import type {
  Allocation,
  FactsFilter,
  FeedFilter,
  FeedOrder,
  ListingKind,
} from '../../documents/generated.ts';
import { choiceOf, numberOf, valueOf, type Parameters, type Query } from '../../site/query.ts';

/** The parameters of the feed's address. */
export const FEED_PARAMETERS = [
  'q',
  'platform',
  'provider',
  'verified',
  'ends',
  'kind',
  'allocation',
  'region',
  'age',
  'prizes',
  'order',
  'after',
  'before',
];

/** The form that follows choices. */
export const FOLLOW_PATH = '/access/followed/new';
/** Its parameters. */
export const FOLLOW_PARAMETERS = FEED_PARAMETERS.filter(
  (name) => !['ends', 'order', 'after', 'before'].includes(name),
);

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
const KINDS: readonly ListingKind[] = ['PRIZE', 'FREEBIE'];
const ALLOCATIONS: readonly Allocation[] = ['DRAW', 'FIRST_COME'];
const ENDS: Readonly<Record<string, number>> = { day: DAY_MS, week: 7 * DAY_MS };
const VERIFIED = '1';

/** What a reader chose on the feed page. */
export interface Choices {
  readonly search: string | undefined;
  readonly platforms: readonly string[];
  readonly providers: readonly string[];
  readonly isVerifiedOnly: boolean;
  readonly ends: string | undefined;
  readonly kind: ListingKind | undefined;
  readonly allocation: Allocation | undefined;
  readonly regions: readonly string[];
  readonly age: string | undefined;
  readonly minPrizes: string | undefined;
  readonly order: Order;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

/** What an address chooses. Throws WrongParameter for a value that the feed page does not know. */
export function readChoices(parameters: Query): Choices {
  const search = valueOf(parameters, 'q');
  const order = choiceOf(parameters, 'order', Object.keys(ORDERS));
  return {
    search,
    platforms: parameters.get('platform') ?? [],
    providers: parameters.get('provider') ?? [],
    isVerifiedOnly: choiceOf(parameters, 'verified', [VERIFIED]) !== undefined,
    ends: choiceOf(parameters, 'ends', Object.keys(ENDS)),
    kind: choiceOf(parameters, 'kind', KINDS),
    allocation: choiceOf(parameters, 'allocation', ALLOCATIONS),
    regions: parameters.get('region') ?? [],
    age: numberOf(parameters, 'age'),
    minPrizes: numberOf(parameters, 'prizes'),
    order: ORDERS[order ?? ''] ?? defaultOrder(search),
    after: valueOf(parameters, 'after'),
    before: valueOf(parameters, 'before'),
  };
}

/** The address parameters of choices; those of the page are left out unless they are given. */
export function toParameters(
  { search, platforms, providers, isVerifiedOnly, ends, order, ...facts }: Choices,
  page: Parameters = {},
): Parameters {
  const { kind, allocation, regions, age, minPrizes } = facts;
  return {
    age,
    allocation,
    ends,
    kind,
    order: order === defaultOrder(search) ? undefined : ORDER_NAMES[order],
    platform: platforms,
    prizes: minPrizes,
    provider: providers,
    region: regions,
    q: search,
    verified: isVerifiedOnly ? VERIFIED : undefined,
    ...page,
  };
}

/** Whether a reader's choices leave listings out, or lead to a later page. */
export function isNarrowed({ order: _order, ...choices }: Choices): boolean {
  return Object.values(choices).some((choice) => (Array.isArray(choice) ? choice.length > 0 : choice));
}

/** The filter of the API for choices. */
export function toFilter(choices: Choices, now: Date): FeedFilter {
  const { search, platforms, providers, isVerifiedOnly, ends } = choices;
  const facts = toFacts(choices);
  const within = ends === undefined ? undefined : ENDS[ends];
  return {
    ...(search !== undefined && { search }),
    ...(platforms.length > 0 && { platforms }),
    ...(providers.length > 0 && { providers }),
    ...(isVerifiedOnly && { verified: true }),
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(within !== undefined && { endsBefore: new Date(now.getTime() + within).toISOString() }),
  };
}

/** The filter of the API for the chosen facts. */
export function toFacts({ kind, allocation, regions, age, minPrizes }: Choices): FactsFilter {
  return {
    ...(kind !== undefined && { kind }),
    ...(allocation !== undefined && { allocation }),
    ...(regions.length > 0 && { regions }),
    ...(age !== undefined && { age: Number(age) }),
    ...(minPrizes !== undefined && { minPrizes: Number(minPrizes) }),
  };
}

/**
 * The filter of the feed documents for choices. Their readers ask them again for months, so they have all ends: a time within which
 * listings end would be over soon.
 */
export function toFeedParameters(choices: Choices): Parameters {
  const { search, platforms, providers, isVerifiedOnly, kind, allocation, regions, age, minPrizes } = choices;
  const facts = { kind, allocation, regions, age, minPrizes };
  return {
    // A comma would separate two of them.
    platforms: platforms.map((name) => name.replaceAll(',', '\\,')),
    providers,
    search,
    verified: isVerifiedOnly ? 'true' : undefined,
    ...facts,
  };
}

/** The parameters of the form that follows these choices; a time within which listings end would be over soon. */
export function toFollowParameters(choices: Choices): Parameters {
  const { ends: _ends, order: _order, ...followed } = toParameters(choices);
  return followed;
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
