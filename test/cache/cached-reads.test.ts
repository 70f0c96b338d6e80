import { describe, expect, it } from '@jest/globals';
import { postTogether, sendForBytes } from '../support/http/bytes.ts';
import { newEmail } from '../support/listings.ts';
import { mailsTo } from '../support/mail/mail.ts';
import {
  type Headers,
  gateway,
  key,
  JSON_TYPE,
  post,
  get,
  jsonOf,
  cached,
  fresh,
  FEED_PATH,
  useCachedGateway,
} from './cached-gateway.ts';

useCachedGateway();

/** Posts that the server has all received before it answers the first. */
const together = (requests: readonly { readonly operation: object; readonly headers?: Headers }[]) =>
  postTogether(
    `${gateway.url}/graphql`,
    requests.map(({ operation, headers = {} }) => ({
      body: JSON.stringify(operation),
      headers: { ...JSON_TYPE, ...headers },
    })),
  );

describe('a public response', () => {
  it.each([
    ['POST', () => post({ query: '{ feed { edges { node { id } } } }' })],
    ['GET', () => get({ query: '{ feed { edges { node { id } } } }' })],
    ['the feed document', () => sendForBytes('GET', `${gateway.url}${FEED_PATH}`)],
  ])(
    'a public response by %s states its lifetime, its age, and the headers it depends on',
    async (_how, query) => {
      for (const { status, headers } of [await query(), await query(), await query()]) {
        expect(status).toBe(200);
        expect(headers['cache-control']).toMatch(/^public, max-age=\d+/);
        expect(headers.age).toMatch(/^\d+$/);
        expect(headers.etag).toMatch(/^W\/"[\w-]+"$/);
        const vary = String(headers.vary).toLowerCase().split(/, */);
        expect(new Set(vary)).toEqual(new Set(['accept', 'accept-encoding', 'origin']));
      }
    },
  );

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

  it('a public response of the feed document has no body for HEAD, and the same headers', async () => {
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
  it('get the same response, computed a few times at most', async () => {
    const misses = async () =>
      Number(/events_total\{event="miss"\} (\d+)/.exec(await gateway.metrics())?.[1]);
    const query = fresh();
    const before = await misses();
    const responses = await together(Array.from({ length: 100 }, () => ({ operation: { query } })));
    expect(new Set(responses.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
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
    for (const query of [post, get]) {
      const ids = new Set<string>();
      for (let time = 0; time < 4; time += 1) {
        const response = await query(operation, { 'x-request-id': `request-${time}` });
        expect(jsonOf(response).errors.length).toBeGreaterThan(0);
        expect(response.headers).toMatchObject({
          'cache-control': 'no-store',
          'x-request-id': `request-${time}`,
        });
        expect(response.headers.etag).toBeUndefined();
        ids.add(jsonOf(response).errors[0].extensions.requestId);
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
    const responses = await together(
      ids.map((id) => ({ operation: { query }, headers: { 'x-request-id': id } })),
    );
    expect(responses.map((response) => jsonOf(response).errors[0].extensions.requestId)).toEqual(ids);
    expect(responses.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
  });

  it('an error of a feed document is not cached either', async () => {
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
    expect(first.headers['set-cookie']).toEqual([
      expect.stringContaining('session_token='),
      expect.stringContaining('device='),
    ]);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(jsonOf(second).data).toBeNull();
  });
});

describe('a private response', () => {
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
        for (const sendQuery of [post, get]) {
          const response = await sendQuery({ query }, headers);
          expect(jsonOf(response).data.viewer).toEqual(email === null ? null : { email });
          expect(response.headers['cache-control']).toBe('no-store');
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

  it('requires a valid credential: a cached response does not help a wrong one', async () => {
    const operation = { query: '{ feed { edges { cursor } } }' };
    await cached(() => post(operation));
    await cached(() => get(operation));
    const authorization = 'Bearer ggw_live_nobody';
    expect((await post(operation, { authorization })).status).toBe(401);
    expect((await get(operation, { authorization })).status).toBe(401);
  });
});
