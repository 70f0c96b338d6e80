import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { mailsTo } from '../../support/mail/mail.ts';
import { newEmail } from '../../support/listings.ts';
import {
  PREFLIGHTED,
  codesOf,
  gateway,
  production,
  post,
  get,
  useLimitedGateways,
} from './limited-gateway.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

useLimitedGateways();

describe('a request that another site could send without a preflight', () => {
  it.each([
    ['a form', 'query=%7B__typename%7D', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a plain text', '{"query":"{ __typename }"}', { 'content-type': 'text/plain' }],
    [
      'a plain text with a parameter',
      '{"query":"{ __typename }"}',
      { 'content-type': 'text/plain; application/json' },
    ],
    [
      'an upload',
      '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"}\r\n--b--\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
  ])('is refused: %s', async (_what, body, headers) => {
    const session = await gateway.signIn(newEmail());
    const cookie = `giveaways.session_token=${session}`;
    for (const sent of [headers, { ...headers, cookie }]) {
      const response = await gateway.rest('POST', '/graphql', { body, headers: sent });
      expect([400, 415]).toContain(response.status);
      expect(response.body.data).toBeUndefined();
    }
  });

  const SIMPLE_GETS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['without headers', {}],
    ['that accepts JSON', { accept: 'application/json' }],
    ['of a form’s type', { 'content-type': 'text/plain' }],
    ['from a foreign page', { origin: 'https://foreign.example.com' }],
  ];

  it.each(SIMPLE_GETS)('is answered when it is a GET %s and has no cookie', async (_what, headers) => {
    const response = await get({ query: '{ __typename }' }, headers);
    expect({ status: response.status, data: response.body.data }).toEqual({
      status: 200,
      data: { __typename: 'Query' },
    });
  });

  it.each(SIMPLE_GETS)(
    'is refused when it is a GET %s with the cookie of a session',
    async (_what, headers) => {
      const cookie = `giveaways.session_token=${await gateway.signIn(newEmail())}`;
      const response = await get({ query: '{ viewer { email } }' }, { ...headers, cookie });
      expect({ status: response.status, data: response.body.data }).toEqual({ status: 400, data: undefined });
      const preflighted = await get({ query: '{ viewer { email } }' }, { ...PREFLIGHTED, cookie });
      expect(preflighted.body.data.viewer.email).toEqual(expect.any(String));
    },
  );

  it.each(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])(
    'is accepted by GET and POST only: %s is 405, with and without a body, for every caller',
    async (method) => {
      const body = method === 'HEAD' ? undefined : { query: '{ __typename }' };
      const responses = await Promise.all([
        gateway.rest(method, '/graphql', { body }),
        gateway.rest(method, '/graphql'),
        gateway.rest(method, '/graphql', { key: 'ggw_live_nonsense' }),
        gateway.rest(method, '/graphql', { key: gateway.operatorToken, headers: PREFLIGHTED }),
      ]);
      for (const { status, headers, body: given } of responses) {
        expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, POST' });
        const refusal = { errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED', retryable: false } }] };
        if (method !== 'HEAD') expect(given).toMatchObject(refusal);
      }
    },
  );

  it('never runs a mutation by GET', async () => {
    const response = await get({
      query: `mutation { requestSignInCode(input: { email: "${newEmail()}" }) { email } }`,
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });
});

describe('introspection and the page for trying queries', () => {
  const introspect = (from: Gateway) => from.graphql('{ schema: __schema { queryType { name } } }');
  const page = (from: Gateway) => from.rest('GET', '/graphql', { headers: { accept: 'text/html' } });

  it('are available outside production', async () => {
    expect((await introspect(gateway)).body.data).toEqual({ schema: { queryType: { name: 'Query' } } });
    const response = await page(gateway);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('are disabled in production, where a browser is sent to the schema', async () => {
    const refused = await introspect(production);
    expect(refused.status).toBe(400);
    expect(refused.body.data).toBeUndefined();
    expect((await production.graphql('{ __type(name: "Query") { name } }')).status).toBe(400);
    const { status, url } = await fetch(`${production.url}/graphql`, { headers: { accept: 'text/html' } });
    expect({ status, url }).toEqual({ status: 200, url: `${production.url}/schema.graphql` });
  });

  it('do not include __typename, which is always available', async () => {
    expect((await production.graphql('{ __typename }')).body.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['on', 'production', 200],
    ['off', 'development', 400],
  ])('are %s when the configuration says so, even in %s', async (INTROSPECTION, NODE_ENV, status) => {
    const configured = await startGateway({ INTROSPECTION, NODE_ENV });
    const response = await introspect(configured);
    await configured.stop();
    expect(response.status).toBe(status);
  });
});

describe('a page of another origin', () => {
  const STUDIO = 'https://studio.apollographql.com';
  const FOREIGN = [
    'https://foreign.example.com',
    'https://studio.apollographql.com.example.com',
    'http://studio.apollographql.com',
    'https://STUDIO.apollographql.com',
    'https://localhost.example.com',
    'null',
  ];
  const READ = { query: '{ feed { totalCount } }' };
  const postFrom = (origin: string, to = gateway) =>
    to.rest('POST', '/graphql', { body: READ, headers: { origin } });
  const preflight = (origin: string) =>
    gateway.rest('OPTIONS', '/graphql', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      },
    });
  const listed = (headers: Headers, name: string) => headers.get(name)?.split(', ') ?? [];
  const allowed = ({ headers }: { headers: Headers }) => [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
  ];

  it.each([STUDIO, 'http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]'])(
    'a page on the list, or of this machine outside production, may send credentials: %s',
    async (origin) => {
      // The third response comes from the cache.
      for (let time = 0; time < 3; time += 1) {
        const response = await postFrom(origin);
        expect(allowed(response)).toEqual([origin, 'true']);
        expect(response.headers.get('vary')).toMatch(/\borigin\b/i);
      }
      const { status, headers } = await preflight(origin);
      expect(status).toBe(204);
      expect(allowed({ headers })).toEqual([origin, 'true']);
      expect(listed(headers, 'access-control-allow-methods')).toEqual(['GET', 'POST', 'DELETE']);
      expect(listed(headers, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'traceparent']),
      );
      expect(listed(headers, 'access-control-expose-headers')).toEqual(
        expect.arrayContaining(['location', 'idempotent-replayed', 'retry-after', 'x-request-id']),
      );
    },
  );

  it.each(FOREIGN)(
    'a page that is not on the list may read in public without credentials: %s',
    async (origin) => {
      for (let time = 0; time < 3; time += 1) expect(allowed(await postFrom(origin))).toEqual(['*', null]);
      const { headers } = await preflight(origin);
      expect(allowed({ headers })).toEqual(['*', null]);
      expect(listed(headers, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining(['content-type', 'traceparent', 'baggage', 'sentry-trace']),
      );
      expect(listed(headers, 'access-control-allow-headers')).not.toContain('authorization');
      for (const path of ['/feed.json', '/feed.ics', '/openapi.json'])
        expect(allowed(await gateway.rest('GET', path, { headers: { origin } }))).toEqual(['*', null]);
    },
  );

  it.each(['/api/v1/giveaways', '/api/provider/integrations/draw-winner', '/readyz', '/oauth/token'])(
    'a page that is not on the list may neither send a preflight nor read responses at %s',
    async (path) => {
      const [origin = ''] = FOREIGN;
      const responses = [
        await fetch(`${gateway.url}${path}`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'GET' },
        }),
        await fetch(`${gateway.url}${path}`, { headers: { origin } }),
      ];
      expect(responses.map(allowed)).toEqual([
        [null, null],
        [null, null],
      ]);
    },
  );

  it.each(FOREIGN)(
    'a page that is not on the list cannot send a mutation without a credential: %s',
    async (origin) => {
      const email = newEmail();
      const body = { query: `mutation { requestSignInCode(input: { email: "${email}" }) { email } }` };
      const response = await post(body, { headers: { origin } });
      expect({ status: response.status, codes: codesOf(response) }).toEqual({
        status: 403,
        codes: ['UNAUTHORIZED'],
      });
      expect(await mailsTo(gateway.directory, email)).toEqual([]);
      const withKey = await post(
        { query: 'mutation { signOut { signedOut } }' },
        {
          headers: { origin },
          key: gateway.operatorToken,
        },
      );
      expect(withKey.body.errors[0].message).not.toContain('origin');
    },
  );

  it('a page of this service, on the list, or of no page may send mutations', async () => {
    const body = { query: 'mutation { signOut { signedOut } }' };
    for (const headers of [{}, { origin: STUDIO }, { origin: gateway.url }])
      expect(codesOf(await post(body, { headers }))).toEqual(['UNAUTHENTICATED']);
  });

  it('a page of this machine has no rights in production', async () => {
    expect(allowed(await postFrom('http://localhost:5173', production))).toEqual(['*', null]);
  });

  it('is trusted by the configured list only', async () => {
    const ownOrigin = 'https://giveaways.example.com';
    const configured = await startGateway({ CORS_ORIGINS: ownOrigin });
    const responses = await Promise.all([ownOrigin, STUDIO].map((origin) => postFrom(origin, configured)));
    await configured.stop();
    expect(responses.map(allowed)).toEqual([
      [ownOrigin, 'true'],
      ['*', null],
    ]);
  });
});

describe('an unexpected failure', () => {
  const broken = sharedByTests(startGateway);
  beforeAll(async () => {
    await broken.onDatabase(async (em) => {
      await em.execute('alter table publisher rename to publisher_gone');
      await em.execute('alter table audit_entry rename to audit_entry_gone');
    });
  });

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
    const response = await broken.graphql(query, {}, byOperator ? broken.operatorToken : undefined, {
      'x-request-id': id,
    });
    expect(response.body.errors).toHaveLength(1);
    expect(response.text).not.toMatch(/publisher_|audit_entry|relation|select|stack|\.ts/i);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(broken.log.some((line) => line.includes(id) && /does not exist/.test(line))).toBe(true);
    expect(response.body.errors[0].extensions).toMatchObject({
      code: 'INTERNAL',
      retryable: true,
      requestId: id,
    });
  });
});
