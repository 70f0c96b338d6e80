import { LISTING_TEXTS } from '../listings/listing-draft.ts';
import type { FeedFilter, FeedQuery } from './feed-query.ts';
import type { Page, Position } from '../values/paging.ts';

/** The columns of a listing that the feed shows. */
export const LISTING_COLUMNS = [
  'id',
  'sourceExternalId',
  ...LISTING_TEXTS,
  'endDate',
  'verified',
  /** The stored words, which `readFacts` reads. */
  'facts',
  'createdAt',
  'updatedAt',
] as const;
export type ListingColumn = (typeof LISTING_COLUMNS)[number];

/** The public columns of a listing and its publisher. FeedStore reads no others. */
export const FEED_COLUMNS = [
  ...LISTING_COLUMNS,
  /** The id of its picture; null without one. */
  'picture',
  'publisherId',
  'publisherNamespace',
  'publisherCreatedAt',
  'publisherName',
  'publisherText',
  /** A JSON list. */
  'publisherLinks',
  /** Null unless it is proven. */
  'publisherDomain',
  'publisherDomainProvenAt',
  'publisherDomainCheckedAt',
] as const;
export type FeedColumn = (typeof FEED_COLUMNS)[number];

/** The requested columns in their order, then the sort key and the id. Instants are ISO 8601 texts (UTC, ms). */
export type FeedRow = readonly (string | boolean | null)[];

/**
 * A page of the feed. A read that reaches its limit of examined rows stops early, with fewer rows than requested: then
 * `stoppedAt` is the position from which the next page continues (or the previous page, when reading backwards).
 */
export interface FeedSlice extends Page<FeedRow> {
  readonly stoppedAt: Position | undefined;
}

/** How many listings match: exactly `count`, or at least `count` unless it is exact. */
export interface FeedCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** A name as listings spell it, and how many listings have it. */
export interface FacetValue {
  readonly name: string;
  readonly count: number;
}

/** How many listings each choice of a filter leaves. Unless exact, only the most recently changed listings are counted. */
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

/** A number to filter by, and how many listings that choice leaves. */
export interface NumberFacetValue {
  readonly value: number;
  readonly count: number;
}

/** How many listings each choice of a fact leaves. Unless exact, only the most recently changed listings are counted. */
export interface FactCounts {
  /** The most frequent ones first, at most 50. */
  readonly regions: readonly FacetValue[];
  /** All minimum ages, each with the listings of this and of lower ones. */
  readonly ages: readonly NumberFacetValue[];
  /** Some numbers of prizes, each with the listings of at least so many. */
  readonly minPrizes: readonly NumberFacetValue[];
  readonly prizes: number;
  readonly freebies: number;
  readonly draws: number;
  readonly firstCome: number;
  readonly isExact: boolean;
}

/** Reads published listings; every read examines a bounded number of them. */
export interface FeedStore {
  page(query: FeedQuery, columns: readonly FeedColumn[]): Promise<FeedSlice>;
  count(filter: FeedFilter): Promise<FeedCount>;
  facets(filter: FeedFilter, now: Date): Promise<FeedFacetCounts>;
  factCounts(filter: FeedFilter): Promise<FactCounts>;
}
