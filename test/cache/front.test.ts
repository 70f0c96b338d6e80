import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswer } from '../../src/adapters/cache/answer.ts';
import { createAnswerCache } from '../../src/adapters/cache/answer-cache.ts';
import { createLocalEpoch } from '../../src/adapters/cache/epoch.ts';
import { createFront } from '../../src/adapters/cache/front.ts';
import { decoded, postTogether, sendForBytes, type BytesAnswer } from '../support/http/bytes.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft, legacyDraft, newEmail } from '../support/listings.ts';
import { mailsTo } from '../support/mail/mail.ts';

type Headers = Readonly<Record<string, string>>;

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway();
  key = await gateway.createKey();
  for (let index = 0; index < 30; index += 1)
    await gateway.publish(key, draft({ description: `Text ${index}. `.repeat(20) }));
});
afterAll(() => gateway.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
const PREFLIGHTED = { 'apollo-require-preflight': '1' };
const post = (operation: object, headers: Headers = {}) =>
  sendForBytes('POST', `${gateway.url}/graphql`, { ...JSON_TYPE, ...headers }, JSON.stringify(operation));
/** Posts that the server has all received before it answers the first. */
const together = (requests: readonly { readonly operation: object; readonly headers?: Headers }[]) =>
  postTogether(
    `${gateway.url}/graphql`,
    requests.map(({ operation, headers = {} }) => ({
      body: JSON.stringify(operation),
      headers: { ...JSON_TYPE, ...headers },
    })),
  );
const pathOf = (operation: Readonly<Record<string, unknown>>) =>
  `/graphql?${Object.entries(operation)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&')}`;
const get = (operation: Readonly<Record<string, unknown>>, headers: Headers = {}) =>
  sendForBytes('GET', `${gateway.url}${pathOf(operation)}`, { ...PREFLIGHTED, ...headers });
const jsonOf = (answer: BytesAnswer): Json => JSON.parse(decoded(answer).toString());
/** Requests until the answer is cached, and once more. */
async function cached(ask: () => Promise<BytesAnswer>): Promise<BytesAnswer> {
  await ask();
  await ask();
  return ask();
}

/** An answer and the answer to a request that uses it, both from one version of the feed: other tests change the feed. */
async function inOneVersion<Result>(
  ask: () => Promise<BytesAnswer>,
  act: (whole: BytesAnswer) => Promise<Result>,
): Promise<{ whole: BytesAnswer; result: Result }> {
  const { whole, result } = await eventually(
    async () => {
      const first = await cached(ask);
      return { whole: first, result: await act(first), after: await ask() };
    },
    ({ whole: { headers }, after }) => headers.etag === after.headers.etag,
  );
  return { whole, result };
}

let count = 0;
/** A query that no test has sent before. */
const fresh = (selection = 'feed(first: 5) { edges { node { id title } } }') =>
  `query Fresh${(count += 1)} { ${selection} }`;
const LONG = 'feed(first: 30) { edges { node { id title description } } }';
const FEED_PATH = '/feed.json?first=30';

describe('a public answer', () => {
  it.each([
    ['POST', () => post({ query: '{ feed { edges { node { id } } } }' })],
    ['GET', () => get({ query: '{ feed { edges { node { id } } } }' })],
    ['the feed document', () => sendForBytes('GET', `${gateway.url}${FEED_PATH}`)],
  ])('by %s states its lifetime, its age, and the headers it depends on', async (_how, ask) => {
    for (const { status, headers } of [await ask(), await ask(), await ask()]) {
      expect(status).toBe(200);
      expect(headers['cache-control']).toMatch(/^public, max-age=\d+/);
      expect(headers.age).toMatch(/^\d+$/);
      expect(headers.etag).toMatch(/^W\/"[\w-]+"$/);
      const vary = String(headers.vary).toLowerCase().split(/, */);
      expect(new Set(vary)).toEqual(new Set(['accept', 'accept-encoding', 'origin']));
    }
  });

  it('may be cached by others for ten minutes in all at most', async () => {
    const { headers } = await cached(() => get({ query: '{ feed { edges { node { id } } } }' }));
    const seconds = [...String(headers['cache-control']).matchAll(/=(\d+)/g)].map(([, value]) =>
      Number(value),
    );
    expect(Math.max(...seconds)).toBeLessThanOrEqual(600);
  });

  it('keeps its ETag while nothing changes, and has another when it differs', async () => {
    const tags = [];
    for (const first of [1, 1, 2])
      tags.push((await get({ query: `{ feed(first: ${first}) { edges { node { id } } } }` })).headers.etag);
    expect(tags[0]).toBe(tags[1]);
    expect(tags[0]).not.toBe(tags[2]);
  });

  it('of the feed document has no body for HEAD, and the same headers', async () => {
    const [whole, head] = [
      await cached(() => sendForBytes('GET', `${gateway.url}${FEED_PATH}`)),
      await sendForBytes('HEAD', `${gateway.url}${FEED_PATH}`),
    ];
    expect(head.bytes).toHaveLength(0);
    for (const name of ['etag', 'content-type', 'content-length', 'vary'])
      expect(head.headers[name]).toBe(whole.headers[name]);
  });
});

describe('a hundred equal requests at once', () => {
  it('get the same answer, computed a few times at most', async () => {
    const misses = async () =>
      Number(/events_total\{event="miss"\} (\d+)/.exec((await gateway.rest('GET', '/metrics')).text)?.[1]);
    const query = fresh();
    const before = await misses();
    const answers = await together(Array.from({ length: 100 }, () => ({ operation: { query } })));
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await misses()) - before).toBeLessThan(10);
  });
});

