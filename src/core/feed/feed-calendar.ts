import type { Clock } from '../clock.ts';
import { defineUseCase } from '../use-case.ts';
import { feedArguments } from './feed-query.ts';
import type { FeedRow, FeedStore, ListingColumn } from './feed-store.ts';
import { endsOf, readFeed } from './read-feed.ts';
import { MAX_PAGE } from '../values/paging.ts';

/** The largest number of events in one calendar. */
export const MOST_EVENTS = 500;

/** The columns of a calendar's rows. */
export const CALENDAR_COLUMNS = [
  'id',
  'title',
  'description',
  'landingUrl',
  'platform',
  'endDate',
  'createdAt',
  'updatedAt',
] as const satisfies readonly ListingColumn[];

// Listings without an end match no such bound.
const ANY_END = new Date('9999-12-31T23:59:59.999Z');
const MOST_READS = MOST_EVENTS / MAX_PAGE;

/**
 * The listings with an end that match, the first to end first: at most 500. A search that examines too many listings
 * returns fewer. Throws INVALID_PAYLOAD.
 */
export const feedCalendar = defineUseCase({
  permission: 'public',
  input: feedArguments.pick({ filter: true }),

  async execute(
    ports: { readonly feed: FeedStore; readonly clock: Clock },
    _caller,
    { filter },
  ): Promise<readonly FeedRow[]> {
    const query = {
      orderBy: 'ENDING_SOON',
      first: MAX_PAGE,
      filter: { ...filter, search: filter?.search ?? null, endsBefore: filter?.endsBefore ?? ANY_END },
    } as const;
    const rows: FeedRow[] = [];
    let after: string | null = null;
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      const page = await readFeed.execute(ports, { ...query, after }, CALENDAR_COLUMNS);
      rows.push(...page.items);
      after = endsOf(page).endCursor;
      if (!page.hasNextPage || after === null) break;
    }
    return rows;
  },
});
