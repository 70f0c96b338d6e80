import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { PREFLIGHTED, gateway, production, post, get, useLimitedGateways } from './limited-gateway.ts';

useLimitedGateways();

describe('a request that another site could send without a preflight', () => {
  it.each([
    ['a plain GET', 'GET', '/graphql?query=%7B__typename%7D', undefined, {}],
    [
      'a plain GET that accepts JSON',
      'GET',
      '/graphql?query=%7B__typename%7D',
      undefined,
      { accept: 'application/json' },
    ],
    [
      'a GET of a form’s type',
      'GET',
      '/graphql?query=%7B__typename%7D',
      undefined,
      { 'content-type': 'text/plain' },
    ],
    [
      'a form',
      'POST',
      '/graphql',
      'query=%7B__typename%7D',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a plain text', 'POST', '/graphql', '{"query":"{ __typename }"}', { 'content-type': 'text/plain' }],
    [
      'a plain text with a parameter',
      'POST',
      '/graphql',
      '{"query":"{ __typename }"}',
      { 'content-type': 'text/plain; application/json' },
    ],
    [
      'an upload',
      'POST',
      '/graphql',
      '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"}\r\n--b--\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
  ])('is refused: %s', async (_what, method, path, body, headers) => {
    const session = await gateway.signIn(newEmail());
    const cookie = `giveaways.session_token=${session}`;
    for (const sent of [headers, { ...headers, cookie }]) {
      const answer = await gateway.rest(method, path, { body, headers: sent });
      expect([400, 415]).toContain(answer.status);
      expect(answer.body.data).toBeUndefined();
    }
  });

  it.each([
    ['apollo-require-preflight', { 'apollo-require-preflight': '1' }],
    ['x-apollo-operation-name', { 'x-apollo-operation-name': 'A' }],
    ['a content-type of JSON', { 'content-type': 'application/json' }],
  ])('is accepted by GET with %s', async (_what, headers) => {
    expect((await get({ query: '{ __typename }' }, headers)).body.data).toEqual({ __typename: 'Query' });
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])(
    'is accepted by GET and POST only: %s is 405, with and without a body, for every caller',
    async (method) => {
      const body = method === 'HEAD' ? undefined : { query: '{ __typename }' };
      const answers = await Promise.all([
        gateway.rest(method, '/graphql', { body }),
        gateway.rest(method, '/graphql'),
        gateway.rest(method, '/graphql', { key: 'ggw_live_nonsense' }),
        gateway.rest(method, '/graphql', { key: gateway.operatorToken, headers: PREFLIGHTED }),
      ]);
      for (const { status, headers, body: given } of answers) {
        expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, POST' });
        const refusal = { errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED', retryable: false } }] };
        if (method !== 'HEAD') expect(given).toMatchObject(refusal);
      }
    },
  );

  it('never runs a mutation by GET', async () => {
    const answer = await get({
      query: `mutation { requestSignInCode(input: { email: "${newEmail()}" }) { email } }`,
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });
});

describe('introspection and the page for trying queries', () => {
  const introspect = (from: Gateway) => from.graphql('{ schema: __schema { queryType { name } } }');
  const page = (from: Gateway) => from.rest('GET', '/graphql', { headers: { accept: 'text/html' } });

  it('are available outside production', async () => {
    expect((await introspect(gateway)).body.data).toEqual({ schema: { queryType: { name: 'Query' } } });
    const answer = await page(gateway);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('are disabled in production', async () => {
    const refused = await introspect(production);
    expect(refused.status).toBe(400);
    expect(refused.body.data).toBeUndefined();
    expect((await production.graphql('{ __type(name: "Query") { name } }')).status).toBe(400);
    const answer = await page(production);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('<html');
  });

  it('do not include __typename, which is always available', async () => {
    expect((await production.graphql('{ __typename }')).body.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['on', 'production', 200],
    ['off', 'development', 400],
  ])('are %s when the configuration says so, even in %s', async (INTROSPECTION, NODE_ENV, status) => {
    const configured = await startGateway({ INTROSPECTION, NODE_ENV });
    const answer = await introspect(configured);
    await configured.stop();
    expect(answer.status).toBe(status);
  });
});

describe('another origin', () => {
  const STUDIO = 'https://studio.apollographql.com';
  const postFrom = (origin: string) => post({ query: '{ feed { totalCount } }' }, { headers: { origin } });
  const preflight = (origin: string) =>
    gateway.rest('OPTIONS', '/graphql', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      },
    });

  it('on the list may read answers, cached ones too, but not send cookies', async () => {
    for (let time = 0; time < 3; time += 1) {
      const { headers } = await postFrom(STUDIO);
      expect(headers.get('access-control-allow-origin')).toBe(STUDIO);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toMatch(/\borigin\b/i);
    }
  });

  it('on the list may send a preflight', async () => {
    const { status, headers } = await preflight(STUDIO);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(STUDIO);
    expect(headers.get('access-control-allow-methods')).toMatch(/\bPOST\b/);
    const listed = (name: string) => headers.get(name)?.split(', ');
    expect(listed('access-control-allow-headers')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-request-id']),
    );
    expect(listed('access-control-expose-headers')).toEqual(
      expect.arrayContaining(['location', 'idempotent-replayed', 'retry-after', 'x-request-id']),
    );
  });

  it.each([
    'https://foreign.example.com',
    'https://studio.apollographql.com.example.com',
    'http://studio.apollographql.com',
    'https://STUDIO.apollographql.com',
    'null',
  ])('that is not on the list may neither send a preflight nor read answers: %s', async (origin) => {
    for (const { headers } of [
      await preflight(origin),
      await postFrom(origin),
      await postFrom(origin),
      await postFrom(origin),
    ])
      expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is allowed by the configured list only', async () => {
    const ownOrigin = 'https://giveaways.example.com';
    const configured = await startGateway({ CORS_ORIGINS: ownOrigin });
    const answers = await Promise.all(
      [ownOrigin, STUDIO].map((origin) =>
        configured.rest('POST', '/graphql', { body: { query: '{ __typename }' }, headers: { origin } }),
      ),
    );
    await configured.stop();
    expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
      ownOrigin,
      null,
    ]);
  });
});

describe('an unexpected failure', () => {
  let broken: Gateway;
  beforeAll(async () => {
    broken = await startGateway();
    await broken.onDatabase(async (em) => {
      await em.execute('alter table publisher rename to publisher_gone');
      await em.execute('alter table audit_entry rename to audit_entry_gone');
    });
  });
  afterAll(() => broken.stop());

  it.each([
    ['of a private field', '{ auditLog { edges { cursor } } }', true],
    ['of the feed, for the operator', '{ feed { edges { node { publisher { kind } } } } }', true],
    ['of the feed, for everybody', '{ feed { edges { node { publisher { kind } } } } }', false],
    [
      'of the feed, with more than the feed',
      '{ __typename feed { edges { node { publisher { kind } } } } }',
      false,
    ],
    ['of a look-up', '{ node(id: "pub_1") { id } }', false],
  ])('%s reveals nothing internal, and is logged with its request’s id', async (_what, query, byOperator) => {
    const id = `request-${createHash('sha1').update(query).digest('hex').slice(0, 8)}-${String(byOperator)}`;
    const answer = await broken.graphql(query, {}, byOperator ? broken.operatorToken : undefined, {
      'x-request-id': id,
    });
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.text).not.toMatch(/publisher_|audit_entry|relation|select|stack|\.ts/i);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(broken.log.some((line) => line.includes(id) && /does not exist/.test(line))).toBe(true);
    expect(answer.body.errors[0].extensions).toMatchObject({
      code: 'INTERNAL',
      retryable: true,
      requestId: id,
    });
  });
});
