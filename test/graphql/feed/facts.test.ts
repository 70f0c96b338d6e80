import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const STATED = {
  german: { regions: ['DE', 'AT'], minimumAge: 18, prizes: 10, kind: 'PRIZE', allocation: 'DRAW' },
  swiss: { regions: ['CH'], minimumAge: 16, prizes: 1, kind: 'PRIZE', allocation: 'FIRST_COME' },
  free: { regions: ['DE'], minimumAge: 0, kind: 'FREEBIE', allocation: 'FIRST_COME' },
  many: { prizes: 250 },
  silent: {},
  unasked: undefined,
} as const;
const NONE = { regions: [], minimumAge: null, prizes: null, kind: null, allocation: null };
const PUBLISH =
  'mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { id updatedAt facts { regions minimumAge prizes kind allocation } } } }';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
  for (const [name, facts] of Object.entries(STATED)) await publish(name, facts);
});

async function publish(name: string, facts: unknown, fields: object = {}): Promise<Json> {
  const input = { ...draft({ sourceExternalId: name, title: name, ...fields }), facts };
  const { body } = await gateway.graphql(PUBLISH, { input }, key);
  return body.data?.publishListing?.listing ?? body.errors;
}

async function found(facts: object): Promise<string[]> {
  const { body } = await gateway.graphql(
    'query ($filter: FeedFilter) { feed(filter: $filter) { nodes { title } totalCount } }',
    { filter: { facts } },
  );
  const titles = body.data.feed.nodes.map(({ title }: Json) => title);
  expect(body.data.feed.totalCount).toBe(titles.length);
  return titles.toSorted();
}

const read = async (path: string) => (await fetch(`${gateway.url}${path}`)).text();

describe('the facts of a listing', () => {
  it('are shown as they were stated, and empty where nothing is', async () => {
    const { body } = await gateway.graphql(
      '{ feed { nodes { title facts { regions minimumAge prizes kind allocation } } } }',
    );
    const shown = Object.fromEntries(body.data.feed.nodes.map(({ title, facts }: Json) => [title, facts]));
    expect(shown).toEqual({
      german: { ...STATED.german, regions: ['AT', 'DE'] },
      swiss: STATED.swiss,
      free: { ...STATED.free, prizes: null },
      many: { ...NONE, prizes: 250 },
      silent: NONE,
      unasked: NONE,
    });
  });

  it('stay when it is published by REST, or without facts, and go when none are stated', async () => {
    const sent = draft({ sourceExternalId: 'kept', title: 'kept', endDate: '2020-01-01T00:00:00Z' });
    const facts = { regions: ['FR'], minimumAge: 21 };
    const stated = { ...NONE, ...facts };
    expect((await publish('kept', facts, sent)).facts).toEqual(stated);
    const { body, status } = await gateway.publish(key, {
      ...sent,
      worth: '5 €',
      facts: { regions: ['DE'] },
    });
    expect([status, body.listing.facts]).toEqual([200, undefined]);
    expect((await publish('kept', null, { ...sent, worth: '6 €' })).facts).toEqual(stated);
    const left = await publish('kept', undefined, sent);
    expect(left.facts).toEqual(stated);
    const again = await publish('kept', facts, sent);
    expect(again.updatedAt > left.updatedAt).toBe(true);
    expect((await publish('kept', {}, sent)).facts).toEqual(NONE);
  });

  it('are no change when they are stated again, also in another order', async () => {
    const expected = { absent: true };
    const input = {
      ...draft({ sourceExternalId: 'same', title: 'same', endDate: '2020-01-01T00:00:00Z' }),
    };
    const send = (regions: string[]) =>
      gateway.graphql(
        'mutation ($input: PublishListingInput!, $expected: ExpectedListingInput) { publishListing(input: $input, expected: $expected) { listing { id } } }',
        { input: { ...input, facts: { regions } }, expected },
        key,
      );
    const { body: first } = await send(['DE', 'AT']);
    expect((await send(['AT', 'DE', 'de'])).body).toEqual(first);
    expect((await send(['AT'])).body.errors[0].extensions.reason).toBe('LISTING_EXISTS');
  });

  it('are refused with the path of the field', async () => {
    const [{ message, extensions }] = await publish('wrong', { regions: ['DE', 'EU'], prizes: 0 });
    expect(message).toContain('facts.regions.1 must be a country code of ISO 3166-1, such as DE.');
    expect(extensions).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: { fields: [{ field: 'facts.regions.1' }, { field: 'facts.prizes' }] },
    });
  });
});

