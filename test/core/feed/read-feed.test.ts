import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS } from '../../../src/core/access/callers.ts';
import type { FeedFilter } from '../../../src/core/feed/feed-query.ts';
import type { FeedRow, FeedStore } from '../../../src/core/feed/feed-store.ts';
import { readFeedFacets } from '../../../src/core/feed/read-feed-facets.ts';
import { cursorOf, endsOf, readFeed } from '../../../src/core/feed/read-feed.ts';
import { parseInput, run } from '../../../src/core/use-case.ts';
import { toPage, type Position } from '../../../src/core/values/paging.ts';
import { errorOf } from '../support/ports.ts';
import { createClock, START } from '../support/time.ts';

interface Shown {
  readonly id: string;
  readonly platform: string;
  readonly updatedAt: string;
  readonly endDate: Date | null;
}
const DAY = 86_400_000;
const listings = Array.from({ length: 30 }, (_, index): Shown => {
  const number = String(index).padStart(2, '0');
  return {
    id: `lst_${number}`,
    platform: index % 2 === 0 ? 'even' : 'odd',
    updatedAt: `2027-01-${index < 28 ? '01' : '02'}T00:00:${number}.000Z`,
    // The first five have ended, the first of them now.
    endDate: index < 5 ? new Date(START.getTime() - index * DAY) : null,
  };
});

/** A feed of some listings by their last change, whose pages stop after an examined number of them. */
function createFeed(examined = Infinity): FeedStore {
  const matches = ({ platforms, notEndedAt }: FeedFilter) =>
    listings.filter(
      ({ platform, endDate }) =>
        (platforms === undefined || platforms.includes(platform)) &&
        (endDate === null || notEndedAt === undefined || endDate > notEndedAt),
    );
  const isAfter = (one: Position, other: Position) => `${one.key}|${one.id}` < `${other.key}|${other.id}`;
  return {
    async page({ filter, page }, columns) {
      const { after, before, backward } = page;
      const positionOf = ({ updatedAt, id }: Shown) => ({ key: updatedAt, id });
      const newestFirst = listings.toReversed().filter((listing) => {
        const position = positionOf(listing);
        return (!after || isAfter(position, after)) && (!before || isAfter(before, position));
      });
      const read = (backward ? newestFirst.toReversed() : newestFirst).slice(0, examined);
      const found = matches(filter);
      const rows = read
        .filter((listing) => found.includes(listing))
        .map((listing): FeedRow => [
          ...columns.map((column) => String(listing[column as keyof Shown])),
          listing.updatedAt,
          listing.id,
        ]);
      const last = read.at(-1);
      const isStopped = rows.length <= page.size && read.length < newestFirst.length && last !== undefined;
      const slice = toPage(rows.slice(0, page.size + 1), page);
      return {
        ...slice,
        ...(isStopped && (backward ? { hasPreviousPage: true } : { hasNextPage: true })),
        stoppedAt: isStopped ? positionOf(last) : undefined,
      };
    },
    async count(filter) {
      return { count: matches(filter).length, isExact: true };
    },
    factCounts: () => Promise.reject(new Error('The use cases do not count facts.')),
    async facets(filter) {
      const found = matches(filter);
      const platforms = ['even', 'odd'].map((name) => ({
        name,
        count: found.filter(({ platform }) => platform === name).length,
      }));
      const unverified = found.length;
      const ends = { endingWithinDay: 0, endingWithinWeek: 0, withoutEnd: found.length };
      return { platforms, providers: [], verified: 0, unverified, ...ends, isExact: true };
    },
  };
}

const ports = { feed: createFeed(), clock: createClock() };
const readPage = async (raw: unknown, feed = ports.feed) =>
  readFeed.execute({ ...ports, feed }, parseInput(readFeed.input, raw), ['id', 'platform']);
const readFacets = (raw: unknown) => run(ports, ANONYMOUS, readFeedFacets, raw);
const idsOf = ({ items }: { readonly items: readonly FeedRow[] }) => items.map(([id]) => id);
const IDS = listings.map(({ id }) => id).toReversed();
const REFUSED = [
  ['first', { first: 0 }],
  ['first', { first: 101 }],
  ['last', { first: 1, last: 1 }],
  ['after', { after: 'nonsense' }],
  ['orderBy', { orderBy: 'OLDEST' }],
] as const;
const REFUSED_FILTERS = [
  ['filter.platforms', { platforms: Array.from({ length: 51 }, () => 'steam') }],
  ['filter.search', { search: 'x'.repeat(201) }],
  ['filter.verified', { verified: 'yes' }],
  ['filter.endsAfter', { endsAfter: new Date('+010000-01-01T00:00:00Z') }],
] as const;

