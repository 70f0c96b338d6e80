import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import { exchange } from '../support/http/raw.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const PATH = '/api/v1/giveaways';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

const sendRequest = (method: string, query: string) =>
  exchange(gateway.port, [
    `${method} ${PATH}${query} HTTP/1.1\r\nHost: a.example.com\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  ]);

const WITHOUT_ID: readonly (readonly [what: string, query: string, message: string])[] = [
  ['no query', '', 'sourceExternalId is required'],
  ['an empty query', '?', 'sourceExternalId is required'],
];

it('has at most ten of its wrong parameters named', async () => {
  const { body } = await gateway.rest('GET', `${PATH}?${'abcdefghijkl'.split('').join('=&')}=`, { key });
  expect(body.error.message.match(/is not a parameter/g)).toHaveLength(10);
});

describe.each(['GET', 'DELETE'])('the query of %s', (method) => {
  it.each([
    // Without the parameter, GET pages through all listings.
    ...(method === 'DELETE' ? WITHOUT_ID : []),
    ['another parameter', '?id=1', '"id" is not a parameter of this request: use sourceExternalId'],
    ['the name in lower case', '?sourceexternalid=1', '"sourceexternalid" is not a parameter'],
    ['the name in upper case', '?SOURCEEXTERNALID=1', '"SOURCEEXTERNALID" is not a parameter'],
    ['a misspelt name', '?sourceExternalld=a', '"sourceExternalld" is not a parameter'],
    ['brackets', '?sourceExternalId[]=a', '"sourceExternalId[]" is not a parameter'],
    ['an empty name', '?=a', '"" is not a parameter'],
    ['a parameter of another name beside it', '?sourceExternalId=a&x=1&x=2', '"x" is not a parameter'],
    ['names of object prototypes', '?sourceExternalId=a&__proto__=1', '"__proto__" is not a parameter'],
    ['a long name', `?${'n'.repeat(999)}=1`, `"${'n'.repeat(50)}" is not`],
    ['an empty value', '?sourceExternalId=', 'sourceExternalId is required'],
    ['only white space', '?sourceExternalId=%20%09', 'sourceExternalId is required'],
    ['the parameter twice', '?sourceExternalId=a&sourceExternalId=b', 'is repeated'],
    ['the parameter twice with the same value', '?sourceExternalId=a&sourceExternalId=a', 'is repeated'],
    ['201 characters', `?sourceExternalId=${'a'.repeat(201)}`, 'shorten it to 200 characters'],
    ['201 gifts', `?sourceExternalId=${'%F0%9F%8E%81'.repeat(201)}`, 'shorten it to 200 characters'],
    ['a single percent sign', '?sourceExternalId=%', 'percent-encoded'],
    ['a percent sign before other characters', '?sourceExternalId=%zz', 'percent-encoded'],
    ['bytes that are invalid in UTF-8', '?sourceExternalId=%ff%fe', 'percent-encoded'],
    ['an incomplete character', '?sourceExternalId=%F0%9F', 'percent-encoded'],
    ['a surrogate', '?sourceExternalId=%ED%A0%80', 'percent-encoded'],
    ['U+0000', '?sourceExternalId=a%00b', 'U+0000'],
  ])('is refused with 400 for %s', async (_what, query, message) => {
    const response = await sendRequest(method, query);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toStrictEqual({ error: { message: expect.stringContaining(message) } });
  });

  it.each([
    ['200 characters', `?sourceExternalId=${'a'.repeat(200)}`],
    ['200 gifts', `?sourceExternalId=${'%F0%9F%8E%81'.repeat(200)}`],
    ['a percent-encoded name', '?source%45xternalId=a'],
    ['SQL', `?sourceExternalId=${encodeURIComponent("'; drop table listing; --")}`],
    ['the name of an object prototype', '?sourceExternalId=__proto__'],
    ['separators without a parameter', '?&sourceExternalId=a&&'],
  ])('is accepted with %s', async (_what, query) => {
    expect((await sendRequest(method, query)).status).toBe(method === 'GET' ? 404 : 200);
  });

  it('decodes + as a space, as in forms', async () => {
    await gateway.publish(key, {
      sourceExternalId: `two words ${method}`,
      title: 't',
      description: 'd',
      landingUrl: 'https://a.example.com',
    });
    expect((await sendRequest(method, `?sourceExternalId=two+words+${method}`)).status).toBe(200);
  });

  it('is accepted with spaces around the ID', async () => {
    expect((await sendRequest(method, '?sourceExternalId=%20a%20')).status).toBe(
      method === 'GET' ? 404 : 200,
    );
  });
});

it('refuses a listing that is posted with a query, and publishes nothing', async () => {
  const body = { sourceExternalId: 'q', title: 't', description: 'd', landingUrl: 'https://a.example.com' };
  const response = await gateway.rest('POST', `${PATH}?sourceExternalId=q`, { key, body });
  expect([response.status, response.body.error.message]).toEqual([
    400,
    '"sourceExternalId" is not a parameter of this request: send no query.',
  ]);
  expect((await gateway.read(key, 'q')).status).toBe(404);
});

it('refuses a target above the header limit with 431', async () => {
  const { status } = await sendRequest('GET', `?sourceExternalId=${'a'.repeat(100_000)}`);
  expect(status).toBe(431);
});
