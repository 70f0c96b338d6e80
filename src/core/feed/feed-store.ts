import { LISTING_TEXTS } from '../listings/listing-draft.ts';
import type { FeedFilter, FeedQuery } from './feed-query.ts';
import type { Page, Position } from '../values/paging.ts';

/** What the feed shows of a listing. */
export const LISTING_COLUMNS = [
  'id',
  'sourceExternalId',
  ...LISTING_TEXTS,
  'endDate',
  'verified',
  'createdAt',
  'updatedAt',
] as const;
export type ListingColumn = (typeof LISTING_COLUMNS)[number];

/** The public face of a listing and of its publisher: nothing else can be read through the feed. */
export const FEED_COLUMNS = [
  ...LISTING_COLUMNS,
  'publisherId',
  'publisherNamespace',
  'publisherCreatedAt',
] as const;
export type FeedColumn = (typeof FEED_COLUMNS)[number];

/** The columns asked for, in that order, then the sort key and the id. Instants are ISO 8601 texts (UTC, ms). */
export type FeedRow = readonly (string | boolean | null)[];

/**
 * A page that may hold fewer rows than asked for although there are more: then `stoppedAt` is where the next one goes on,
 * and there is a next page, or a previous one of a page that is read backwards.
 */
export interface FeedSlice extends Page<FeedRow> {
  readonly stoppedAt: Position | undefined;
}

/** No count goes on beyond this. */
export const COUNT_LIMIT = 10_000;

/** How many listings match: at least so many, or just as many when it is exact. */
export interface FeedCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** A name as listings write it, and how many have it. */
export interface FacetValue {
  readonly name: string;
  readonly count: number;
}

/** What can be filtered by, and how many listings each choice would leave; among those that changed last when not exact. */
export interface FeedFacetCounts {
  /** The most frequent ones first, at most 50. */
  readonly platforms: readonly FacetValue[];
  /** The most frequent ones first, at most 50. */
  readonly providers: readonly FacetValue[];
  readonly verified: number;
  readonly unverified: number;
  readonly endingWithinDay: number;
  readonly endingWithinWeek: number;
  readonly withoutEnd: number;
  readonly isExact: boolean;
}

/** Reads published listings; every read looks at a bounded number of them. */
export interface FeedStore {
  page(query: FeedQuery, columns: readonly FeedColumn[]): Promise<FeedSlice>;
  count(filter: FeedFilter): Promise<FeedCount>;
  facets(filter: FeedFilter, now: Date): Promise<FeedFacetCounts>;
}
