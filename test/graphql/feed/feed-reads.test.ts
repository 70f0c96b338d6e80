import { describe, expect, it } from '@jest/globals';
import { toFeedQuery, type FeedOrder } from '../../../src/core/feed/feed-query.ts';
import { toCursor } from '../../../src/core/values/paging.ts';
import { describeWith } from '../../support/describe-with.ts';
import { NOW, HOUR, CASES, type Filter } from './feed-cases.ts';
import { executed, feed, expectedIds, costOfStatements, expectBounded, useLargeFeed } from './large-feed.ts';

interface Edge {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

interface Read {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  readonly next: string | undefined;
}

/** Without an order, a search is read by relevance. */
async function readPage(filter: Filter, orderBy: FeedOrder | undefined, page: object): Promise<Read> {
  const feedQuery = toFeedQuery({ filter: { search: null, ...filter }, orderBy, ...page }, NOW);
  const { items, hasNextPage, hasPreviousPage, stoppedAt } = await feed.page(feedQuery, []);
  const { backward } = feedQuery.page;
  const edge = backward ? items[0] : items.at(-1);
  const position = stoppedAt ?? (edge && { key: String(edge[0]), id: String(edge[1]) });
  return {
    ids: items.map((row) => String(row[1])),
    hasMore: backward ? hasPreviousPage : hasNextPage,
    next: position && toCursor(feedQuery.order, position.key, position.id),
  };
}

// PostgreSQL in WebAssembly has the same planner, and needs several times as long.
describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'reads of a large feed', () => {
  useLargeFeed();

  describe('a page of the feed', () => {
    it.each(CASES)(
      'a page of the feed by $name, $orderBy, ended ones $includeEnded, reads a bounded number of listings, and all are found page by page',
      async ({ filter, orderBy }) => {
        const expected = expectedIds(filter, orderBy);
        for (const [size, cursor] of [
          ['first', 'after'],
          ['last', 'before'],
        ] as const) {
          const found: string[] = [];
          let next: string | undefined;
          for (let pages = 0; ; pages += 1) {
            // The first page is small, so that the second one starts at a cursor.
            const read = await readPage(filter, orderBy, { [size]: pages < 1 ? 5 : 100, [cursor]: next });
            if (pages < 2) await expectBounded();
            executed.length = 0;
            if (size === 'first') found.push(...read.ids);
            else found.unshift(...read.ids);
            next = read.next;
            if (!read.hasMore) break;
            expect(next).toBeDefined();
          }
          expect(found).toEqual(expected);
        }
      },
    );
  });

  // Some words are those of platforms and providers, which are in no title.
  it.each(
    [
      'everywhere',
      'third',
      'everywhere third',
      'rare',
      'frequent rare',
      'antique',
      'seldom few',
      'bronze odd',
    ].flatMap((search) => [true, false].map((includeEnded) => ({ search, includeEnded }))),
  )(
    'a search for $search by relevance, ended ones $includeEnded, reads a bounded number of listings, and finds each once',
    async (filter) => {
      const expected = expectedIds(filter, 'RECENTLY_UPDATED');
      const found: string[] = [];
      let next: string | undefined;
      for (let pages = 0; ; pages += 1) {
        const read = await readPage(filter, undefined, { first: pages < 1 ? 5 : 100, after: next });
        if (pages < 4) await expectBounded(2);
        executed.length = 0;
        // Positions in this order have more than the id.
        found.push(...read.ids.map((id) => id.slice(0, 'lst_'.length + 32)));
        next = read.next;
        if (!read.hasMore) break;
        expect(next).toBeDefined();
      }
      expect(found.toSorted()).toEqual(expected.toSorted());
    },
  );

  describe('a cursor far outside of the filter', () => {
    const [oldest, latest] = ['2020-01-01T00:00:00.000Z', 'infinity'].map((key) =>
      toCursor('ENDING_SOON', key, 'lst_1'),
    );
    const early = { endsBefore: new Date(NOW.getTime() - 5_900 * HOUR), includeEnded: true };

    it.each([
      ['after it is all that has not ended', {}, { first: 5, after: oldest }],
      ['after it is what ends late', { endsAfter: NOW, includeEnded: true }, { first: 5, after: oldest }],
      ['before it is what ends early', early, { last: 5, before: latest }],
      ['a word is searched for after it', { search: 'frequent' }, { first: 5, after: oldest }],
    ] as readonly (readonly [string, Filter, Edge])[])(
      'costs no more than the filter alone when %s',
      async (_what, filter, page) => {
        const { first, last } = page;
        await readPage(filter, 'ENDING_SOON', first === undefined ? { last } : { first });
        const alone = await costOfStatements();
        const { ids } = await readPage(filter, 'ENDING_SOON', page);
        const { buffers } = await costOfStatements();
        // The index is entered at one or two more pages.
        expect(buffers).toBeLessThanOrEqual(alone.buffers + 6);
        const expected = expectedIds(filter, 'ENDING_SOON');
        expect(ids).toEqual(first === undefined ? expected.slice(-5) : expected.slice(0, 5));
      },
    );
  });
});
