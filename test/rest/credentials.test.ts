import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const PATH = '/api/v1/giveaways';
const LEGACY = '/api/integrations/publish-giveaway';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

const ENDPOINTS = [
  ['POST', PATH],
  ['GET', `${PATH}?sourceExternalId=a`],
  ['DELETE', `${PATH}?sourceExternalId=a`],
  ['POST', LEGACY],
] as const;

describe.each(ENDPOINTS)('the credential of %s %s', (method, path) => {
  it('is requested with 401 when it is missing', async () => {
    const response = await gateway.rest(method, path);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="giveaways"');
    expect(response.body).toStrictEqual({ error: { message: expect.stringMatching(/credential/i) } });
  });

  it('is refused when it is an unknown key', async () => {
    const response = await gateway.rest(method, path, { key: 'ggw_live_x' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="giveaways", error="invalid_token"');
    expect(response.body).toStrictEqual({ error: { message: expect.stringMatching(/key/) } });
  });

  it('is refused when it is the operator token, which may not publish', async () => {
    const response = await gateway.rest(method, path, { key: gateway.operatorToken });
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="giveaways", error="insufficient_scope", scope="giveaways:publish"',
    );
    expect(response.body).toStrictEqual({ error: { message: expect.stringContaining('giveaways:publish') } });
  });
});

describe('an invalid credential', () => {
  it.each([
    ['an empty bearer', 'Bearer '],
    ['another scheme', 'Basic YTpi'],
    ['two credentials', 'Bearer a, Bearer b'],
    ['no scheme', 'ggw_live_aaaa'],
    ['a token of an unknown kind', 'Bearer something'],
    ['an operator token of another installation', `Bearer gop_${'a'.repeat(49)}`],
    ['a text that only resembles a JWT', 'Bearer a.b.c'],
    [
      'a JWT of an unknown issuer',
      `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"iss":"https://nobody.example.com"}')}.`,
    ],
    ['a very long token', `Bearer ${'a'.repeat(8_000)}`],
  ])('gets 401: %s', async (_what, authorization) => {
    const response = await gateway.rest('POST', PATH, { headers: { authorization }, body: draft() });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="giveaways", error="invalid_token"/,
    );
    expect(Object.keys(response.body)).toEqual(['error']);
    expect(Object.keys(response.body.error)).toEqual(['message']);
  });

  it('gets 401 when one character of a key is wrong', async () => {
    const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    expect((await gateway.publish(wrong, draft())).status).toBe(401);
  });

  it('gets 401 when it is the token of a session', async () => {
    const session = await gateway.signIn();
    expect((await gateway.publish(session, draft())).status).toBe(401);
  });

  it('gets 403 when the request names another publisher than its own', async () => {
    const { body } = await gateway.graphql('{ myPublisher { id } }', {}, key);
    const named = (publisher: string) =>
      gateway.rest('POST', PATH, { key, headers: { publisher }, body: draft() });
    expect((await named(body.data.myPublisher.id)).status).toBe(200);
    const other = await named('pub_019a9f0b11aa22bb33cc44dd55ee66ff');
    expect([other.status, other.body.error.message]).toEqual([403, expect.stringContaining('may not act')]);
  });

  it('gets 401 when it is a cookie', async () => {
    const response = await gateway.rest('POST', PATH, {
      headers: { cookie: 'giveaways.session_token=abc.def' },
      body: draft(),
    });
    expect(response.status).toBe(401);
  });
});

it.each(['bearer', 'BEARER', 'Bearer'])('accepts the authorization scheme written as %s', async (scheme) => {
  const response = await gateway.rest('POST', PATH, {
    headers: { authorization: `${scheme} ${key}` },
    body: draft(),
  });
  expect(response.status).toBe(200);
});

describe('the status of a request with several errors', () => {
  const huge = `{"title":"${'a'.repeat(40_000)}`;
  it.each([
    ['no credential', 401, undefined, { 'content-type': 'text/plain' }, huge],
    ['no permission', 403, 'operator', { 'content-type': 'text/plain' }, huge],
    ['another content type', 415, 'publisher', { 'content-type': 'text/plain' }, huge],
    ['too large', 413, 'publisher', { 'content-type': 'application/json' }, huge],
    ['invalid JSON', 400, 'publisher', { 'content-type': 'application/json' }, '{"title":'],
  ] as const)('is that of the first error: %s, %i', async (_error, status, who, headers, body) => {
    const credential = { operator: gateway.operatorToken, publisher: key, none: undefined }[who ?? 'none'];
    expect((await gateway.rest('POST', PATH, { key: credential, headers, body })).status).toBe(status);
  });
});

describe('methods that are not allowed', () => {
  it.each([
    ['PUT', PATH, 'GET, HEAD, POST, DELETE'],
    ['PATCH', PATH, 'GET, HEAD, POST, DELETE'],
    ['OPTIONS', PATH, 'GET, HEAD, POST, DELETE'],
    ['GET', LEGACY, 'POST'],
    ['DELETE', LEGACY, 'POST'],
  ])('get 405 with the allowed methods: %s %s', async (method, path, allow) => {
    const response = await gateway.rest(method, path, { key });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(response.body).toStrictEqual({ error: { message: expect.stringContaining(method) } });
  });
});

it.each([
  '/api/v1',
  '/api/v1/giveaway',
  '/api/v2/giveaways',
  '/API/v1/giveaways',
  '/api/v1/giveaways/x',
  '/%ff',
])('answers an unknown path with 404 in JSON: %s', async (path) => {
  const response = await gateway.rest('GET', path, { key });
  expect(response.status).toBe(404);
  expect(response.body).toStrictEqual({ error: { message: expect.any(String) } });
});

it('forbids caches to store a response, and browsers to guess its type', async () => {
  const { headers } = await gateway.publish(key, draft());
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/.{8}/);
  expect(headers.get('x-powered-by')).toBeNull();
});
