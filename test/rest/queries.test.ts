import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { exchange } from '../support/http/raw.ts';

const PATH = '/api/v1/giveaways';

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway();
  key = await gateway.createKey();
});
afterAll(() => gateway.stop());

const ask = (method: string, query: string) =>
  exchange(gateway.port, [
    `${method} ${PATH}${query} HTTP/1.1\r\nHost: a.example.com\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  ]);

describe.each(['GET', 'DELETE'])('%s', (method) => {
  it.each([
    ['no query', '', 'sourceExternalId is required'],
    ['an empty query', '?', 'sourceExternalId is required'],
    ['another parameter', '?id=1', 'sourceExternalId is required'],
    ['the name in other letters', '?sourceexternalid=1', 'sourceExternalId is required'],
    ['an empty value', '?sourceExternalId=', 'sourceExternalId is required'],
    ['only white space', '?sourceExternalId=%20%09', 'sourceExternalId is required'],
    ['the parameter twice', '?sourceExternalId=a&sourceExternalId=b', 'is repeated'],
    ['the parameter twice alike', '?sourceExternalId=a&sourceExternalId=a', 'is repeated'],
    ['201 characters', `?sourceExternalId=${'a'.repeat(201)}`, 'shorten it to 200 characters'],
    ['201 gifts', `?sourceExternalId=${'%F0%9F%8E%81'.repeat(201)}`, 'shorten it to 200 characters'],
    ['a percent sign alone', '?sourceExternalId=%', 'percent-encoded'],
    ['no hexadecimal digits', '?sourceExternalId=%zz', 'percent-encoded'],
    ['bytes that UTF-8 has not', '?sourceExternalId=%ff%fe', 'percent-encoded'],
    ['a character cut in half', '?sourceExternalId=%F0%9F', 'percent-encoded'],
    ['a surrogate', '?sourceExternalId=%ED%A0%80', 'percent-encoded'],
    ['U+0000', '?sourceExternalId=a%00b', 'U+0000'],
  ])('is 400 with %s', async (_what, query, message) => {
    const answer = await ask(method, query);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toStrictEqual({ error: { message: expect.stringContaining(message) } });
  });

  it.each([
    ['200 characters', `?sourceExternalId=${'a'.repeat(200)}`],
    ['200 gifts', `?sourceExternalId=${'%F0%9F%8E%81'.repeat(200)}`],
    ['a parameter of another name beside it', '?sourceExternalId=a&x=1&x=2'],
    ['the name itself encoded', '?source%45xternalId=a'],
    ['SQL', `?sourceExternalId=${encodeURIComponent("'; drop table listing; --")}`],
    ['an object’s names', '?sourceExternalId=__proto__&__proto__=1'],
    ['brackets', '?sourceExternalId=a&sourceExternalId[]=b'],
  ])('understands %s', async (_what, query) => {
    expect((await ask(method, query)).status).toBe(method === 'GET' ? 404 : 200);
  });

  it('reads + as a space, as forms write it', async () => {
    await gateway.publish(key, {
      sourceExternalId: `two words ${method}`,
      title: 't',
      description: 'd',
      landingUrl: 'https://a.example.com',
    });
    expect((await ask(method, `?sourceExternalId=two+words+${method}`)).status).toBe(200);
  });

  it('trims the ID as publishing does', async () => {
    expect((await ask(method, '?sourceExternalId=%20a%20')).status).toBe(method === 'GET' ? 404 : 200);
  });
});

it('refuses a target of more than the header limit as the client’s fault', async () => {
  const { status } = await ask('GET', `?sourceExternalId=${'a'.repeat(100_000)}`);
  expect(status).toBe(431);
});