describe('a page of the feed', () => {
  it('has twenty listings that have not ended, the last changed first, and the time of its reading', async () => {
    const page = await readPage({});
    expect(page).toMatchObject({ hasNextPage: true, hasPreviousPage: false, generatedAt: START });
    expect(idsOf(page)).toEqual(IDS.slice(0, 20));
    expect(idsOf(await readPage({ first: 100 }))).toEqual(IDS.slice(0, 25));
  });

  it('has ended listings, too, when they are requested', async () => {
    expect(idsOf(await readPage({ first: 100, filter: { includeEnded: true } }))).toEqual(IDS);
  });

  it('has the requested columns, and the listings of a platform in any spelling', async () => {
    const { items } = await readPage({ first: 1, filter: { platforms: ['ÉVEN', 'Even'] } });
    expect(items[0]?.slice(0, 2)).toEqual(['lst_28', 'even']);
  });

  it('continues after the cursor of any row, and before it', async () => {
    const page = await readPage({ first: 5 });
    const third = cursorOf(page, page.items[2] ?? []);
    expect(idsOf(await readPage({ first: 2, after: third }))).toEqual(IDS.slice(3, 5));
    expect(idsOf(await readPage({ last: 1, before: third }))).toEqual(IDS.slice(1, 2));
  });

  it('has its first and last rows as its ends, or none', async () => {
    const page = await readPage({ first: 5 });
    const [first = [], last = []] = [page.items[0], page.items.at(-1)];
    expect(endsOf(page)).toEqual({ startCursor: cursorOf(page, first), endCursor: cursorOf(page, last) });
    const empty = await readPage({ filter: { platforms: ['none'] } });
    expect(endsOf(empty)).toEqual({ startCursor: null, endCursor: null });
  });

  it.each(['forwards', 'backwards'])(
    'a page of the feed that stops early continues where it stopped, %s',
    async (direction) => {
      // Every other page is empty.
      const feed = createFeed(1);
      const isForward = direction === 'forwards';
      const found: (readonly unknown[])[] = [];
      let cursor: string | null = null;
      do {
        const place: object = isForward ? { first: 5, after: cursor } : { last: 5, before: cursor };
        const page = await readPage({ ...place, filter: { platforms: ['odd'], includeEnded: true } }, feed);
        found.push(idsOf(page));
        const { startCursor, endCursor } = endsOf(page);
        const [hasMore, end] = isForward
          ? [page.hasNextPage, endCursor]
          : [page.hasPreviousPage, startCursor];
        cursor = hasMore ? end : null;
      } while (cursor !== null && found.length <= listings.length);
      const odd = listings.filter(({ platform }) => platform === 'odd').map(({ id }) => id);
      expect((isForward ? found : found.toReversed()).flat()).toEqual(odd.toReversed());
      expect(found).toContainEqual([]);
    },
  );

  it.each([...REFUSED, ...REFUSED_FILTERS.map(([name, filter]) => [name, { filter }] as const)])(
    'is refused with the name of a wrong argument: %s',
    async (name, raw) => {
      const error = await errorOf(readPage(raw));
      expect([error.code, error.message]).toEqual(['INVALID_PAYLOAD', expect.stringContaining(name)]);
    },
  );

  it('is refused with a cursor of another order', async () => {
    const { endCursor } = endsOf(await readPage({ first: 1 }));
    const error = await errorOf(readPage({ after: endCursor, orderBy: 'NEWEST' }));
    expect([error.code, error.message]).toEqual(['INVALID_PAYLOAD', expect.stringContaining('after')]);
  });
});

describe('the facets of the feed', () => {
  const countsOf = async (raw: unknown) => (await readFacets(raw)).platforms.map(({ count }) => count);

  it('count the listings that have not ended, with the time of the reading', async () => {
    const facets = await readFacets({});
    expect(facets).toMatchObject({ generatedAt: START, isExact: true, unverified: 25 });
    expect(await countsOf({})).toEqual([12, 13]);
  });

  it('count the listings of the filter', async () => {
    expect(await countsOf({ filter: { includeEnded: true } })).toEqual([15, 15]);
    expect(await countsOf({ filter: { platforms: ['ODD'] } })).toEqual([0, 13]);
  });

  it.each(REFUSED_FILTERS)('are refused with the name of a wrong argument: %s', async (name, filter) => {
    const error = await errorOf(readFacets({ filter }));
    expect([error.code, error.message]).toEqual(['INVALID_PAYLOAD', expect.stringContaining(name)]);
  });
});
