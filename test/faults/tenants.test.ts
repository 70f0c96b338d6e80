import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Agent, request } from 'node:http';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const ATTACKS = 300;
const WAVES = 5;

const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1' }));
let hostileKey: string;
let fairKey: string;
let listing: string;
beforeAll(async () => {
  [hostileKey, fairKey] = [await gateway.createKey(), await gateway.createKey()];
  for (let count = 0; count < 30; count += 1)
    ({ id: listing } = (
      await gateway.publish(hostileKey, draft({ description: 'word '.repeat(700) }))
    ).body.listing);
});

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
afterAll(() => agent.destroy());

/** Each from a network of its own, as they share the time of a turn. */
let networks = 0;
function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  networks += 1;
  const forwarded = { 'x-forwarded-for': `198.51.${networks >> 8}.${networks & 255}` };
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: { ...forwarded, ...headers } };
    const sent = request(`${gateway.url}${path}`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
}

const publish = (key: string) =>
  send(
    'POST',
    '/api/v1/giveaways',
    { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    JSON.stringify(draft()),
  );

/** How many of many attacks at once are answered while a publisher publishes. */
async function countAnswered(attack: () => Promise<number>): Promise<number> {
  // As from a load balancer, all connections are open already.
  await Promise.all(Array.from({ length: ATTACKS + 1 }, () => send('GET', '/healthz', {})));
  let answered = 0;
  const attacks = Array.from({ length: ATTACKS }, async () => {
    await attack();
    answered += 1;
  });
  // All attacks have arrived when the first of them is answered.
  await Promise.race(attacks);
  const before = answered;
  expect(await publish(fairKey)).toBe(200);
  const meanwhile = answered - before;
  await Promise.all(attacks);
  return meanwhile;
}

describe('a publisher beside hostile clients', () => {
  it.each([
    ['another publisher reads its own listings', () => readOwn()],
    ['strangers report a listing', () => report()],
    ['strangers try sign-in codes', () => signIn()],
  ])('waits for few requests of others: %s', async (_what, attack) => {
    await publish(fairKey);
    let meanwhile = ATTACKS;
    // One statement can answer many attacks at once, and a busy machine may do so once by chance.
    for (let wave = 0; wave < WAVES && meanwhile >= ATTACKS / 2; wave += 1)
      meanwhile = await countAnswered(attack);
    expect(meanwhile).toBeLessThan(ATTACKS / 2);
  });
});

const readOwn = () => send('GET', '/api/v1/giveaways?first=100', { authorization: `Bearer ${hostileKey}` });
const mutate = (query: string) =>
  send('POST', '/graphql', { 'content-type': 'application/json' }, JSON.stringify({ query }));
const report = () =>
  mutate(
    `mutation { reportListing(input: { listing: "${listing}", reason: OTHER, text: "A trap." }) { secret } }`,
  );
const signIn = () =>
  mutate('mutation { signIn(input: { email: "someone@example.com", code: "123456" }) { token } }');