describe('an error', () => {
  it.each([
    ['a syntax error', { query: '{ feed(' }],
    ['an unknown field', { query: '{ nothing }' }],
    ['a refused argument', { query: '{ feed(first: 0) { edges { cursor } } }' }],
    [
      'a wrong variable',
      {
        query: 'query ($first: Int) { feed(first: $first) { edges { cursor } } }',
        variables: { first: 'x' },
      },
    ],
    ['a missing credential', { query: '{ viewer { email } }' }],
    [
      'a missing credential beside a public field',
      { query: '{ feed { edges { cursor } } viewer { email } }' },
    ],
    [
      'too high a cost',
      {
        query: `{ ${Array.from({ length: 30 }, (_, index) => `a${index}: feed(first: 100) { edges { node { id } } }`).join(' ')} }`,
      },
    ],
    [
      'an unknown persisted query',
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
    ],
    ['nothing', {}],
  ])('is never cached: %s', async (_what, operation) => {
    for (const ask of [post, get]) {
      const ids = new Set<string>();
      for (let time = 0; time < 4; time += 1) {
        const answer = await ask(operation, { 'x-request-id': `request-${time}` });
        expect(jsonOf(answer).errors.length).toBeGreaterThan(0);
        expect(answer.headers).toMatchObject({
          'cache-control': 'no-store',
          'x-request-id': `request-${time}`,
        });
        expect(answer.headers.etag).toBeUndefined();
        ids.add(jsonOf(answer).errors[0].extensions.requestId);
      }
      expect(ids).toEqual(new Set(['request-0', 'request-1', 'request-2', 'request-3']));
    }
  });

  it('is never 304, whatever the client knows', async () => {
    for (let time = 0; time < 3; time += 1)
      expect((await get({ query: '{ nothing }' }, { 'if-none-match': '*' })).status).toBe(400);
  });

  it('gives each of several simultaneous requests its own id', async () => {
    const query = fresh('feed(first: 30) { edges { node { id } } totalCount } viewer { email }');
    const ids = Array.from({ length: 5 }, (_, index) => `at-once-${index}`);
    const answers = await together(
      ids.map((id) => ({ operation: { query }, headers: { 'x-request-id': id } })),
    );
    expect(answers.map((answer) => jsonOf(answer).errors[0].extensions.requestId)).toEqual(ids);
    expect(answers.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
  });

  it('of a feed document is not cached either', async () => {
    for (let time = 0; time < 3; time += 1) {
      const { status, headers } = await sendForBytes('GET', `${gateway.url}/feed.json?first=0`);
      expect(status).toBe(400);
      expect(headers.etag).toBeUndefined();
      expect(headers['cache-control'] ?? '').not.toMatch(/public/);
    }
  });
});

describe('a mutation', () => {
  const query = 'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';

  it('is executed each time it is sent', async () => {
    const email = newEmail();
    for (let time = 0; time < 3; time += 1) {
      const { headers } = await post({ query, variables: { email } });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.etag).toBeUndefined();
    }
    expect(await mailsTo(gateway.directory, email)).toHaveLength(3);
  });

  it('is executed for each of several simultaneous requests', async () => {
    const email = newEmail();
    await together([1, 2, 3].map(() => ({ operation: { query, variables: { email } } })));
    expect(await mailsTo(gateway.directory, email)).toHaveLength(3);
  });

  it('sends its cookies to its own client only', async () => {
    const email = newEmail();
    await gateway.graphql(query, { email });
    const code = /code is (\d{6})/.exec((await mailsTo(gateway.directory, email)).at(-1) ?? '')?.[1];
    const operation = {
      query:
        'mutation ($email: String!, $code: String!) { signIn(input: { email: $email, code: $code }) { token } }',
      variables: { email, code },
    };
    const first = await post(operation);
    const second = await post(operation);
    expect(first.headers['set-cookie']).toEqual([expect.stringContaining('session_token=')]);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(jsonOf(second).data).toBeNull();
  });
});

