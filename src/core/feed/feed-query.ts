import { z } from 'zod';
import { factsFilter, toFactsFilter, type FactsFilter } from '../listings/facts/listing-facts.ts';
import { requiredInstant } from '../values/instants.ts';
import { anyPlatform, anyProvider } from '../values/names.ts';
import { pageArguments, readPage, type PageRequest } from '../values/paging.ts';
import { optionalText } from '../values/text.ts';
import { foldName, searchTerms, type SearchTerm } from './search-words.ts';

export const FEED_ORDERS = ['RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON'] as const;
export type FeedOrder = (typeof FEED_ORDERS)[number];
/** The order of a search for which none is requested: listings with all words in their titles first. */
export const BY_RELEVANCE = 'RELEVANCE';

const end = requiredInstant().nullish();
const flag = z.boolean('must be true or false.').nullish();

const filter = z
  .object({
    platforms: anyPlatform,
    providers: anyProvider,
    verified: flag.describe('true: only verified listings; false: only others.'),
    search: optionalText(200, null).describe(
      'Words or beginnings of words, all of which must occur; accents, case, plurals and one typing error are tolerated.',
    ),
    endsBefore: end.describe('Only listings that end before this instant (RFC 3339).'),
    endsAfter: end.describe('Only listings that end after this instant (RFC 3339).'),
    facts: factsFilter.nullish().describe('Only listings that state these facts.'),
    includeEnded: flag.meta({ description: 'Also listings that have ended.', default: false }),
  })
  .nullish();

/** The arguments of a read of the public feed (decision: feed). */
export const feedArguments = z.object({
  ...pageArguments,
  filter,
  orderBy: z
    .enum(FEED_ORDERS, `must be one of ${FEED_ORDERS.join(', ')}.`)
    .nullish()
    .meta({
      description:
        'With ENDING_SOON, listings without an end date are last. By default RECENTLY_UPDATED; a search then has the listings first whose titles contain its words.',
    }),
});
export type FeedArguments = z.output<typeof feedArguments>;

/** The arguments of a read of the feed's facets. */
export const facetArguments = z.object({ filter });

/** The filter of a feed statement; undefined members do not filter. */
export interface FeedFilter {
  /** Folded names. */
  readonly platforms: readonly string[] | undefined;
  /** Folded names. */
  readonly providers: readonly string[] | undefined;
  readonly verified: boolean | undefined;
  readonly facts: FactsFilter | undefined;
  /** Terms that must all occur in the listing. */
  readonly terms: readonly SearchTerm[] | undefined;
  readonly endsBefore: Date | undefined;
  readonly endsAfter: Date | undefined;
  /** Only listings that end after this instant, or have no known end. */
  readonly notEndedAt: Date | undefined;
}

/** A query of the feed: its filter, order and page. */
export interface FeedQuery {
  readonly order: FeedOrder | typeof BY_RELEVANCE;
  readonly filter: FeedFilter;
  readonly page: PageRequest;
}

/** Turns parsed arguments into a query; `now` decides which listings have ended. Throws INVALID_PAYLOAD for a wrong cursor. */
export function toFeedQuery({ filter, orderBy, ...page }: FeedArguments, now: Date): FeedQuery {
  const order = orderBy ?? (filter?.search == null ? FEED_ORDERS[0] : BY_RELEVANCE);
  const kind = order === BY_RELEVANCE ? 'relevance' : 'instant';
  return { order, page: readPage(page, order, kind), filter: toFeedFilter(filter, now) };
}

/** Turns a parsed filter into the filter of statements; `now` decides which listings have ended. */
export function toFeedFilter(filter: FeedArguments['filter'], now: Date): FeedFilter {
  const { platforms, providers, verified, facts, search, endsBefore, endsAfter, includeEnded } = filter ?? {};
  return {
    platforms: platforms ? foldNames(platforms) : undefined,
    providers: providers ? foldNames(providers) : undefined,
    verified: verified ?? undefined,
    facts: toFactsFilter(facts),
    terms: search == null ? undefined : searchTerms(search),
    endsBefore: endsBefore ?? undefined,
    endsAfter: endsAfter ?? undefined,
    notEndedAt: includeEnded ? undefined : now,
  };
}

/** The names as filters compare them, each once. */
export function foldNames(names: readonly string[]): string[] {
  return [...new Set(names.map(foldName))];
}
