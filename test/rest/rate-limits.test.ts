import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Sent } from '../support/http/http.ts';
import { startIssuer } from '../support/http/issuer.ts';
import { draft, newEmail } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const PATH = '/api/v1/giveaways';
const LIMIT = 3;
const WRONG_KEY = 'ggw_live_x';

const issuer = sharedByTests(startIssuer);
// The gateway trusts a proxy, so that every test can use addresses of its own.
const gateway = sharedByTests(() =>
  startGateway({
    RATE_LIMIT: String(LIMIT),
    TRUST_PROXY: '1',
    OAUTH_ISSUERS: issuer.entry,
  }),
);
beforeAll(async () => {
  // A gateway that counts in Redis starts to count when Redis is connected.
  const isCounted = ({ headers }: HttpResponse) => headers.has('ratelimit');
  await eventually(() => gateway.rest('GET', PATH, { headers: from(newAddress()) }), isCounted);
});

const newAddress = () =>
  `2001:${randomBytes(6)
    .toString('hex')
    .replace(/(?<=.)(?=(?:.{4})+$)/g, ':')}::1`;
const from = (address: string) => ({ 'x-forwarded-for': address });
const statuses = (responses: readonly HttpResponse[]) => responses.map(({ status }) => status);

const createKey = async () => {
  const { body } = await gateway.graphql(
    `mutation ($account: String) {
      createApiKey(input: { account: $account, scopes: ["giveaways:publish"] }) { secret }
    }`,
    { account: newEmail() },
    gateway.operatorToken,
    from(newAddress()),
  );
  return String(body.data.createApiKey.secret);
};

/** Sends a request several times, one after the other. */
const repeat = async (
  times: number,
  sendRequest: (turn: number) => Promise<HttpResponse>,
): Promise<HttpResponse[]> => {
  const responses: HttpResponse[] = [];
  for (let turn = 1; turn <= times; turn += 1) responses.push(await sendRequest(turn));
  return responses;
};

const publish = (key: string, address: string) =>
  gateway.rest('POST', PATH, { key, headers: from(address), body: draft() });

function expectRefused({ status, headers, body }: HttpResponse): void {
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(headers.get('ratelimit-policy')).toBe(`"default";q=${LIMIT};w=60`);
  expect(headers.get('ratelimit')).toBe(`"default";r=0;t=${headers.get('retry-after')}`);
  expect(body).toStrictEqual({ error: { message: expect.stringMatching(/^Too many requests: at most 3 /) } });
}

