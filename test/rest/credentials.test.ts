import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';

const PATH = '/api/v1/giveaways';
const LEGACY = '/api/integrations/publish-giveaway';

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway();
  key = await gateway.createKey();
});
afterAll(() => gateway.stop());

const ENDPOINTS = [
  ['POST', PATH],
  ['GET', `${PATH}?sourceExternalId=a`],
  ['DELETE', `${PATH}?sourceExternalId=a`],
  ['POST', LEGACY],
] as const;

describe.each(ENDPOINTS)('%s %s', (method, path) => {
  it('asks for a credential when there is none', async () => {
    const answer = await gateway.rest(method, path);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="giveaways"');
    expect(answer.body).toStrictEqual({ error: { message: expect.stringMatching(/credential/i) } });
  });

  it('refuses a key that is not known', async () => {
    const answer = await gateway.rest(method, path, { key: 'ggw_live_x' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="giveaways", error="invalid_token"');
    expect(answer.body).toStrictEqual({ error: { message: expect.stringMatching(/key/) } });
  });

  it('refuses the operator, who publishes nothing', async () => {
    const answer = await gateway.rest(method, path, { key: gateway.operatorToken });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="giveaways", error="insufficient_scope", scope="giveaways:publish"',
    );
    expect(answer.body).toStrictEqual({ error: { message: expect.stringContaining('giveaways:publish') } });
  });
});

describe('a credential that does not hold', () => {
  it.each([
    ['an empty bearer', 'Bearer '],
    ['another scheme', 'Basic YTpi'],
    ['two credentials', 'Bearer a, Bearer b'],
    ['no scheme', 'ggw_live_aaaa'],
    ['a token of no kind', 'Bearer something'],
    ['an operator token of another installation', `Bearer gop_${'a'.repeat(49)}`],
    ['what only looks like a JWT', 'Bearer a.b.c'],
    ['a JWT of nobody', `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"iss":"https://nobody.example.com"}')}.`],
    ['a very long token', `Bearer ${'a'.repeat(8_000)}`],
  ])('is 401: %s', async (_what, authorization) => {
    const answer = await gateway.rest('POST', PATH, { headers: { authorization }, body: draft() });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="giveaways", error="invalid_token"/,
    );
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(Object.keys(answer.body.error)).toEqual(['message']);
  });

  it('is 401 when one character of a key is wrong', async () => {
    const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    expect((await gateway.publish(wrong, draft())).status).toBe(401);
  });

  it('is not repaired by a session: REST takes keys and tokens only', async () => {
    const session = await gateway.signIn();
    expect((await gateway.publish(session, draft())).status).toBe(401);
  });

  it('is not replaced by a cookie', async () => {
    const answer = await gateway.rest('POST', PATH, {
      headers: { cookie: 'giveaways.session_token=abc.def' },
      body: draft(),
    });
    expect(answer.status).toBe(401);
  });
});

it.each(['bearer', 'BEARER', 'Bearer'])('takes the scheme written as %s', async (scheme) => {
  const answer = await gateway.rest('POST', PATH, {
    headers: { authorization: `${scheme} ${key}` },
    body: draft(),
  });
  expect(answer.status).toBe(200);
});

describe('of several faults the first is told: 401, 403, 415, 413, 400', () => {
  const huge = `{"title":"${'a'.repeat(40_000)}`;
  it.each([
    ['no credential', 401, undefined, { 'content-type': 'text/plain' }, huge],
    ['no permission', 403, 'operator', { 'content-type': 'text/plain' }, huge],
    ['no JSON type', 415, 'publisher', { 'content-type': 'text/plain' }, huge],
    ['too large', 413, 'publisher', { 'content-type': 'application/json' }, huge],
    ['no JSON', 400, 'publisher', { 'content-type': 'application/json' }, '{"title":'],
  ] as const)('%s', async (_fault, status, who, headers, body) => {
    const credential = { operator: gateway.operatorToken, publisher: key, none: undefined }[who ?? 'none'];
    expect((await gateway.rest('POST', PATH, { key: credential, headers, body })).status).toBe(status);
  });
});

describe('other methods', () => {
  it.each([
    ['PUT', PATH, 'GET, HEAD, POST, DELETE'],
    ['PATCH', PATH, 'GET, HEAD, POST, DELETE'],
    ['OPTIONS', PATH, 'GET, HEAD, POST, DELETE'],
    ['GET', LEGACY, 'POST'],
    ['DELETE', LEGACY, 'POST'],
  ])('%s %s is 405 and told what is allowed', async (method, path, allow) => {
    const answer = await gateway.rest(method, path, { key });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
    expect(answer.body).toStrictEqual({ error: { message: expect.stringContaining(method) } });
  });
});

it.each([
  '/api/v1',
  '/api/v1/giveaway',
  '/api/v2/giveaways',
  '/API/v1/giveaways',
  '/api/v1/giveaways/x',
  '/%ff',
])('answers 404 in JSON at %s', async (path) => {
  const answer = await gateway.rest('GET', path, { key });
  expect(answer.status).toBe(404);
  expect(answer.body).toStrictEqual({ error: { message: expect.any(String) } });
});

it('tells no cache to keep an answer, and no browser to guess its type', async () => {
  const { headers } = await gateway.publish(key, draft());
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/.{8}/);
  expect(headers.get('x-powered-by')).toBeNull();
});
