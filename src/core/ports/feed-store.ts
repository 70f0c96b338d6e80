import type { FeedFilter, FeedQuery } from '../feed/feed-query.ts';
import type { Page } from '../paging.ts';

/** The public face of a listing and of its publisher: nothing else can be read through the feed. */
export const FEED_COLUMNS = [
  'id',
  'sourceExternalId',
  'title',
  'description',
  'landingUrl',
  'provider',
  'image',
  'platform',
  'worth',
  'instructions',
  'endDate',
  'verified',
  'createdAt',
  'updatedAt',
  'publisherId',
  'publisherNamespace',
  'publisherCreatedAt',
] as const;
export type FeedColumn = (typeof FEED_COLUMNS)[number];

/** The columns asked for, in that order, then the sort key and the id. Instants are ISO 8601 texts (UTC, ms). */
export type FeedRow = readonly (string | boolean | null)[];

/** Reads published listings, one statement a page. */
export interface FeedStore {
  page(query: FeedQuery, columns: readonly FeedColumn[]): Promise<Page<FeedRow>>;
  count(filter: FeedFilter): Promise<number>;
}
