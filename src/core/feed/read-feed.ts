import type { FeedColumn, FeedRow, FeedSlice, FeedStore } from './feed-store.ts';
import type { Clock } from '../clock.ts';
import { toCursor } from '../values/paging.ts';
import { feedArguments, toFeedQuery, type FeedArguments, type FeedQuery } from './feed-query.ts';

/** A page of the public feed, with the requested columns only. */
export interface FeedPage extends FeedSlice {
  readonly query: FeedQuery;
  readonly columns: readonly FeedColumn[];
  readonly generatedAt: Date;
}

/** A page of the public feed with these columns: published listings only. Throws INVALID_PAYLOAD for a wrong cursor. */
export const readFeed = {
  permission: 'public',
  input: feedArguments,

  async execute(
    { feed, clock }: { readonly feed: FeedStore; readonly clock: Clock },
    input: FeedArguments,
    columns: readonly FeedColumn[],
  ): Promise<FeedPage> {
    const generatedAt = clock.now();
    const query = toFeedQuery(input, generatedAt);
    const page = await feed.page(query, columns);
    return { ...page, query, columns, generatedAt };
  },
} as const;

/** The cursor of one row of a page. */
export function cursorOf({ query, columns }: FeedPage, row: FeedRow): string {
  return toCursor(query.order, String(row[columns.length]), String(row[columns.length + 1]));
}

/** The start and end cursors of a page; a page that stopped early continues from where it stopped, not from its last row. */
export function endsOf(page: FeedPage): {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
} {
  const { query, items, stoppedAt } = page;
  const [first, last] = [items[0], items.at(-1)];
  const stop = stoppedAt && toCursor(query.order, stoppedAt.key, stoppedAt.id);
  const { backward } = query.page;
  return {
    startCursor: backward && stop !== undefined ? stop : first === undefined ? null : cursorOf(page, first),
    endCursor: !backward && stop !== undefined ? stop : last === undefined ? null : cursorOf(page, last),
  };
}
