import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { gateway, feed, titles, publish, codeOf, inMinutes, useFeedGateway } from './feed-gateway.ts';

useFeedGateway();

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
  ])('a filter for %s returns the matching listings', async (_what, filter, expected) => {
    expect(await filtered(filter)).toEqual(expected);
  });

  it('a filter by provider matches the whole name, in any case', async () => {
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
    const response = await feed({ filter });
    expect(response.status).toBe(200);
    expect(codeOf(response)).toBe('INVALID_PAYLOAD');
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
  ])(
    'a filter by an extreme instant is answered or refused, and never fails the service: %s',
    async (instant) => {
      for (const side of ['endsBefore', 'endsAfter']) {
        const response = await feed({ filter: { [side]: instant } });
        expect(response.status).toBeLessThan(500);
        expect(codeOf(response)).not.toBe('INTERNAL');
      }
    },
  );

  it.each(['2026-02-30T00:00:00Z', '2026-01-01', 'tomorrow', '', '2026-01-01T00:00:00', 'infinity'])(
    'a filter by an invalid instant is refused: "%s"',
    async (instant) => {
      expect((await feed({ filter: { endsBefore: instant } })).status).toBe(400);
    },
  );
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
        `query Facets_${randomUUID().replaceAll('-', '')} ($filter: FeedFilter) {
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