describe('a private answer', () => {
  const query = '{ viewer { email } feed { edges { node { id } } } }';

  it('is never served to another client, however the session is sent', async () => {
    const emails = [newEmail(), newEmail()];
    const tokens = [await gateway.signIn(emails[0]), await gateway.signIn(emails[1])];
    const credentials: readonly (readonly [string | null, Headers])[] = [
      [emails[0] ?? '', { authorization: `Bearer ${tokens[0]}` }],
      [null, {}],
      [emails[1] ?? '', { authorization: `Bearer ${tokens[1]}` }],
      [null, {}],
    ];
    for (let round = 0; round < 3; round += 1) {
      for (const [email, headers] of credentials) {
        for (const ask of [post, get]) {
          const answer = await ask({ query }, headers);
          expect(jsonOf(answer).data.viewer).toEqual(email === null ? null : { email });
          expect(answer.headers['cache-control']).toBe('no-store');
        }
      }
    }
  });

  it('is not cached when a credential was sent, even for public fields only', async () => {
    const { headers } = await cached(() =>
      post({ query: '{ feed { edges { cursor } } }' }, { authorization: `Bearer ${key}` }),
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toBeUndefined();
  });

  it('requires a valid credential: a cached answer does not help a wrong one', async () => {
    const operation = { query: '{ feed { edges { cursor } } }' };
    await cached(() => post(operation));
    await cached(() => get(operation));
    const authorization = 'Bearer ggw_live_nobody';
    expect((await post(operation, { authorization })).status).toBe(401);
    expect((await get(operation, { authorization })).status).toBe(401);
  });
});

describe('two requests that differ', () => {
  it('in their variables have separate answers', async () => {
    const query = fresh('__typename').replace(
      '{',
      '($first: Int) { feed(first: $first) { edges { cursor } } ',
    );
    for (let round = 0; round < 3; round += 1) {
      for (const first of [1, 2, 3]) {
        for (const ask of [post, get])
          expect(jsonOf(await ask({ query, variables: { first } })).data.feed.edges).toHaveLength(first);
      }
    }
  });

  it('in the operation’s name have separate answers', async () => {
    const query = 'query A { a: __typename } query B { b: __typename }';
    for (let round = 0; round < 3; round += 1) {
      for (const [operationName, data] of [
        ['A', { a: 'Query' }],
        ['B', { b: 'Query' }],
      ] as const)
        expect(jsonOf(await post({ query, operationName })).data).toEqual(data);
    }
  });

  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/*', 'application/json; charset=utf-8'],
  ])('in Accept have separate answers: %s', async (accept, type) => {
    const query = '{ feed { edges { node { id title } } } }';
    const others = ['application/json', 'application/graphql-response+json'];
    for (let round = 0; round < 3; round += 1) {
      for (const other of others) {
        await post({ query }, { accept: other });
        await get({ query }, { accept: other });
      }
      expect((await post({ query }, { accept })).headers['content-type']).toBe(type);
      expect((await get({ query }, { accept })).headers['content-type']).toBe(type);
    }
  });

  it.each([
    'application/graphql-response+json;q=0.1, application/json',
    'application/json;q=0.1, application/graphql-response+json',
    'application/json;q=0, application/graphql-response+json',
    'application/*;q=0.1, application/graphql-response+json',
    '*/*;q=0.1, application/graphql-response+json',
    'application/graphql-response+json, application/json;q=0.9',
    'application/json, application/graphql-response+json',
    'text/html, application/json',
  ])('in a weighted Accept do not share answers: %s', async (accept) => {
    const query = fresh();
    await cached(() => post({ query }, { accept }));
    for (const plain of ['application/json', 'application/graphql-response+json'])
      expect((await post({ query }, { accept: plain })).headers['content-type']).toBe(
        `${plain}; charset=utf-8`,
      );
  });

  it.each([
    ['a path of the feed document', FEED_PATH, () => sendForBytes('GET', `${gateway.url}${FEED_PATH}`)],
    ['a path of a GET', pathOf({ query: '{ __typename }' }), () => get({ query: '{ __typename }' })],
    [
      'the name of a type before a query',
      `graphql-response+json${JSON.stringify({ query: '{ typed: __typename }' })}`,
      () => post({ query: '{ typed: __typename }' }, { accept: 'application/graphql-response+json' }),
    ],
  ])('do not share answers when one’s body is %s, which is not JSON', async (_what, body, ask) => {
    expect((await cached(ask)).status).toBe(200);
    expect((await sendForBytes('POST', `${gateway.url}/graphql`, JSON_TYPE, body)).status).toBe(400);
  });
});

