import { searchTerms } from '../../../../core/feed/search-words.ts';
import type { OwnListingQuery } from '../../../../core/listings/own/own-listing-query.ts';
import type { OwnListings, OwnListingSlice } from '../../../../core/listings/own/own-listings.ts';
import type { Listing } from '../../../../core/listings/listing.ts';
import { toPage, type Position } from '../../../../core/values/paging.ts';
import { DomainError } from '../../../../core/errors.ts';
import { createGate } from '../../../../runtime/concurrency/gate.ts';
import type { Database } from '../../connection/database.ts';
import { ListingEntity } from '../../connection/entities.ts';
import type { Sql, TextRow } from '../../connection/sql.ts';
import { readKey } from '../../feed/columns.ts';
import { explainRows } from '../../feed/estimates.ts';
import { FEED_LIMITS } from '../../feed/limits.ts';
import type { Bound } from '../../feed/page-statements.ts';
import { createParameters } from '../../feed/parameters.ts';
import { toSearchQuery } from '../../feed/search-terms.ts';
import { toListing } from '../listing-store.ts';
import type { OwnRead } from './own-conditions.ts';
import { gatherState, gatherText, walkOwn } from './own-statements.ts';

/** Limits of the number of listings that one page looks at. */
interface OwnLimits {
  /** Listings of the order that are checked one by one. */
  readonly walk: number;
  /** A text or a state that finds at most this many: all of them are read and sorted. */
  readonly gather: number;
}

const LIMITS: OwnLimits = { walk: 1_000, gather: 1_000 };

interface OwnListingDatabase extends Pick<Database, 'em' | 'readSql' | 'searchSql'> {
  readonly sql: Sql;
}

/** The positions of a page, in the direction of reading, and where reading stopped before the page was full. */
interface FoundPositions {
  readonly positions: readonly Position[];
  readonly stop: Position | undefined;
}

/**
 * Reads own listings on the primary, so that a publisher sees what it has just written. A page checks the first listings of its order; if
 * that does not fill it, it reads all that the text or the state finds, when these are few. Otherwise it says where to continue.
 */
export function createOwnListings(
  { em, sql, readSql, searchSql }: OwnListingDatabase,
  { walk, gather }: OwnLimits = LIMITS,
): OwnListings {
  // Publishing needs the same connections: these reads take two of them at most.
  const gate = createGate({ atOnce: 2, mostWaiting: 200, longestWaitMs: 5_000, refusal: tooMany });
  const planned = ({ text, values }: Bound) => gate.run(() => sql.query({ name: '', text }, values));

  async function toRead(query: OwnListingQuery): Promise<OwnRead> {
    const { search } = query.filter;
    const terms = search === undefined ? [] : searchTerms(search);
    const words =
      terms.length === 0
        ? undefined
        : await toSearchQuery({ readSql, searchSql, limits: FEED_LIMITS }, terms, undefined);
    return { ...query, words };
  }

  /** Undefined when the text or the state finds too many listings. */
  async function gathered(read: OwnRead): Promise<FoundPositions | undefined> {
    const { search, state } = read.filter;
    const ways: (() => Bound | Promise<Bound | undefined>)[] = [];
    if (search !== undefined)
      ways.push(async () => ((await isRare(read)) ? gatherText(read, gather) : undefined));
    if (state !== undefined) ways.push(() => gatherState(read, gather));
    for (const way of ways) {
      const statement = await way();
      const rows = statement ? await planned(statement) : [];
      if (statement === undefined || Number(rows[0]?.[2]) > gather) continue;
      return { positions: rows.filter((row) => row[1] !== null).map(positionOf), stop: undefined };
    }
    return undefined;
  }

  /** Whether few listings of all publishers have the rare words, by the planner's estimate. */
  async function isRare({ words }: OwnRead): Promise<boolean> {
    if (words === undefined) return true;
    if (words.rare === undefined) return false;
    const parameters = createParameters();
    const condition = `l.search @@ ${parameters.add(words.rare, 'tsquery')}`;
    const [rows = Infinity] = await explainRows(searchSql, [condition], parameters.values);
    return rows <= gather;
  }

  async function walked(read: OwnRead): Promise<FoundPositions> {
    const rows = await planned(walkOwn(read, walk));
    const positions = rows.filter((row) => row[2] === true).map(positionOf);
    const last = rows.find((row) => row[3] === true);
    const isFull = positions.length > read.page.size;
    return { positions, stop: last && !isFull ? positionOf(last) : undefined };
  }

  return {
    async pageOf(query) {
      if (query.filter.platforms?.length === 0) return toSlice(query, [], undefined);
      const read = await toRead(query);
      const found = await walked(read);
      const { positions, stop } = found.stop === undefined ? found : ((await gathered(read)) ?? found);
      const rows = await em().find(ListingEntity, { id: { $in: positions.map(({ id }) => id) } });
      const byId = new Map(rows.map((row) => [row.id, toListing(row)]));
      return toSlice(
        query,
        positions.flatMap(({ id }) => byId.get(id) ?? []),
        stop,
      );
    },
  };
}

/** The page of the listings that were found; when it is not full, `stoppedAt` says where to continue. */
function toSlice(
  { page }: OwnListingQuery,
  listings: readonly Listing[],
  stop: Position | undefined,
): OwnListingSlice {
  if (stop === undefined) return { ...toPage(listings, page), stoppedAt: undefined };
  return page.backward
    ? {
        items: listings.toReversed(),
        hasNextPage: page.before !== undefined,
        hasPreviousPage: true,
        stoppedAt: stop,
      }
    : { items: listings, hasNextPage: true, hasPreviousPage: page.after !== undefined, stoppedAt: stop };
}

function positionOf([key, id]: TextRow): Position {
  return { key: readKey(key), id: String(id) };
}

function tooMany(): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 'Too many lists are being filtered: try again shortly.', {
    retryAfterSeconds: 2,
  });
}