describe('the allowance of a key', () => {
  it('is the same for all addresses, and shown in every response', async () => {
    const key = await createKey();

    const responses = await repeat(LIMIT + 1, () => publish(key, newAddress()));

    expect(statuses(responses)).toEqual([200, 200, 200, 429]);
    for (const { headers } of responses)
      expect(headers.get('ratelimit-policy')).toBe(`"default";q=${LIMIT};w=60`);
    expect(responses.map(({ headers }) => headers.get('ratelimit'))).toEqual([
      expect.stringMatching(/^"default";r=2;t=\d+$/),
      expect.stringMatching(/^"default";r=1;t=\d+$/),
      expect.stringMatching(/^"default";r=0;t=\d+$/),
      expect.stringMatching(/^"default";r=0;t=\d+$/),
    ]);
    expectRefused(responses.at(-1) as HttpResponse);
  });

  it('is separate from those of other keys and of the address', async () => {
    const [first, second] = [await createKey(), await createKey()];
    const address = newAddress();
    await repeat(LIMIT + 1, () => publish(first, address));

    expect((await publish(second, address)).status).toBe(200);
    expect((await gateway.rest('GET', PATH, { headers: from(address) })).status).toBe(401);
  });

  it('counts refused requests too, and REST and GraphQL together', async () => {
    const key = await createKey();
    const headers = from(newAddress());
    await gateway.rest('POST', PATH, { key, headers, body: {} });
    await gateway.rest('GET', PATH, { key, headers });
    await gateway.graphql('{ myListings { edges { cursor } } }', {}, key, headers);

    expectRefused(await publish(key, newAddress()));
    const { status, headers: answered, body } = await gateway.graphql('{ __typename }', {}, key, headers);
    expect(status).toBe(429);
    expect(answered.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect(body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
  });
});

it('counts the requests of a service client by its id, not by its token', async () => {
  const post = async (client: string) => gateway.publish(await issuer.token({ client_id: client }), draft());

  const client = newEmail();
  const responses = await repeat(LIMIT + 1, () => post(client));

  expect(statuses(responses)).toEqual([200, 200, 200, 429]);
  expectRefused(responses.at(-1) as HttpResponse);
  expect((await post(newEmail())).status).toBe(200);
});

describe('the allowance of an address', () => {
  const REQUESTS_WITHOUT_KEY: readonly (readonly [
    string,
    (address: string, turn: number) => Promise<HttpResponse>,
  ])[] = [
    ['no credential', (address) => gateway.rest('POST', PATH, { headers: from(address), body: draft() })],
    ['an unknown key', (address) => gateway.rest('GET', PATH, { headers: from(address), key: WRONG_KEY })],
    [
      'a different unknown key each time',
      (address, turn) => gateway.rest('GET', PATH, { headers: from(address), key: `${WRONG_KEY}${turn}` }),
    ],
    [
      'an invalid service token',
      (address) => gateway.rest('GET', PATH, { headers: from(address), key: 'a.b.c' }),
    ],
  ];

  it.each(REQUESTS_WITHOUT_KEY)('counts requests with %s', async (_what, sendRequest) => {
    const address = newAddress();

    const responses = await repeat(LIMIT + 1, (turn) => sendRequest(address, turn));

    expect(statuses(responses)).toEqual([401, 401, 401, 429]);
    expectRefused(responses.at(-1) as HttpResponse);
    expect((await sendRequest(newAddress(), 1)).status).toBe(401);
  });

  it('does not limit a valid key when it is used up', async () => {
    const key = await createKey();
    const address = newAddress();
    await repeat(LIMIT + 1, () => gateway.rest('GET', PATH, { headers: from(address), key: WRONG_KEY }));
    expect((await publish(key, address)).status).toBe(200);
  });

  it('counts the address that the trusted proxy saw, not those that the client claims', async () => {
    const address = newAddress();
    const responses = await repeat(LIMIT + 1, () =>
      gateway.rest('GET', PATH, { headers: from(`${newAddress()}, ${address}`) }),
    );
    expect(statuses(responses)).toEqual([401, 401, 401, 429]);
  });

  it('counts public reads that are not cached', async () => {
    const sent: Sent = { headers: from(newAddress()) };
    const different = (turn: number) =>
      gateway.rest('GET', `/feed.json?search=${newEmail()}&first=${turn}`, sent);
    expect(statuses(await repeat(LIMIT + 1, different))).toEqual([200, 200, 200, 429]);
  });

  it.each([
    ['the same IPv6 network', '2001:db8:7:1::1', '2001:db8:7:1:ffff:ffff:ffff:ffff'],
    ['another spelling', '2001:0DB8:7:2:0:0:0:1', '2001:db8:7:2::1'],
    ['a port', '[2001:db8:7:3::1]:443', '2001:db8:7:3::1'],
    ['a port of IPv4', '203.0.113.7:40000', '203.0.113.7:40001'],
    ['IPv4 mapped to IPv6', '::ffff:203.0.113.8', '203.0.113.8'],
    ['IPv4 mapped to IPv6 in hexadecimal digits', '::FFFF:cb00:7109', '203.0.113.9'],
  ])('is shared by two spellings or addresses of one network: %s', async (_what, one, other) => {
    const sendRequest = (address: string) =>
      gateway.rest('GET', PATH, { headers: from(address), key: WRONG_KEY });
    const responses = await repeat(LIMIT + 1, (turn) => sendRequest(turn % 2 === 0 ? one : other));
    expect(statuses(responses)).toEqual([401, 401, 401, 429]);
  });

  it('does not limit reads that are cached', async () => {
    const path = `/feed.json?search=${newEmail()}`;
    const headers = from(newAddress());
    const responses = await repeat(LIMIT * 4, () => gateway.rest('GET', path, { headers }));
    expect(new Set(statuses(responses))).toEqual(new Set([200]));
  });

  it('counts GraphQL requests, and is refused with a GraphQL error', async () => {
    const address = newAddress();
    const responses = await repeat(LIMIT + 1, (turn) =>
      gateway.graphql(`{ listing(id: "lst_${turn}") { id } }`, {}, undefined, from(address)),
    );
    expect(statuses(responses)).toEqual([200, 200, 200, 429]);
    expect(responses.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect(responses.at(-1)?.body.errors[0].extensions.code).toBe('RATE_LIMITED');
  });
});

describe('a gateway without a proxy', () => {
  it('counts the address of the connection and ignores X-Forwarded-For', async () => {
    const alone = await startGateway({ RATE_LIMIT: '2', REDIS_URL: '' });
    const sendRequest = () => alone.rest('GET', PATH, { headers: from(newAddress()) });
    expect(statuses(await repeat(3, sendRequest))).toEqual([401, 401, 429]);
    await alone.stop();
  });
});