describe('a name that every JavaScript object has', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'is an ordinary alias: %s',
    async (alias) => {
      const query = `{ feed(first: 1) { ${alias}: edges { ${alias}: node { ${alias}: id } } } }`;
      const plain = '{ feed(first: 1) { edges { node { other: id } } } }';
      const [renamed, named] = [await post({ query }), await post({ query: plain })];
      expect(renamed.bytes.toString()).toBe(
        named.bytes.toString().replace(/"(edges|node|other)":/g, `"${alias}":`),
      );
    },
  );
});

describe('a client that knows an answer', () => {
  const ASKS = [
    ['a query by GET', (headers: Headers) => get({ query: '{ feed { edges { node { id } } } }' }, headers)],
    ['the JSON feed', (headers: Headers) => sendForBytes('GET', `${gateway.url}${FEED_PATH}`, headers)],
    ['the Atom feed', (headers: Headers) => sendForBytes('GET', `${gateway.url}/feed.atom`, headers)],
  ] as const;
  const KNOWING: readonly (readonly [how: string, write: (etag: string) => string])[] = [
    ['as it was sent', (etag) => etag],
    ['in its strong form', (etag) => etag.slice(2)],
    ['first in a list', (etag) => `${etag}, "other"`],
    ['last in a list without spaces', (etag) => `"other",W/"another",${etag}`],
    ['in a list with many spaces', (etag) => `"other"  ,   ${etag}  `],
    ['by a star', () => '*'],
  ];

  it.each(ASKS.flatMap(([what, ask]) => KNOWING.map(([how, write]) => ({ what, how, ask, write }))))(
    'gets 304 without a body for $what, its ETag $how',
    async ({ ask, write }) => {
      const { whole, result } = await inOneVersion(
        () => ask({}),
        ({ headers: { etag } }) => ask({ 'if-none-match': write(String(etag)) }),
      );
      const { status, headers, bytes } = result;
      expect(status).toBe(304);
      expect(bytes).toHaveLength(0);
      expect(headers.etag).toBe(whole.headers.etag);
      expect(headers['cache-control']).toBe(whole.headers['cache-control']);
      expect(headers.vary).toBe(whole.headers.vary);
    },
  );

  it.each([
    ['of another answer', () => 'W/"AAAAAAAAAAAAAAAAAAAAAAAAAAA"'],
    ['without its quotes', (etag: string) => etag.replaceAll('"', '')],
    ['that only begins alike', (etag: string) => `${etag.slice(0, -2)}"`],
    ['that is empty', () => '""'],
  ])('gets the whole answer for an ETag %s', async (_what, write) => {
    const operation = { query: '{ feed { edges { node { id } } } }' };
    const { whole, result: again } = await inOneVersion(
      () => get(operation),
      ({ headers: { etag } }) => get(operation, { 'if-none-match': write(String(etag)) }),
    );
    expect(again.status).toBe(200);
    expect(again.bytes).toEqual(whole.bytes);
  });

  it('gets the whole answer by POST all the same', async () => {
    const ask = (headers: Headers) => post({ query: '{ feed { edges { node { id } } } }' }, headers);
    const { headers } = await cached(() => ask({}));
    expect((await ask({ 'if-none-match': String(headers.etag) })).status).toBe(200);
  });

  it('gets the new answer when the feed has changed', async () => {
    const platform = `changed-${Date.now()}`;
    const operation = {
      query: `{ feed(filter: { platforms: ["${platform}"] }) { edges { node { title } } } }`,
    };
    const { headers } = await cached(() => get(operation));
    await gateway.publish(key, draft({ platform, title: 'New' }));
    const changed = await eventually(
      () => get(operation, { 'if-none-match': String(headers.etag) }),
      ({ status }) => status === 200,
    );
    expect(jsonOf(changed).data.feed.edges).toEqual([{ node: { title: 'New' } }]);
  });
});

