import { describe, expect, it } from '@jest/globals';
import { createListingStore } from '../../../src/adapters/postgres/listings/listing-store.ts';
import { toFeedQuery } from '../../../src/core/feed/feed-query.ts';
import { describeWith } from '../../support/describe-with.ts';
import { NOW, CASES } from './feed-cases.ts';
import {
  LISTINGS,
  LIMITS,
  MAX_ROWS,
  type Row,
  listings,
  database,
  executed,
  feed,
  expectedIds,
  costOfStatements,
  expectBounded,
  useLargeFeed,
} from './large-feed.ts';

// PostgreSQL in WebAssembly has the same planner, and needs several times as long.
describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'counts of a large feed', () => {
  useLargeFeed();

  describe('a count of the feed', () => {
    const COUNTED = CASES.filter(({ orderBy }) => orderBy === 'NEWEST');

    it.each(COUNTED)(
      'a count of the feed by $name, ended ones $includeEnded, reads a bounded number of listings',
      async ({ filter }) => {
        const { count, isExact } = await feed.count(
          toFeedQuery({ filter: { search: null, ...filter } }, NOW).filter,
        );
        await expectBounded();
        const expected = expectedIds(filter, 'NEWEST').length;
        expect(count).toBeLessThanOrEqual(expected);
        expect(count).toBeLessThanOrEqual(LIMITS.count);
        if (isExact) expect(count).toBe(expected);
        if (expected <= 20) expect({ count, isExact }).toMatchObject({ count: expected });
      },
    );

    it.each(COUNTED)(
      'a count of the feed by $name, ended ones $includeEnded, reads a bounded number of listings for the facets',
      async ({ filter }) => {
        const facets = await feed.facets(
          toFeedQuery({ filter: { search: null, ...filter } }, NOW).filter,
          NOW,
        );
        const { rows } = await costOfStatements();
        expect(rows).toBeLessThanOrEqual(2 * MAX_ROWS);
        const verified = expectedIds({ ...filter, verified: true }, 'NEWEST').length;
        if (facets.isExact) expect(facets.verified).toBe(verified);
        else expect(facets.verified).toBeLessThanOrEqual(verified);
      },
    );
  });

  it.each(CASES.filter(({ orderBy }) => orderBy === 'NEWEST'))(
    'counts of facts by $name, ended ones $includeEnded, read a bounded number of listings',
    async ({ filter }) => {
      const counts = await feed.factCounts(toFeedQuery({ filter: { search: null, ...filter } }, NOW).filter);
      const { rows } = await costOfStatements();
      expect(rows).toBeLessThanOrEqual(2 * MAX_ROWS);
      const { regions } = filter.facts ?? {};
      const german = expectedIds({ ...filter, facts: { ...filter.facts, regions: ['DE'] } }, 'NEWEST').length;
      const counted = counts.regions.find(({ name }) => name === 'DE')?.count ?? 0;
      if (counts.isExact) expect({ regions, counted }).toEqual({ regions, counted: german });
      else expect(counted).toBeLessThanOrEqual(german);
    },
  );

  it('finds pages of own listings by the index, however many there are', async () => {
    const store = createListingStore(database.em());
    const middle = listings[LISTINGS / 2] as Row;
    const position = { key: middle.updated_at, id: middle.id };
    const page = await store.pageOf('pub_1', {
      size: 20,
      backward: false,
      after: position,
      before: undefined,
    });
    const expected = listings
      .filter((row) => `${row.updated_at}|${row.id}` < `${position.key}|${position.id}`)
      .toSorted((one, other) => (`${one.updated_at}|${one.id}` < `${other.updated_at}|${other.id}` ? 1 : -1))
      .slice(0, 20);
    expect(page.items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    executed.push({
      text: `select id from listing l where publisher_id = $1::text and (l.updated_at, l.id) < ($2::timestamptz, $3::text)
      order by l.updated_at desc, l.id desc limit 21`,
      values: ['pub_1', position.key, position.id],
      plan: 'force_custom_plan',
    });
    const { rows } = await costOfStatements();
    expect(rows).toBe(21);
  });
});
