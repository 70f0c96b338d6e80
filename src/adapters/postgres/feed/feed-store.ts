import { BY_RELEVANCE, type FeedFilter } from '../../../core/feed/feed-query.ts';
import type { FeedStore } from '../../../core/feed/feed-store.ts';
import type { Selection } from './conditions.ts';
import { countFacets } from './facets.ts';
import { countFacts } from './facts/fact-counts.ts';
import { toFactQuery } from './facts/fact-query.ts';
import { FEED_LIMITS, type FeedLimits } from './limits.ts';
import { createEndMarks, type EndMarks } from './mark-ended.ts';
import { findMatches } from './matches.ts';
import { createPageReader } from './read-page.ts';
import { readByRelevance } from './relevance.ts';
import { toSearchQuery } from './search-terms.ts';
import type { Sql, Statement } from '../connection/sql.ts';

// The statements differ by the requested columns; a connection prepares at most this many.
const MAX_PREPARED = 400;

interface FeedDatabase {
  readonly readSql: Sql;
  /** For statements that are planned with their values. */
  readonly searchSql: Sql;
}

/** Reads the feed: one prepared statement per shape of query with an index (hot path: `feed-…`). */
export function createFeedStore(
  { searchSql, readSql }: FeedDatabase,
  limits: FeedLimits = FEED_LIMITS,
): FeedStore {
  const pages = createPageReader({ searchSql, readSql, statementOf: createStatements(), limits });
  const marks = createEndMarks(readSql);
  const toSelection = (filter: FeedFilter) => selectionOf({ readSql, searchSql, limits }, marks, filter);
  return {
    async page({ order, filter, page }, columns) {
      const selection = await toSelection(filter);
      return selection === undefined
        ? { items: [], hasNextPage: false, hasPreviousPage: false, stoppedAt: undefined }
        : order === BY_RELEVANCE
          ? readByRelevance(pages, { page, selection, columns })
          : pages.read({ order, page, selection, columns });
    },
    async count(filter) {
      const selection = await toSelection(filter);
      if (selection === undefined) return { count: 0, isExact: true };
      // ENDING_SOON needs one index range where the other orders need two.
      const matches = await findMatches(searchSql, selection, {
        order: 'ENDING_SOON',
        columns: 'l.id',
        limit: limits.count,
        limits,
      });
      const text = `select count(*) filter (where matches), count(*) from (${matches.text}) looked_at`;
      const [row] = await searchSql.query({ name: '', text }, matches.values);
      const [count, lookedAt] = [Number(row?.[0]), Number(row?.[1])];
      return { count: Math.min(count, limits.count), isExact: lookedAt <= matches.limit };
    },
    async facets(filter, now) {
      const selection = await toSelection(filter);
      return selection === undefined ? NOTHING : countFacets(searchSql, selection, now, limits);
    },
    async factCounts(filter) {
      const selection = await toSelection(filter);
      return selection === undefined ? NO_COUNTS : countFacts(searchSql, selection, filter.facts, limits);
    },
  };
}

const NOTHING = {
  platforms: [],
  providers: [],
  verified: 0,
  unverified: 0,
  endingWithinDay: 0,
  endingWithinWeek: 0,
  withoutEnd: 0,
  isExact: true,
} as const;

const NO_COUNTS = {
  regions: [],
  ages: [],
  minPrizes: [],
  prizes: 0,
  freebies: 0,
  draws: 0,
  firstCome: 0,
  isExact: true,
} as const;

/** Undefined when nothing can match: an empty list of names, a search without words, ends that exclude each other. */
async function selectionOf(
  connections: Parameters<typeof toSearchQuery>[0],
  marks: EndMarks,
  { terms, facts, ...filter }: FeedFilter,
): Promise<Selection | undefined> {
  if ([filter.platforms, filter.providers, terms, facts?.regions].some((list) => list?.length === 0))
    return undefined;
  const { endsBefore, endsAfter, notEndedAt } = filter;
  if (endsBefore && [endsAfter, notEndedAt].some((after) => after && after >= endsBefore)) return undefined;
  const [words, marksAreAhead] = await Promise.all([
    terms && toSearchQuery(connections, terms, notEndedAt),
    notEndedAt !== undefined && marks.areAhead(notEndedAt),
  ]);
  return { ...filter, words, facts: facts && toFactQuery(facts), marksAreAhead };
}

/** Names statements by their text, up to a maximum. */
function createStatements(): (text: string) => Statement {
  const statements = new Map<string, Statement>();
  return (text) => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    if (statements.size >= MAX_PREPARED) return { name: '', text };
    const statement = { name: `feed-${statements.size}`, text };
    statements.set(text, statement);
    return statement;
  };
}
