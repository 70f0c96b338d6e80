import type { FeedColumn, FeedRow } from '../ports/feed-store.ts';
import type { Ports } from '../ports/ports.ts';
import { toCursor, type Page } from '../paging.ts';
import { parseInput } from '../use-case.ts';
import { feedArguments, toFeedQuery, type FeedQuery } from './feed-query.ts';

/** One page of the public feed, with only the columns asked for. */
export interface FeedPage extends Page<FeedRow> {
  readonly query: FeedQuery;
  readonly columns: readonly FeedColumn[];
  readonly generatedAt: Date;
}

/** Reads the public feed: published listings only, for everybody. Throws INVALID_PAYLOAD. */
export async function readFeed(
  { feed, clock }: Pick<Ports, 'feed' | 'clock'>,
  rawArguments: unknown,
  columns: readonly FeedColumn[],
): Promise<FeedPage> {
  const generatedAt = clock.now();
  const query = toFeedQuery(parseInput(feedArguments, rawArguments), generatedAt);
  const page = await feed.page(query, columns);
  return { ...page, query, columns, generatedAt };
}

/** The cursor of one row of a page. */
export function cursorOf({ query, columns }: FeedPage, row: FeedRow): string {
  return toCursor(query.order, String(row[columns.length]), String(row[columns.length + 1]));
}