describe('a compressed answer', () => {
  const ASKS = [
    ['a query by POST', (headers: Headers) => post({ query: `{ ${LONG} }` }, headers)],
    ['a query by GET', (headers: Headers) => get({ query: `{ ${LONG} }` }, headers)],
    ['the JSON feed', (headers: Headers) => sendForBytes('GET', `${gateway.url}${FEED_PATH}`, headers)],
  ] as const;
  const ACCEPTED: readonly (readonly [accepted: string, encoding: string | undefined])[] = [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0.5', 'gzip'],
    ['gzip ; q=0 , br', 'br'],
    ['identity;q=0, gzip', 'gzip'],
    ['br;q=0.001', 'br'],
    ['gzip;q=0', undefined],
    ['br;q=0.000, gzip;Q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['', undefined],
  ];

  it.each(
    ASKS.flatMap(([what, ask]) =>
      ACCEPTED.map(([accepted, encoding]) => ({ what, ask, accepted, encoding })),
    ),
  )('has the same content: $what, accepting "$accepted"', async ({ ask, accepted, encoding }) => {
    const { whole: plain, result: compressed } = await inOneVersion(
      () => ask({}),
      () =>
        eventually(
          () => ask({ 'accept-encoding': accepted }),
          ({ headers }) => headers['content-encoding'] === encoding,
        ),
    );
    expect(compressed.headers['content-encoding']).toBe(encoding);
    expect(decoded(compressed)).toEqual(plain.bytes);
    expect(compressed.headers['content-length']).toBe(String(compressed.bytes.length));
    expect(compressed.headers.etag).toBe(plain.headers.etag);
    if (encoding !== undefined) expect(compressed.bytes.length).toBeLessThan(plain.bytes.length);
  });

  it('is not used when it would be hardly smaller', async () => {
    const answer = await cached(() => post({ query: '{ __typename }' }, { 'accept-encoding': 'gzip, br' }));
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});

describe('a change of the feed', () => {
  const operator = (query: string) => gateway.graphql(query, {}, gateway.operatorToken);
  const shown = async (operation: object) => jsonOf(await post(operation)).data;

  it.each([
    [
      'published',
      async (sent: Json) => gateway.publish(key, { ...sent, title: 'Changed' }),
      { edges: [{ node: { title: 'Changed', verified: false } }] },
    ],
    [
      'withdrawn',
      async ({ sourceExternalId }: Json) => gateway.withdraw(key, sourceExternalId),
      { edges: [] },
    ],
    [
      'verified',
      async (_sent: Json, id: string) =>
        operator(`mutation { verifyListing(input: { id: "${id}" }) { listing { id } } }`),
      { edges: [{ node: { title: 'Before', verified: true } }] },
    ],
  ])('is visible to everyone within seconds: a listing that is %s', async (_what, change, expected) => {
    const platform = `platform-${(count += 1)}-${Date.now()}`;
    const sent = draft({ platform, title: 'Before' });
    const { body } = await gateway.publish(key, sent);
    const operation = {
      query: `{ feed(filter: { platforms: ["${platform}"] }) { edges { node { title verified } } } }`,
    };
    const before = { edges: [{ node: { title: 'Before', verified: false } }] };
    expect(jsonOf(await cached(() => post(operation))).data.feed).toEqual(before);

    await change(sent, body.listing.id);

    const seen = await eventually(
      () => shown(operation),
      ({ feed }) => JSON.stringify(feed) === JSON.stringify(expected),
    );
    expect(seen.feed).toEqual(expected);
  });

  it('is visible in a read by id, too', async () => {
    const sent = draft({ title: 'Before' });
    const { body } = await gateway.publish(key, sent);
    const operation = { query: `{ listing(id: "${body.listing.id}") { title } }` };
    await cached(() => post(operation));
    await gateway.withdraw(key, sent['sourceExternalId']);
    expect(
      await eventually(
        () => shown(operation),
        ({ listing }) => listing === null,
      ),
    ).toEqual({ listing: null });
  });

  it('is visible when legacy listings are imported and when one is assigned', async () => {
    const sent = legacyDraft({ platform: `platform-${(count += 1)}-${Date.now()}` });
    const operation = {
      query: `{ feed(filter: { platforms: ["${String(sent['platform'])}"] }) { edges { node { publisher { kind } } } } }`,
    };
    await cached(() => post(operation));
    await gateway.graphql(
      'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
      { listings: [sent] },
      gateway.operatorToken,
    );
    const imported = await eventually(
      () => shown(operation),
      ({ feed }) => feed.edges.length === 1,
    );
    expect(imported.feed.edges).toEqual([{ node: { publisher: null } }]);
    await cached(() => post(operation));
    await operator(
      `mutation { assignLegacyListing(input: { externalId: "${String(sent['externalId'])}", account: "owner@example.com" }) { listing { id } } }`,
    );
    const assigned = await eventually(
      () => shown(operation),
      ({ feed }) => feed.edges[0].node.publisher !== null,
    );
    expect(assigned.feed.edges).toEqual([{ node: { publisher: { kind: 'ACCOUNT' } } }]);
  });
});

describe('the age of an answer', () => {
  let time = 0;
  let made = 0;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const now = () => time;
    const epoch = createLocalEpoch({ settleMs: 0, now });
    const front = createFront({
      cache: createAnswerCache({ epoch, shared: undefined, now, onEvent: () => undefined }),
      hasCredential: () => false,
      make: () => {
        made += 1;
        const facts = { status: 200, contentType: 'application/json', bornAt: time, epoch: epoch.stamp() };
        return Promise.resolve({
          cacheable: true,
          answer: createAnswer(facts, Buffer.from(`{"made":${made}}`)),
        });
      },
      limit: () => Promise.resolve(),
      refuse: (_request, response) => void response.writeHead(500).end(),
      corsHeaders: () => [],
      now,
    });
    server = createServer((request, response) => {
      if (!front(request, response)) response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it('is reported in whole seconds, and never reaches ten minutes', async () => {
    const ask = async () => {
      const { headers, bytes } = await sendForBytes('GET', url);
      return { age: headers.age, text: bytes.toString() };
    };
    await ask();
    expect(await ask()).toEqual({ age: '0', text: '{"made":2}' });
    time += 42_999;
    expect(await ask()).toEqual({ age: '42', text: '{"made":2}' });
    time = 600_000;
    expect(await ask()).toEqual({ age: '0', text: '{"made":3}' });
  });

  it.each([
    ['POST', '/feed.json'],
    ['GET', '/feed.jsonx'],
    ['GET', '/feed'],
    ['GET', '/graphql'],
    ['PUT', '/graphql?query=x'],
  ])('is not reported for other routes: %s %s', async (method, path) => {
    expect((await sendForBytes(method, new URL(path, url).href)).status).toBe(404);
  });
});
