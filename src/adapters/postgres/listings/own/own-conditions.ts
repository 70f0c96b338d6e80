import { foldNames } from '../../../../core/feed/feed-query.ts';
import {
  OWN_LISTING_KEYS,
  type OwnListingQuery,
  type OwnListingState,
} from '../../../../core/listings/own/own-listing-query.ts';
import { LEGACY_NAMESPACE } from '../../../../core/listings/listing.ts';
import type { Position } from '../../../../core/values/paging.ts';
import type { Parameters } from '../../feed/parameters.ts';
import type { SearchQuery } from '../../feed/conditions.ts';

/** A query whose search phrase is translated; without words it can only be the beginning of an own ID. */
export interface OwnRead extends OwnListingQuery {
  readonly words: SearchQuery | undefined;
}

const COLUMNS = { updatedAt: 'l.updated_at', createdAt: 'l.created_at', endDate: 'l.ends_at' } as const;

/** The column and the direction of reading. */
export function sortOf({ order, page }: OwnListingQuery) {
  const { key, descending } = OWN_LISTING_KEYS[order];
  return { column: COLUMNS[key], direction: descending === page.backward ? 'asc' : 'desc' } as const;
}

/** The listings of the publisher that the public does not see, and those that have ended or not: each is the range of an index. */
export function rangeOf(
  { state, ...read }: OwnListingQuery & { readonly state: OwnListingState | undefined },
  parameters: Parameters,
): string {
  const own = `l.publisher_id = ${parameters.add(read.publisherId, 'text')}`;
  switch (state) {
    case undefined:
      return own;
    case 'LIVE':
    case 'ENDED':
      return `${own} and l.ends_at ${state === 'LIVE' ? '>' : '<='} ${parameters.add(read.now.toISOString(), 'timestamptz')}`;
    case 'HIDDEN':
    case 'WITHDRAWN':
      // The literal lets PostgreSQL use the partial index.
      return `${own} and l.status = 'withdrawn' and ${state === 'HIDDEN' ? '' : 'not '}l.withheld`;
  }
}

/** Whether the index of the order has the range of the state. */
export function isRangeInOrder({ filter: { state }, order }: OwnListingQuery): boolean {
  const { key } = OWN_LISTING_KEYS[order];
  return state === 'LIVE' || state === 'ENDED'
    ? key === 'endDate'
    : state !== undefined && key === 'updatedAt';
}

/** What a listing of the publisher must fulfil, without its text if a source has found that. */
export function checksOf(read: OwnRead, parameters: Parameters, isTextFound = false): string {
  const { filter, now } = read;
  const checks: string[] = [];
  if (filter.isLegacy !== undefined)
    checks.push(`l.namespace ${filter.isLegacy ? '=' : '<>'} '${LEGACY_NAMESPACE}'`);
  if (filter.platforms !== undefined)
    checks.push(`l.platform_key = any(${parameters.add(foldNames(filter.platforms), 'text[]')})`);
  if (filter.state === 'HIDDEN' || filter.state === 'WITHDRAWN')
    checks.push(`l.status = 'withdrawn' and l.withheld = ${filter.state === 'HIDDEN'}`);
  else if (filter.state !== undefined)
    checks.push(
      `l.status = 'published' and l.ends_at ${filter.state === 'LIVE' ? '>' : '<='} ${parameters.add(now.toISOString(), 'timestamptz')}`,
    );
  if (filter.search !== undefined && !isTextFound) checks.push(`(${textOf(read, parameters)})`);
  return checks.length === 0 ? 'true' : checks.join(' and ');
}

function textOf(read: OwnRead, parameters: Parameters): string {
  const byId = ownIdOf(read, parameters);
  return read.words === undefined
    ? byId
    : `${byId} or l.search @@ ${parameters.add(read.words.all, 'tsquery')}`;
}

/** The publisher's own ID begins with the text of the search. Collation C: such IDs are a range of the index. */
export function ownIdOf({ filter }: OwnListingQuery, parameters: Parameters): string {
  const text = parameters.add(filter.search, 'text');
  const id = 'l.source_external_id collate "C"';
  return `(${id} >= ${text} and ${id} < (${text} || chr(1114111)))`;
}

/** The conditions of the page's cursors. */
export function keysetOf(read: OwnListingQuery, parameters: Parameters): string {
  const { after, before } = read.page;
  const { column } = sortOf(read);
  const { descending } = OWN_LISTING_KEYS[read.order];
  const [later, earlier] = descending ? (['<', '>'] as const) : (['>', '<'] as const);
  const compare = (sign: string, position: Position | undefined) =>
    position === undefined
      ? ''
      : ` and (${column}, l.id) ${sign} (${parameters.add(position.key, 'timestamptz')}, ${parameters.add(position.id, 'text')})`;
  return compare(later, after) + compare(earlier, before);
}
