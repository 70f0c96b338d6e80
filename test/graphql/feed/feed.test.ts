import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { graphql } from 'graphql';
import { createLoaders } from '../../../src/adapters/graphql/gateway/loaders.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { ANONYMOUS } from '../../../src/core/access/callers.ts';
import type { Listing } from '../../../src/core/listings/listing.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Answer, Json } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { draft, legacyDraft } from '../../support/listings.ts';

const ORDERS = ['RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON'] as const;
type Order = (typeof ORDERS)[number];

let gateway: Gateway;
let issuer: Issuer;
let key: string;
beforeAll(async () => {
  issuer = await startIssuer();
  gateway = await startGateway({ OAUTH_ISSUERS: issuer.entry });
  key = await gateway.createKey();
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

let queryNumber = 0;
/** Reads the feed with a new query text, so that no earlier test has cached the answer. */
async function feed(variables: object, selection = 'edges { node { id } }'): Promise<Answer> {
  return gateway.graphql(
    `query Q${(queryNumber += 1)} ($first: Int, $after: String, $last: Int, $before: String, $filter: FeedFilter, $orderBy: FeedOrder) {
      feed(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) { ${selection} }
    }`,
    variables,
  );
}
const nodesOf = ({ body }: Answer): Json[] => body.data.feed.edges.map(({ node }: Json) => node);
const idsOf = (answer: Answer): string[] => nodesOf(answer).map(({ id }) => id);
/** The titles of the listings that match a filter, in the order of publishing; for filters that match few listings. */
async function titles(filter: object): Promise<string[]> {
  return nodesOf(await feed({ first: 100, filter, orderBy: 'NEWEST' }, 'edges { node { title } }'))
    .map(({ title }) => title)
    .toReversed();
}
async function publish(fields: object, credential = key): Promise<string> {
  const { body } = await gateway.publish(credential, draft(fields as Record<string, unknown>));
  return String(body.listing.id);
}
const codeOf = ({ body }: Answer): string | undefined => body.errors?.[0].extensions.code;
const MINUTE = 60_000;
const inMinutes = (minutes: number) =>
  `${new Date(Date.now() + minutes * MINUTE).toISOString().slice(0, 19)}Z`;

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
        const answer: Answer = await feed({ first: size, after, filter, orderBy }, SORTED);
        const { edges, pageInfo } = answer.body.data.feed;
        found.push(...idsOf(answer));
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
        const answer: Answer = await feed({ last: size, before, filter, orderBy }, SORTED);
        const { edges, pageInfo } = answer.body.data.feed;
        found.unshift(...idsOf(answer));
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
      const answer = await feed({ first: 1, [side]: of('RECENTLY_UPDATED') });
      expect(answer.status).toBe(200);
      expect(codeOf(answer)).toBe('INVALID_PAYLOAD');
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
      const answers = await Promise.all([
        gateway.graphql(query('myListings'), { after: of('OWN') }, key),
        gateway.graphql(query('auditLog'), { after: of('AUDIT') }, gateway.operatorToken),
      ]);
      expect(answers.map(codeOf)).toEqual(['INVALID_PAYLOAD', 'INVALID_PAYLOAD']);
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

describe('a filter', () => {
  const PROVIDER = 'Filtered & Co.';
  const filtered = (filter: object) => titles({ providers: [PROVIDER], ...filter });
  beforeAll(async () => {
    const rows = [
      { title: 'steam', platform: 'steam', endDate: inMinutes(60) },
      { title: 'Steam', platform: 'Steam', endDate: inMinutes(120) },
      { title: 'epic', platform: 'epic' },
      { title: 'ended', platform: 'steam', endDate: inMinutes(-60) },
      { title: 'ended long ago', platform: 'epic', endDate: '0001-01-01T00:00:00Z' },
      { title: 'ends never', platform: 'epic', endDate: '9999-12-31T23:59:59Z' },
    ];
    for (const row of rows) await publish({ provider: PROVIDER, ...row });
    const verified = await publish({ provider: PROVIDER, title: 'verified', platform: 'epic' });
    await gateway.graphql(
      `mutation { verifyListing(input: { id: "${verified}" }) { listing { id } } }`,
      {},
      gateway.operatorToken,
    );
    await publish({ title: 'elsewhere', platform: 'steam', provider: 'Filtered & Co' });
  });

  it.each([
    ['no platform given', {}, ['steam', 'Steam', 'epic', 'ends never', 'verified']],
    ['one platform, whatever its case', { platforms: ['STEAM'] }, ['steam', 'Steam']],
    [
      'several platforms',
      { platforms: ['steam', 'epic'] },
      ['steam', 'Steam', 'epic', 'ends never', 'verified'],
    ],
    ['a platform twice', { platforms: ['steam', 'Steam'] }, ['steam', 'Steam']],
    ['a platform that does not exist', { platforms: ['none'] }, []],
    ['platforms of which one does not exist', { platforms: ['none', 'Steam'] }, ['steam', 'Steam']],
    ['no platform at all', { platforms: [] }, []],
    ['platforms: null', { platforms: null }, ['steam', 'Steam', 'epic', 'ends never', 'verified']],
    ['a platform with SQL in it', { platforms: ["steam' or true --", 'x'] }, []],
    ['verified ones', { verified: true }, ['verified']],
    ['those not verified', { verified: false }, ['steam', 'Steam', 'epic', 'ends never']],
    ['verified: null', { verified: null }, ['steam', 'Steam', 'epic', 'ends never', 'verified']],
    [
      'ended ones too',
      { includeEnded: true },
      ['steam', 'Steam', 'epic', 'ended', 'ended long ago', 'ends never', 'verified'],
    ],
    ['an end before an instant', { endsBefore: inMinutes(90) }, ['steam']],
    [
      'an end before an instant, ended ones too',
      { endsBefore: inMinutes(90), includeEnded: true },
      ['steam', 'ended', 'ended long ago'],
    ],
    ['an end after an instant', { endsAfter: inMinutes(90) }, ['Steam', 'ends never']],
    ['an end between two instants', { endsAfter: inMinutes(30), endsBefore: inMinutes(90) }, ['steam']],
    ['an end between two instants that cross', { endsAfter: inMinutes(90), endsBefore: inMinutes(30) }, []],
    ['an end after the last instant', { endsAfter: '9999-12-31T23:59:59Z' }, []],
    ['an end in another time zone', { endsAfter: '9999-12-31T23:59:58+00:00' }, ['ends never']],
    [
      'everything at once',
      { platforms: ['epic'], verified: true, search: 'verified', includeEnded: true },
      ['verified'],
    ],
  ])('for %s returns the matching listings', async (_what, filter, expected) => {
    expect(await filtered(filter)).toEqual(expected);
  });

  it('by provider matches the whole name, in any case', async () => {
    expect(await titles({ providers: ['Filtered & Co'] })).toEqual(['elsewhere']);
    expect(await titles({ providers: ['Filtered & Co', 'none'] })).toEqual(['elsewhere']);
    expect(await titles({ providers: ['ＦＩＬＴＥＲＥＤ & co'] })).toEqual(['elsewhere']);
    expect(await titles({ providers: ['filtered &'] })).toEqual([]);
  });

  it.each([
    {},
    { platforms: ['steam', 'Steam'] },
    { platforms: [] },
    { includeEnded: true },
    { verified: true },
    { search: 'e' },
  ])('is applied to totalCount: %j', async (filter) => {
    const whole = { providers: [PROVIDER], ...filter };
    const { body } = await feed({ first: 1, filter: whole }, 'totalCount edges { cursor }');
    expect(body.data.feed.totalCount).toBe((await titles(whole)).length);
  });

  it.each([
    ['51 platforms', { platforms: Array.from({ length: 51 }, (_, index) => String(index)) }],
    ['51 providers', { providers: Array.from({ length: 51 }, (_, index) => String(index)) }],
    ['a platform of 81 characters', { platforms: ['p'.repeat(81)] }],
    ['a provider of 121 characters', { providers: ['p'.repeat(121)] }],
    ['an empty platform', { platforms: [''] }],
    ['a search of 201 characters', { search: 's'.repeat(201) }],
    ['U+0000 in a platform', { platforms: ['a\u0000'] }],
    ['U+0000 in a search', { search: 'a\u0000' }],
    ['half of a surrogate pair', { providers: ['\ud800'] }],
  ])('is refused with %s', async (_what, filter) => {
    const answer = await feed({ filter });
    expect(answer.status).toBe(200);
    expect(codeOf(answer)).toBe('INVALID_PAYLOAD');
  });

  it.each([
    ['50 platforms', { platforms: Array.from({ length: 50 }, (_, index) => String(index)) }],
    ['a platform of 80 characters', { platforms: ['𝒑'.repeat(80)] }],
    ['a provider of 120 characters', { providers: ['𝒑'.repeat(120)] }],
    ['a search of 200 characters', { search: '𝒔'.repeat(200) }],
  ])('accepts %s', async (_what, filter) => {
    expect((await feed({ filter })).body.errors).toBeUndefined();
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ])('by an extreme instant is answered or refused, and never fails the service: %s', async (instant) => {
    for (const side of ['endsBefore', 'endsAfter']) {
      const answer = await feed({ filter: { [side]: instant } });
      expect(answer.status).toBeLessThan(500);
      expect(codeOf(answer)).not.toBe('INTERNAL');
    }
  });

  it.each(['2026-02-30T00:00:00Z', '2026-01-01', 'tomorrow', '', '2026-01-01T00:00:00', 'infinity'])(
    'by an invalid instant is refused: "%s"',
    async (instant) => {
      expect((await feed({ filter: { endsBefore: instant } })).status).toBe(400);
    },
  );
});

describe('a search', () => {
  const PROVIDER = 'Searched';
  const found = (search: string) => titles({ providers: [PROVIDER], search });
  const TITLES = [
    'Win a Weekend in Zürich',
    'Łódź: festiwal świateł',
    'Große Straßenbahn-Tour',
    'رحلة إلى القاهرة لشخصين',
    'סוף שבוע בתל אביב',
    '东京三日游大奖',
    'コーヒーメーカーが当たる',
    'ตั๋วเครื่องบินไปกรุงเทพ',
    'Путешествие в Москву',
    'Διακοπές στην Αθήνα',
    'दिल्ली की यात्रा',
    '🎁 Mystery box 🎮 PS5',
    'C++ & Rust: 100% free e-book',
    `A ${'very'.repeat(30)}longword`,
  ];
  beforeAll(async () => {
    for (const title of TITLES)
      await publish({
        provider: PROVIDER,
        title,
        platform: 'console',
        description: `Found by its words: ${title}.`,
      });
    await publish({
      provider: PROVIDER,
      title: 'Plain',
      description: 'Only the description says lighthouse.',
    });
    await publish({
      provider: PROVIDER,
      title: 'Hidden',
      instructions: 'Only the instructions say submarine.',
      worth: 'Submarine',
    });
  });

  it.each([
    ['a word', 'weekend', ['Win a Weekend in Zürich']],
    ['another case', 'WEEKEND', ['Win a Weekend in Zürich']],
    ['the beginning of a word', 'week', ['Win a Weekend in Zürich']],
    ['one letter', 'z', ['Win a Weekend in Zürich']],
    ['the middle of a word', 'ekend', []],
    ['one letter missing', 'wekend', ['Win a Weekend in Zürich']],
    ['the first letter missing', 'eekend', ['Win a Weekend in Zürich']],
    ['one letter too many', 'mystterry', []],
    ['one letter wrong', 'mystary', ['🎁 Mystery box 🎮 PS5']],
    ['two letters exchanged', 'mysteyr', ['🎁 Mystery box 🎮 PS5']],
    ['two typing errors', 'weeknde x', []],
    ['a typing error without its accent', 'zurihc', ['Win a Weekend in Zürich']],
    ['a typing error in Cyrillic', 'путешествее', ['Путешествие в Москву']],
    ['a plural', 'weekends', ['Win a Weekend in Zürich']],
    ['a plural with a typing error', 'mysteris', ['🎁 Mystery box 🎮 PS5']],
    ['another case of a Russian word', 'путешествия', ['Путешествие в Москву']],
    ['several words in any order', 'zürich win', ['Win a Weekend in Zürich']],
    ['words of which one is missing', 'zürich lose', []],
    ['an accent as it is written', 'zürich', ['Win a Weekend in Zürich']],
    ['an accent in two code points', 'zu\u0308rich', ['Win a Weekend in Zürich']],
    ['no accent', 'zurich', ['Win a Weekend in Zürich']],
    ['another accent', 'zùrich', ['Win a Weekend in Zürich']],
    ['Polish letters', 'łódź ŚWIATEŁ', ['Łódź: festiwal świateł']],
    ['Polish letters without their strokes', 'lodz swiatel', ['Łódź: festiwal świateł']],
    ['a sharp s', 'straßen', ['Große Straßenbahn-Tour']],
    ['a sharp s in capitals', 'STRASSEN', ['Große Straßenbahn-Tour']],
    ['a Turkish capital', 'İN ZÜRİCH', ['Win a Weekend in Zürich']],
    ['a part behind a hyphen', 'tour', ['Große Straßenbahn-Tour']],
    ['Arabic', 'القاهرة', ['رحلة إلى القاهرة لشخصين']],
    ['Arabic with vowel marks and another alef', 'رِحْلَة الى', ['رحلة إلى القاهرة لشخصين']],
    ['the beginning of an Arabic word', 'القا', ['رحلة إلى القاهرة لشخصين']],
    ['Hebrew', 'שבוע אביב', ['סוף שבוע בתל אביב']],
    ['Chinese', '东京', ['东京三日游大奖']],
    ['Chinese within a longer word', '日游大', ['东京三日游大奖']],
    ['one Chinese character', '奖', ['东京三日游大奖']],
    ['Chinese characters that do not stand together', '东日', []],
    ['Japanese within a longer word', 'メーカー', ['コーヒーメーカーが当たる']],
    ['Japanese', 'コーヒー', ['コーヒーメーカーが当たる']],
    ['Japanese in half-width forms', 'ｺｰﾋｰ', ['コーヒーメーカーが当たる']],
    ['Thai', 'กรุงเทพ', ['ตั๋วเครื่องบินไปกรุงเทพ']],
    ['Cyrillic in capitals', 'МОСКВУ', ['Путешествие в Москву']],
    ['Greek', 'αθήνα', ['Διακοπές στην Αθήνα']],
    ['Greek capitals without accents', 'ΔΙΑΚΟΠΕΣ', ['Διακοπές στην Αθήνα']],
    ['Devanagari', 'यात्रा', ['दिल्ली की यात्रा']],
    ['full-width letters', 'ｗｅｅｋｅｎｄ', ['Win a Weekend in Zürich']],
    ['a word beside an emoji', '🎁 mystery', ['🎁 Mystery box 🎮 PS5']],
    ['a word with a digit', 'ps5', ['🎁 Mystery box 🎮 PS5']],
    ['punctuation around words', '“mystery”, (box)!', ['🎁 Mystery box 🎮 PS5']],
    ['punctuation within words', 'c++ e-book', ['C++ & Rust: 100% free e-book']],
    ['a number with a sign', '100%', ['C++ & Rust: 100% free e-book']],
    ['a very long word', `${'very'.repeat(30)}longword`, [`A ${'very'.repeat(30)}longword`]],
    ['the description', 'lighthouse', ['Plain']],
    ['what only stands in other fields', 'submarine', []],
    ['spaces around', '  mystery  ', ['🎁 Mystery box 🎮 PS5']],
    ['a name that every object has', 'constructor', []],
  ])('finds by %s', async (_what, search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it.each([
    "'",
    "''",
    '"weekend"',
    '\\',
    "\\'",
    ':*',
    'weekend:*',
    'weekend:A',
    'a & b',
    'a | b',
    '!weekend',
    'a <-> b',
    'a <2> b',
    '(weekend',
    ')',
    '&&&',
    '%',
    '_',
    '$1',
    "'; drop table listing; --",
    '🎁',
    '👨‍👩‍👧‍👦',
    '\u200b',
    '\u202e',
    '…',
    'a\nb\tc',
    'a '.repeat(100),
  ])('accepts %j', async (search) => {
    const answer = await feed(
      { filter: { providers: [PROVIDER], search }, first: 100 },
      'totalCount edges { node { title } }',
    );
    expect(answer.body.errors).toBeUndefined();
    expect(answer.body.data.feed.totalCount).toBe(answer.body.data.feed.edges.length);
  });

  it.each([
    ['!weekend', 'weekend'],
    ['weekend | mystery', 'weekend mystery'],
    ['weekend & zürich', 'weekend zürich'],
    ['win <-> weekend', 'win weekend'],
    ["'weekend'", 'weekend'],
  ])('reads %j as the plain words %j', async (written, plain) => {
    expect(await found(written)).toEqual(await found(plain));
  });

  it.each(['', '   ', null])('does not filter when it is %j', async (search) => {
    expect(await titles({ providers: [PROVIDER], search })).toHaveLength(TITLES.length + 2);
  });

  it('does not find a word that an update removed', async () => {
    const sent = draft({ provider: PROVIDER, title: 'Zeppelin' });
    await gateway.publish(key, sent);
    expect(await found('zeppelin')).toEqual(['Zeppelin']);
    await gateway.publish(key, { ...sent, title: 'Balloon' });
    expect(await found('zeppelin')).toEqual([]);
    expect(await found('balloon')).toEqual(['Balloon']);
  });

  it('finds imported legacy listings, too', async () => {
    const external = legacyDraft({ title: 'Quokka' });
    await importLegacy([external]);
    expect(await titles({ search: 'quokka' })).toEqual(['Quokka']);
  });
});

describe('the facets', () => {
  const PROVIDER = 'Faceted';
  beforeAll(async () => {
    for (const fields of [
      { platform: 'Atlas', endDate: inMinutes(60) },
      { platform: 'ATLAS', endDate: inMinutes(60 * 24 * 3) },
      { platform: 'Boreal' },
      { platform: 'Boreal', endDate: inMinutes(-60) },
    ])
      await publish({ provider: PROVIDER, ...fields });
    await publish({ provider: 'Faceted elsewhere', platform: 'Boreal' });
  });
  const facets = async (filter: object) =>
    (
      await gateway.graphql(
        `query F${(queryNumber += 1)} ($filter: FeedFilter) {
          feed(filter: $filter, first: 1) { totalCount totalCountIsExact }
          feedFacets(filter: $filter) {
            platforms { name count } providers { name count } verified unverified endingWithinDay endingWithinWeek
            withoutEnd isExact
          }
        }`,
        { filter },
      )
    ).body;

  it('count the filtered listings beside the feed, each kind of choice as if none of it were chosen', async () => {
    const { data } = await facets({ providers: ['faceted'], platforms: ['atlas'] });
    expect(data).toEqual({
      feed: { totalCount: 2, totalCountIsExact: true },
      feedFacets: {
        platforms: [
          { name: expect.stringMatching(/^atlas$/i), count: 2 },
          { name: 'Boreal', count: 1 },
        ],
        providers: [{ name: PROVIDER, count: 2 }],
        verified: 0,
        unverified: 2,
        endingWithinDay: 1,
        endingWithinWeek: 2,
        withoutEnd: 0,
        isExact: true,
      },
    });
  });

  it.each([{ platforms: [] }, { search: '…' }])('are empty when nothing matches: %j', async (filter) => {
    const { data } = await facets(filter);
    expect(data.feedFacets).toMatchObject({ platforms: [], verified: 0, isExact: true });
  });

  it('refuse a filter as the feed does', async () => {
    expect((await facets({ platforms: [''] })).errors?.[0].extensions.code).toBe('INVALID_PAYLOAD');
  });
});

function importLegacy(listings: readonly object[]): Promise<Answer> {
  return gateway.graphql(
    'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
    { listings },
    gateway.operatorToken,
  );
}

describe('a listing of the feed', () => {
  const FIELDS = `id sourceExternalId title description landingUrl provider image platform worth instructions endDate verified
    status createdAt updatedAt publisher { id kind createdAt } __typename`;
  const inFeed = async (sourceExternalId: unknown, filter = {}) =>
    nodesOf(
      await feed({ first: 100, filter: { includeEnded: true, ...filter } }, `edges { node { ${FIELDS} } }`),
    ).find((node) => node.sourceExternalId === sourceExternalId);
  const byId = async (id: string) =>
    (await gateway.graphql(`query ($id: ID!) { listing(id: $id) { ${FIELDS} } }`, { id })).body.data.listing;

  it.each([
    ['only the required fields', {}],
    [
      'all fields',
      {
        image: 'https://publisher.example.com/a.png',
        platform: 'p',
        worth: '10 €',
        provider: 'P',
        instructions: 'Go.',
        endDate: '2090-05-06T07:08:09Z',
      },
    ],
    ['right-to-left text and emoji', { title: 'سيارة 🚗 جديدة', description: 'מתנה 🎁' }],
    ['the first and the last instant', { endDate: '0001-01-01T00:00:00Z' }],
    ['the last instant', { endDate: '9999-12-31T23:59:59Z' }],
  ])('with %s is the same in the feed, by its id and as a node', async (_what, fields) => {
    const sent = draft(fields);
    const { body } = await gateway.publish(key, sent);
    const { endDate } = fields as { endDate?: string };

    const shown = await inFeed(sent['sourceExternalId']);

    expect(shown).toEqual({
      ...body.listing,
      image: body.listing.image || null,
      endDate: endDate === undefined ? null : endDate.replace('Z', '.000Z'),
      status: 'PUBLISHED',
      publisher: { id: expect.stringMatching(/^pub_/), kind: 'ACCOUNT', createdAt: expect.any(String) },
      __typename: 'Listing',
    });
    expect(await byId(body.listing.id)).toEqual(shown);
    const { body: node } = await gateway.graphql(
      `query ($id: ID!) { node(id: $id) { id ... on Listing { ${FIELDS} } } }`,
      { id: body.listing.id },
    );
    expect(node.data.node).toEqual(shown);
  });

  it('disappears when it is withdrawn, and returns when it is published again', async () => {
    const sent = draft();
    const { body } = await gateway.publish(key, sent);
    await gateway.withdraw(key, sent['sourceExternalId']);
    expect(await inFeed(sent['sourceExternalId'])).toBeUndefined();
    const gone = await gateway.graphql(
      'query ($id: ID!) { a: listing(id: $id) { id } b: node(id: $id) { id } }',
      { id: body.listing.id },
    );
    expect(gone.body).toMatchObject({ data: { a: null, b: null } });
    expect(gone.body.errors).toBeUndefined();

    await gateway.publish(key, sent);

    expect(await inFeed(sent['sourceExternalId'])).toMatchObject({ id: body.listing.id });
  });

  it('is hidden from the feed by default when it has ended, and still found by its id', async () => {
    const sent = draft({ endDate: inMinutes(-1) });
    const { body } = await gateway.publish(key, sent);
    expect(await inFeed(sent['sourceExternalId'], { includeEnded: false })).toBeUndefined();
    expect(await inFeed(sent['sourceExternalId'], { includeEnded: null })).toBeUndefined();
    expect(await inFeed(sent['sourceExternalId'])).toBeDefined();
    expect(await byId(body.listing.id)).toMatchObject({ id: body.listing.id });
  });

  it('names a service client as its publisher', async () => {
    const sent = draft();
    await gateway.publish(await issuer.token(), sent);
    expect(await inFeed(sent['sourceExternalId'])).toMatchObject({ publisher: { kind: 'SERVICE_CLIENT' } });
  });

  it('has no publisher while it has no owner, in the feed and by its id', async () => {
    const sent = legacyDraft();
    await importLegacy([sent]);
    const shown = await inFeed(sent['externalId']);
    expect(shown).toMatchObject({ publisher: null });
    expect(await byId(shown.id)).toEqual(shown);
  });

  it('names its new owner as publisher after an assignment, even in the legacy namespace', async () => {
    const sent = legacyDraft();
    await importLegacy([sent]);
    await gateway.graphql(
      'mutation ($input: AssignLegacyListingInput!) { assignLegacyListing(input: $input) { listing { id } } }',
      { input: { externalId: sent['externalId'], account: 'owner@example.com' } },
      gateway.operatorToken,
    );
    expect(await inFeed(sent['externalId'])).toMatchObject({ publisher: { kind: 'ACCOUNT' } });
  });
});

describe('a node', () => {
  const node = (id: string) =>
    gateway.graphql('query ($id: ID!) { node(id: $id) { __typename id } }', { id });

  it('is a publisher for the id that a listing shows', async () => {
    const id = await publish({});
    const { body } = await gateway.graphql(
      'query ($id: ID!) { listing(id: $id) { publisher { id kind createdAt } } }',
      { id },
    );
    const { publisher } = body.data.listing;
    const found = await gateway.graphql(
      'query ($id: ID!) { node(id: $id) { __typename ... on Publisher { id kind createdAt } } }',
      { id: publisher.id },
    );
    expect(found.body.data.node).toEqual({ __typename: 'Publisher', ...publisher });
  });

  it.each([
    ['a listing nobody published', 'lst_01a1fcd9faa2142b2859498a78444135'],
    ['a publisher nobody knows', 'pub_01a1fcd9faa2142b2859498a78444135'],
    ['nothing', ''],
    ['a prefix only', 'pub_'],
    ['another kind', 'key_01a1fcd9faa2142b2859498a78444135'],
    ['a number', '42'],
    ['SQL', "lst_' or '1'='1"],
    ['a name that every object has', '__proto__'],
    ['10,000 characters', 'lst_'.repeat(2_500)],
    ['emoji', '🎁'],
    ['half of a surrogate pair', 'lst_\ud800'],
    ['U+0000', '\u0000'],
    ['U+0000 in the id of a listing', 'lst_\u0000'],
    ['U+0000 in the id of a publisher', 'pub_\u0000'],
  ])('is null for the id of %s, and never a failure', async (_what, id) => {
    const answers = [
      await node(id),
      await gateway.graphql('query ($id: ID!) { node: listing(id: $id) { __typename id } }', { id }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(500);
      expect(['INVALID_PAYLOAD', undefined]).toContain(codeOf(answer));
      expect(answer.body.data?.node ?? null).toBeNull();
    }
  });

  it('that cannot be found does not affect the other fields of the request', async () => {
    const id = await publish({});
    const { body } = await gateway.graphql(
      'query ($good: ID!, $bad: ID!) { good: listing(id: $good) { id } bad: listing(id: $bad) { id } }',
      { good: id, bad: 'lst_\u0000' },
    );
    expect(body.data).toEqual({ good: { id }, bad: null });
  });
});

describe('lookups of one request', () => {
  it('read the store once for listings and once for publishers', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `lst_${index}`);
    const reads: string[] = [];
    const now = new Date(0);
    const listing = (id: string, index: number) =>
      ({
        id,
        publisherId: `pub_${index % 3}`,
        status: 'published',
        createdAt: now,
        updatedAt: now,
      }) as unknown as Listing;
    const loaders = createLoaders({
      listings: {
        findPublished: async (queryNumber: readonly string[]) => {
          reads.push(`listings: ${queryNumber.length}`);
          return queryNumber.map(listing);
        },
      },
      publishers: {
        findMany: async (queryNumber: readonly string[]) => {
          reads.push(`publishers: ${queryNumber.length}`);
          return queryNumber.map((id) => ({ id, namespace: 'account:acc_1', createdAt: now }));
        },
      },
    } as unknown as Parameters<typeof createLoaders>[0]);

    const { data, errors } = await graphql({
      schema: createSchema(),
      source: `{ ${ids.map((id) => `${id}: listing(id: "${id}") { id publisher { id } }`).join(' ')} }`,
      contextValue: { caller: ANONYMOUS, loaders },
    });

    expect(errors).toBeUndefined();
    expect(data?.['lst_29']).toEqual({ id: 'lst_29', publisher: { id: 'pub_2' } });
    expect(reads).toEqual(['listings: 30', 'publishers: 3']);
  });
});
