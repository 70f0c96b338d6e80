import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { rulesOf } from '../../../src/adapters/graphql/guard/field-rules.ts';
import { sendForBytes, type BytesResponse } from '../../support/http/bytes.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { giveawayIdOf, hashOf, WALLETS } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const STARTED_WITHIN_MS = 40_000;
// Errors carry the id of their request: with one id for all, whole responses can be compared.
const REQUEST_ID = { 'x-request-id': 'one-id-for-all' };
const LISTING = 'id title description landingUrl endDate verified publisher { id kind createdAt }';
const EDGES = `edges { cursor node { ${LISTING} } } pageInfo { hasNextPage endCursor }`;
const ROUNDS = `rounds(first: 6) { nodes { id index entriesTotal holders drawProof { round { id } } winner { passport { owner } }
  entries(first: 50) { edges { cursor node { leaf entries history(first: 2) { nodes { entries } } passport { passportId owner } } } } } }`;
const giveaway = (number: number) => `giveaway(id: "${giveawayIdOf(number)}") { id ${ROUNDS} }`;

interface Operation {
  readonly query: string;
  readonly variables?: object;
  readonly operationName?: string | null;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'a large page': { query: `{ feed(first: 100) { ${EDGES} } }` },
  'a search': { query: `{ feed(first: 2, filter: { search: "sea" }) { ${EDGES} } }` },
  'a search by variables': {
    query: `query ($first: Int, $filter: FeedFilter) { feed(first: $first, filter: $filter) { ${EDGES} } }`,
    variables: { first: 3, filter: { search: 'week', includeEnded: true } },
  },
  'a count': { query: '{ feed(first: 1) { totalCount totalCountIsExact } }' },
  facets: { query: '{ feedFacets { platforms { name count } verified isExact } }' },
  'several pages under aliases': {
    query: `{ one: feed(first: 60) { ${EDGES} } other: feed(last: 60) { ${EDGES} } }`,
  },
  'levels of pages': { query: `{ ${giveaway(SUMMER.carried)} }` },
  'the feed beside giveaways': { query: `{ ${giveaway(SUMMER.drawn)} feed(first: 50) { ${EDGES} } }` },
  'lists of giveaways and passports': {
    query: `{ giveaways(first: 6) { nodes { id rounds(first: 3) { nodes { id entries(first: 20) { nodes { entries } } } } } } }`,
  },
  'passports of an owner': {
    query: `{ passports(owner: "${WALLETS[3]}", first: 10) { nodes { passportId entries(first: 20) { nodes { entries round { id } } } } } }`,
  },
  'a round and a draw': {
    query: `{ round(id: "rnd_${hashOf(SUMMER.drawn).slice(2)}_0") { entries(first: 100) { nodes { entries passport { owner } } } }
      drawProof(giveaway: "${giveawayIdOf(SUMMER.drawn)}", round: 0) { round { entries(first: 100) { nodes { entries } } } } }`,
  },
  'one of several operations': {
    query: `query Small { feed(first: 1) { edges { node { id } } } } query Large { feed(first: 100) { ${EDGES} } }`,
    operationName: 'Large',
  },
  'an operation name that is null': {
    query: `query Large { feed(first: 100) { ${EDGES} } }`,
    operationName: null,
  },
  'an argument that the core refuses': {
    query: `{ large: feed(first: 100) { ${EDGES} } feed(first: 100, after: "nonsense") { ${EDGES} } }`,
  },
  'a variable of another type': {
    query: `query ($verified: Boolean) { feed(first: 100, filter: { verified: $verified }) { ${EDGES} } }`,
    variables: { verified: 'yes' },
  },
};

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'costly reads in their thread', () => {
  const gateway = sharedByTests(startGateway);
  beforeAll(async () => {
    await gateway.onDatabase(seedSummer);
    const key = await gateway.createKey();
    for (let index = 0; index < 12; index += 1)
      await gateway.publish(
        key,
        draft({ title: index % 2 === 0 ? 'A week by the sea' : 'Ten keys – \u{1F3AE}' }),
      );
    // The thread starts with the first read, from source.
    const count = () => post({ query: '{ feed(first: 1) { totalCount } }' });
    expect((await eventually(count, ({ status }) => status === 200, STARTED_WITHIN_MS)).status).toBe(200);
  });

  const JSON_TYPE = { 'content-type': 'application/json' };
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    sendForBytes(method, `${gateway.url}${path}`, { ...REQUEST_ID, ...headers }, body);
  const post = (operation: Operation, headers: Record<string, string> = {}) =>
    send('POST', '/graphql', { ...JSON_TYPE, ...headers }, JSON.stringify(operation));
  const asOperator = (operation: Operation, headers: Record<string, string> = {}) =>
    post(operation, { ...headers, authorization: `Bearer ${gateway.operatorToken}` });
  const shown = ({ status, headers, bytes }: BytesResponse) => ({
    status,
    type: headers['content-type'],
    body: bytes.toString(),
  });

  /** The number of reads that the thread has finished. */
  async function ended(): Promise<number> {
    const counts = (await gateway.metrics()).matchAll(/^costly_reads_total\{.*\} (\d+)$/gm);
    return Array.from(counts).reduce((sum, [, count]) => sum + Number(count), 0);
  }

  describe.each(Object.entries(OPERATIONS))('%s', (_name, operation) => {
    it('is answered there as by the main thread, which answers the operator', async () => {
      const before = await ended();
      const expected = await asOperator(operation);
      expect(await ended()).toBe(before);
      const response = await post(operation);
      expect(await ended()).toBe(before + 1);
      expect(shown(response)).toEqual(shown(expected));
    });
  });

  it('has the cache headers of a cheap read', async () => {
    const names = async (query: string) => Object.keys((await post({ query })).headers).toSorted();
    expect(await names(`{ feed(first: 99) { ${EDGES} } }`)).toEqual(
      await names('{ feed(first: 9) { edges { cursor } } }'),
    );
    expect((await post({ query: `{ feed(first: 98) { ${EDGES} } }` })).headers['cache-control']).toMatch(
      /^public/,
    );
    const { headers } = await post({ query: `{ giveaway(id: "${giveawayIdOf(SUMMER.carried)}") { id } }` });
    expect((await post({ query: `{ ${giveaway(SUMMER.carried)} }` })).headers).toMatchObject({
      'cache-control': headers['cache-control'],
    });
  });

  it('is cached, and answered from memory from its third time on', async () => {
    const operation = { query: `{ feed(first: 97) { ${EDGES} } }` };
    await post(operation);
    await post(operation);
    const before = await ended();
    const [first, second] = [await post(operation), await post(operation)];
    expect(await ended()).toBe(before);
    expect(second.headers['etag']).toBe(first.headers['etag']);
  });

  it('is answered there by GET, and by its hash alone', async () => {
    const query = `{ feed(first: 96) { ${EDGES} } }`;
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } });
    const get = (parameters: Record<string, string>) =>
      send('GET', `/graphql?${new URLSearchParams(parameters).toString()}`, {
        'apollo-require-preflight': 'true',
      });
    const expected = shown(await asOperator({ query }));
    const before = await ended();
    expect(shown(await get({ query }))).toEqual(expected);
    expect(shown(await get({ query, extensions }))).toEqual(expected);
    expect(shown(await get({ extensions }))).toEqual(expected);
    expect(await ended()).toBe(before + 3);
  });

  it('is answered there in the media type that the client accepts', async () => {
    const accept = { accept: 'application/graphql-response+json' };
    for (const operation of [OPERATIONS['a large page'], OPERATIONS['a variable of another type']]) {
      const before = await ended();
      const response = shown(await post(operation!, accept));
      expect(await ended()).toBe(before + 1);
      expect(response).toEqual(shown(await asOperator(operation!, accept)));
      expect(response.type).toMatch(/graphql-response/);
    }
  });

  it('is answered there when its body is too long for the cache', async () => {
    const operation = { query: `{ feed(first: 95) { ${EDGES} } } # ${'-'.repeat(17_000)}` };
    const before = await ended();
    const response = await post(operation);
    expect(await ended()).toBe(before + 1);
    expect(shown(response)).toEqual(shown(await asOperator(operation)));
  });

  it('is a feed document, too, when it is a search or a large page', async () => {
    const before = await ended();
    for (const path of ['/feed.json', '/feed.json?first=20', '/feed.atom?platforms=steam'])
      expect((await send('GET', path, {})).status).toBe(200);
    expect(await ended()).toBe(before);
    const search = await send('GET', '/feed.json?search=sea', {});
    expect(JSON.parse(search.bytes.toString()).items).toHaveLength(6);
    expect(search.headers).toMatchObject({ 'content-type': 'application/feed+json; charset=utf-8' });
    const atom = await send('GET', '/feed.atom?first=100', {});
    expect(atom.headers).toMatchObject({ 'content-type': 'application/atom+xml; charset=utf-8' });
    const refused = await send('GET', '/feed.json?search=sea&first=101', {});
    expect([refused.status, JSON.parse(refused.bytes.toString())]).toEqual([
      400,
      { error: { message: expect.stringContaining('first') } },
    ]);
    expect(await ended()).toBe(before + 3);
  });

  it('is refused by the main thread when it costs too much or includes private fields', async () => {
    const before = await ended();
    const costly = await post({
      query: `{ ${'abcdefghijklmnop'.replaceAll(/./g, (name) => `${name}: feed(first: 100) { edges { node { publisher { id } image } } pageInfo { endCursor } } `)} }`,
    });
    expect(costly.bytes.toString()).toContain('OPERATION_TOO_COSTLY');
    const mixed = await post({ query: `{ feed(first: 100) { ${EDGES} } viewer { email } }` });
    expect(mixed.bytes.toString()).toContain('UNAUTHENTICATED');
    expect(await ended()).toBe(before);
  });
});

it('offloads only public fields of the schema', () => {
  const fields = Object.values(createSchema().getQueryType()?.getFields() ?? {}).map(rulesOf);
  const offloadable = fields.filter((rules) => rules?.offloadable);
  expect(offloadable.length).toBeGreaterThan(5);
  expect(offloadable.filter((rules) => rules?.permission !== 'public')).toEqual([]);
});