describe('a filter by facts', () => {
  it.each<[object, string[]]>([
    [{ regions: ['de'] }, ['free', 'german']],
    [{ regions: ['CH', 'AT'] }, ['german', 'swiss']],
    [{ regions: [] }, []],
    [{ age: 17 }, ['free', 'swiss']],
    [{ age: 120 }, ['free', 'german', 'swiss']],
    [{ minPrizes: 1 }, ['german', 'many', 'swiss']],
    [{ minPrizes: 10 }, ['german', 'many']],
    [{ minPrizes: 11 }, ['many']],
    [{ minPrizes: 251 }, []],
    [{ kind: 'FREEBIE' }, ['free']],
    [{ allocation: 'FIRST_COME' }, ['free', 'swiss']],
    [{ regions: ['DE'], kind: 'PRIZE', age: 18, minPrizes: 2, allocation: 'DRAW' }, ['german']],
    [{ regions: ['DE'], kind: 'PRIZE', age: 17 }, []],
    [{}, ['free', 'german', 'many', 'silent', 'swiss', 'unasked']],
  ])('%j finds %j', async (facts, titles) => {
    expect(await found(facts)).toEqual(titles);
  });

  it('is a parameter of the feed documents, the calendar and the exports', async () => {
    const query = 'regions=DE,at&age=18&minPrizes=2&kind=PRIZE&allocation=DRAW';
    const feed = JSON.parse(await read(`/feed.json?${query}`));
    expect(
      feed.items.map(({ title, _giveaway }: Json) => [title, _giveaway.regions, _giveaway.prizes]),
    ).toEqual([['german', ['AT', 'DE'], 10]]);
    const line = JSON.parse(await read(`/feed.ndjson?${query}`));
    expect(line).toMatchObject({ title: 'german', ...STATED.german, regions: ['AT', 'DE'], verified: false });
    const [head = '', row = ''] = (await read(`/feed.csv?${query}`)).split('\n');
    expect(head).toContain('endDate,verified,regions,minimumAge,prizes,kind,allocation,createdAt');
    expect(row).toContain(',false,AT DE,18,10,PRIZE,DRAW,');
    expect(await read(`/feed.ics?${query}`)).not.toContain('BEGIN:VEVENT');
  });

  it.each(['regions=XX', 'age=old', 'age=-1', 'minPrizes=0', 'kind=prize', 'allocation='])(
    'refuses the parameter %s',
    async (query) => {
      const response = await fetch(`${gateway.url}/feed.json?${query}`);
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: { message: expect.stringContaining(query.split('=')[0] ?? '') } },
      ]);
    },
  );
});

describe('the facets of facts', () => {
  const FACETS =
    'query ($filter: FeedFilter) { feedFacets(filter: $filter) { facts { regions { name count } ages { value count } minPrizes { value count } prizes freebies draws firstCome isExact } } }';
  const facets = async (facts?: object) =>
    (await gateway.graphql(FACETS, { filter: { facts } })).body.data.feedFacets.facts;

  it('count what each choice would leave', async () => {
    expect(await facets()).toEqual({
      regions: [
        { name: 'DE', count: 2 },
        { name: 'AT', count: 1 },
        { name: 'CH', count: 1 },
      ],
      ages: [
        { value: 0, count: 1 },
        { value: 16, count: 2 },
        { value: 18, count: 3 },
      ],
      minPrizes: [
        { value: 2, count: 2 },
        { value: 10, count: 2 },
        { value: 100, count: 1 },
      ],
      prizes: 2,
      freebies: 1,
      draws: 1,
      firstCome: 2,
      isExact: true,
    });
  });

  it('count each fact without the filter of that fact', async () => {
    const counted = await facets({ regions: ['DE'], kind: 'PRIZE' });
    expect(counted).toMatchObject({
      regions: [
        { name: 'AT', count: 1 },
        { name: 'CH', count: 1 },
        { name: 'DE', count: 1 },
      ],
      prizes: 1,
      freebies: 1,
      draws: 1,
      firstCome: 0,
    });
  });

  it('cost the scans that they need', async () => {
    const costOf = async (filter: object, selection: string) =>
      (
        await gateway.graphql(
          `query ($filter: FeedFilter) { feedFacets(filter: $filter) { ${selection} } }`,
          { filter },
        )
      ).body.extensions.cost.requested;
    const [plain, withFacts, filtered] = [
      await costOf({}, 'verified'),
      await costOf({}, 'verified facts { draws }'),
      await costOf({ facts: { kind: 'PRIZE' } }, 'verified'),
    ];
    expect([withFacts - plain, filtered - plain]).toEqual([1_201, 200]);
  });
});
