import type { Clock } from '../clock.ts';
import { MAX_PAGE } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import { feedArguments } from './feed-query.ts';
import { LISTING_COLUMNS, type FeedStore } from './feed-store.ts';
import { readFeed, type FeedPage } from './read-feed.ts';

/**
 * A page of an export of the feed, after a cursor: its rows have all columns of a listing. The newest listings come first unless
 * another order is requested: a listing that changes while the others are read keeps its place, so that it comes once. Throws
 * INVALID_PAYLOAD.
 */
export const feedExportPage = defineUseCase({
  permission: 'public',
  input: feedArguments.omit({ first: true, last: true, before: true }),

  execute: (ports: { feed: FeedStore; clock: Clock }, _caller, input): Promise<FeedPage> =>
    readFeed.execute(
      ports,
      { ...input, orderBy: input.orderBy ?? 'NEWEST', first: MAX_PAGE },
      LISTING_COLUMNS,
    ),
});
