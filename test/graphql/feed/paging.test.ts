import { beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { gateway, key, feed, nodesOf, publish, codeOf, useFeedGateway } from './feed-gateway.ts';

useFeedGateway();

const ORDERS = ['RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON'] as const;
type Order = (typeof ORDERS)[number];
const idsOf = (response: HttpResponse): string[] => nodesOf(response).map(({ id }) => id);

describe('paging', () => {
  const PLATFORM = 'paged';
  const filter = { platforms: [PLATFORM] };
  const COUNT = 17;
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (let index = 0; index < COUNT; index += 1) ids.push(await publish({ platform: PLATFORM }));
    // Many share an instant, and some have no end: only the id orders them.
    await gateway.onDatabase(async (em) => {
      for (const [index, id] of ids.entries()) {
        await em.execute(
          `update listing set created_at = timestamptz '2026-01-01 00:00:00Z' + ? * interval '1 hour',
             updated_at = timestamptz '2026-02-01 00:00:00Z' + ? * interval '1 millisecond',
             end_date = case when ? < 3 then timestamptz '2090-01-01 00:00:00Z' + ? * interval '1 day' end
           where id = ?`,
          [index % 4, index % 3, index % 5, index % 5, id],
        );
      }
    });
  });

  /** The sort key of each order with the id, for the expected order. */
  const sortKey = (order: Order, { id, createdAt, updatedAt, endDate }: Json): string =>
    `${{ RECENTLY_UPDATED: updatedAt, NEWEST: createdAt, ENDING_SOON: endDate ?? 'none' }[order]}|${id}`;
  const SORTED =
    'edges { cursor node { id createdAt updatedAt endDate } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

  it.each(ORDERS)('sorts a page of all listings by the instant of %s, then by id', async (orderBy) => {
    const nodes = nodesOf(await feed({ first: 100, filter, orderBy }, SORTED));
    const keys = nodes.map((node) => sortKey(orderBy, node));
    expect(keys).toEqual(orderBy === 'ENDING_SOON' ? keys.toSorted() : keys.toSorted().toReversed());
    expect(new Set(nodes.map(({ id }) => id))).toEqual(new Set(ids));
    expect(nodes).toHaveLength(ids.length);
    if (orderBy === 'ENDING_SOON') {
      const ends = nodes.map(({ endDate }) => endDate);
      expect(ends.slice(ends.indexOf(null))).toEqual(Array(ends.length - ends.indexOf(null)).fill(null));
      expect(ends.indexOf(null)).toBeGreaterThan(0);
    }
  });

  it('sorts by RECENTLY_UPDATED and returns 20 listings by default', async () => {
    const [plain, said] = await Promise.all([feed({}), feed({ first: 20, orderBy: 'RECENTLY_UPDATED' })]);
    expect(idsOf(plain)).toEqual(idsOf(said));
  });

  const WALKS = ORDERS.flatMap((orderBy) =>
    [1, 2, 5, COUNT - 1, COUNT, COUNT + 1].map((size) => ({ orderBy, size })),
  );

  it.each(WALKS)(
    'reads each listing exactly once forwards through $orderBy by $size',
    async ({ orderBy, size }) => {
      const all = idsOf(await feed({ first: 100, filter, orderBy }));
      const found: string[] = [];
      let after: string | null = null;
      for (let page = 0; page <= COUNT; page += 1) {
        const response: HttpResponse = await feed({ first: size, after, filter, orderBy }, SORTED);
        const { edges, pageInfo } = response.body.data.feed;
        found.push(...idsOf(response));
        expect(pageInfo).toEqual({
          hasNextPage: found.length < COUNT,
          hasPreviousPage: after !== null,
          startCursor: edges[0].cursor,
          endCursor: edges.at(-1).cursor,
        });
        if (!pageInfo.hasNextPage) break;
        after = pageInfo.endCursor;
      }
      expect(found).toEqual(all);
    },
  );

  it.each(WALKS)(
    'reads each listing exactly once backwards through $orderBy by $size',
    async ({ orderBy, size }) => {
      const all = idsOf(await feed({ first: 100, filter, orderBy }));
      const found: string[] = [];
      let before: string | null = null;
      for (let page = 0; page <= COUNT; page += 1) {
        const response: HttpResponse = await feed({ last: size, before, filter, orderBy }, SORTED);
        const { edges, pageInfo } = response.body.data.feed;
        found.unshift(...idsOf(response));
        expect(pageInfo).toEqual({
          hasNextPage: before !== null,
          hasPreviousPage: found.length < COUNT,
          startCursor: edges[0].cursor,
          endCursor: edges.at(-1).cursor,
        });
        if (!pageInfo.hasPreviousPage) break;
        before = pageInfo.startCursor;
      }
      expect(found).toEqual(all);
    },
  );

  it.each(ORDERS)('returns what lies between two cursors of %s, from either end', async (orderBy) => {
    const { edges } = (await feed({ first: 100, filter, orderBy }, SORTED)).body.data.feed;
    const [after, before] = [edges[2].cursor, edges[12].cursor];
    const between = edges.slice(3, 12).map(({ node }: Json) => node.id);
    const window = { after, before, filter, orderBy };
    expect(idsOf(await feed({ ...window, first: 100 }))).toEqual(between);
    expect(idsOf(await feed({ ...window, last: 100 }))).toEqual(between);
    expect(idsOf(await feed({ ...window, first: 4 }))).toEqual(between.slice(0, 4));
    expect(idsOf(await feed({ ...window, last: 4 }))).toEqual(between.slice(-4));
  });

  it.each(ORDERS)('returns an empty page after the last listing of %s', async (orderBy) => {
    const { pageInfo } = (await feed({ first: 100, filter, orderBy }, SORTED)).body.data.feed;
    const { body } = await feed({ first: 5, after: pageInfo.endCursor, filter, orderBy }, SORTED);
    expect(body.data.feed).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  it('is not disturbed by listings that are published, changed or withdrawn meanwhile', async () => {
    const orderBy = 'NEWEST';
    const all = idsOf(await feed({ first: 100, filter, orderBy }));
    const first = await feed({ first: 8, filter, orderBy }, SORTED);
    const added = draft({ platform: PLATFORM });
    await gateway.publish(key, added);
    const rest = await feed({ first: 100, after: first.body.data.feed.pageInfo.endCursor, filter, orderBy });
    await gateway.withdraw(key, added['sourceExternalId']);
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(all);
  });

  it('continues from a cursor whose listing is gone', async () => {
    const gone = draft({ platform: PLATFORM });
    await gateway.publish(key, gone);
    const first = await feed({ first: 1, filter, orderBy: 'NEWEST' }, SORTED);
    await gateway.withdraw(key, gone['sourceExternalId']);
    const rest = await feed({
      first: 100,
      after: first.body.data.feed.pageInfo.endCursor,
      filter,
      orderBy: 'NEWEST',
    });
    expect(new Set(idsOf(rest))).toEqual(new Set(ids));
  });

  it.each([
    ['first and last together', { first: 1, last: 1 }],
    ['first: 0', { first: 0 }],
    ['first: 101', { first: 101 }],
    ['first: -1', { first: -1 }],
    ['last: 0', { last: 0 }],
    ['last: 101', { last: 101 }],
  ])('refuses %s', async (_what, page) => {
    expect(codeOf(await feed(page))).toBe('INVALID_PAYLOAD');
  });

  it.each([
    { first: 1 },
    { first: 100 },
    { last: 1 },
    { last: 100 },
    { first: null, last: 3 },
    { first: null, last: null },
  ])('accepts %j', async (page) => {
    expect((await feed(page)).body.errors).toBeUndefined();
  });

  const cursor = (text: string) => Buffer.from(text, 'latin1').toString('base64url');
  const INSTANT = '2026-01-01T00:00:00.000Z';
  const BAD_CURSORS: readonly (readonly [what: string, of: (order: string) => string])[] = [
    ['of another order', () => cursor(`OTHER|${INSTANT}|lst_1`)],
    ['of nothing', () => ''],
    ['of no base64', () => '%%%'],
    ['of a plain word', () => 'abc'],
    ['without an instant', (order) => cursor(`${order}||lst_1`)],
    ['without an id', (order) => cursor(`${order}|${INSTANT}|`)],
    ['of a month that does not exist', (order) => cursor(`${order}|2026-13-01T00:00:00.000Z|lst_1`)],
    ['of a day that does not exist', (order) => cursor(`${order}|2026-02-30T00:00:00.000Z|lst_1`)],
    ['of an hour that does not exist', (order) => cursor(`${order}|2026-01-01T25:00:00.000Z|lst_1`)],
    ['of the year 0', (order) => cursor(`${order}|0000-01-01T00:00:00.000Z|lst_1`)],
    ['of minus infinity', (order) => cursor(`${order}|-infinity|lst_1`)],
    ['with a quote in its id', (order) => cursor(`${order}|${INSTANT}|lst_1'`)],
    ['with U+0000 in its id', (order) => cursor(`${order}|${INSTANT}|lst_\u0000`)],
    ['with more behind its id', (order) => cursor(`${order}|${INSTANT}|lst_1|x`)],
    ['of 513 characters', () => 'a'.repeat(513)],
  ];

  it.each(BAD_CURSORS)('refuses a cursor %s, after and before', async (_what, of) => {
    for (const side of ['after', 'before']) {
      const response = await feed({ first: 1, [side]: of('RECENTLY_UPDATED') });
      expect(response.status).toBe(200);
      expect(codeOf(response)).toBe('INVALID_PAYLOAD');
    }
  });

  it.each(ORDERS.flatMap((from) => ORDERS.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'refuses a cursor of %s in %s',
    async (from, to) => {
      const { edges } = (await feed({ first: 1, filter, orderBy: from }, SORTED)).body.data.feed;
      expect(codeOf(await feed({ first: 1, after: edges[0].cursor, filter, orderBy: to }))).toBe(
        'INVALID_PAYLOAD',
      );
    },
  );

  it.each([...BAD_CURSORS, ['of infinity', (order: string) => cursor(`${order}|infinity|lst_1`)] as const])(
    'refuses a cursor %s in my listings and in the audit log, too',
    async (_what, of) => {
      const query = (field: string) =>
        `query ($after: String) { ${field}(after: $after) { edges { cursor } } }`;
      const responses = await Promise.all([
        gateway.graphql(query('myListings'), { after: of('OWN') }, key),
        gateway.graphql(query('auditLog'), { after: of('AUDIT') }, gateway.operatorToken),
      ]);
      expect(responses.map(codeOf)).toEqual(['INVALID_PAYLOAD', 'INVALID_PAYLOAD']);
    },
  );
});

describe('my listings', () => {
  it('are paged from both ends, newest change first, withdrawn ones included', async () => {
    const ownKey = await gateway.createKey();
    const sent = Array.from({ length: 5 }, () => draft());
    for (const each of sent) await gateway.publish(ownKey, each);
    await gateway.withdraw(ownKey, sent[1]?.['sourceExternalId']);
    const read = async (page: object) =>
      (
        await gateway.graphql(
          `query ($first: Int, $after: String, $last: Int, $before: String) {
            myListings(first: $first, after: $after, last: $last, before: $before) {
              edges { cursor node { sourceExternalId status } } pageInfo { hasNextPage hasPreviousPage }
            }
          }`,
          page,
          ownKey,
        )
      ).body.data.myListings;
    const all = (await read({})).edges;
    expect(all.map(({ node }: Json) => node)).toEqual(
      [1, 4, 3, 2, 0].map((index) => ({
        sourceExternalId: sent[index]?.['sourceExternalId'],
        status: index === 1 ? 'WITHDRAWN' : 'PUBLISHED',
      })),
    );
    expect((await read({ first: 2, after: all[1].cursor })).edges).toEqual(all.slice(2, 4));
    expect((await read({ last: 2, before: all[3].cursor })).edges).toEqual(all.slice(1, 3));
    expect((await read({ last: 2, before: all[2].cursor })).pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
    });
  });
});
