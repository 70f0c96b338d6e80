import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSigningKey } from '../../src/adapters/auth/signing-keys.ts';
import { readConfig } from '../../src/config/config.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { runToEnd } from '../support/gateway/process.ts';

const PATH = '/api/v1/giveaways';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe('the probes', () => {
  it.each([
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ])('answer %s without a credential, and do not appear in the log', async (path, body) => {
    const answer = await gateway.rest('GET', path);
    expect(answer).toMatchObject({ status: 200, body });
    expect((await gateway.rest('HEAD', path)).status).toBe(200);
    expect(gateway.log.join('')).not.toContain(path);
  });
});

describe('Strict-Transport-Security', () => {
  const hsts = async ({ url }: Gateway) =>
    Promise.all(
      ['/', '/feed.json', '/access/keys', '/healthz', '/nothing'].map(async (path) =>
        (await fetch(`${url}${path}`)).headers.get('strict-transport-security'),
      ),
    );

  it('is sent with every kind of response in production behind https, and never elsewhere', async () => {
    const secure = await startGateway({ NODE_ENV: 'production', PUBLIC_URL: 'https://giveaways.example' });
    expect(new Set(await hsts(secure))).toEqual(new Set(['max-age=31536000']));
    await secure.stop();
    expect(new Set(await hsts(gateway))).toEqual(new Set([null]));
  });
});

describe('/metrics', () => {
  const metrics = () => gateway.metrics();

  it('counts requests by method, route and status, and cache misses', async () => {
    await gateway.publish(await gateway.createKey(), draft());
    await gateway.rest('GET', '/feed.json');
    await gateway.rest('GET', '/api/provider/integrations/errors');

    const text = await metrics();

    expect(text).toMatch(
      /^http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/giveaways",status="200"\} 1$/m,
    );
    expect(text).toMatch(
      /^http_request_.*_count\{method="GET",route="\/api\/provider\/integrations",status="200"\} 1$/m,
    );
    expect(text).toMatch(/^answer_cache_events_total\{event="miss"\} [1-9]/m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });

  it('has the same labels for all unknown paths, and shows neither paths nor credentials', async () => {
    const key = await gateway.createKey();
    const labels = async () => (await metrics()).match(/^http_.*\{.*\}/gm);
    await gateway.rest('GET', '/elsewhere/0', { key });
    const before = await labels();

    for (let turn = 1; turn <= 20; turn += 1)
      await gateway.rest('GET', `/elsewhere/${turn}?a=${turn}`, { key });

    expect(await labels()).toEqual(before);
    expect(await metrics()).not.toMatch(/elsewhere|ggw_live/);
  });
});

describe('the log', () => {
  it('names each request by the id in its answer, without query and credential', async () => {
    const key = await gateway.createKey();

    const { headers } = await gateway.read(key, 'a-private-id');

    const requestId = headers.get('x-request-id') ?? '';
    expect(requestId).toMatch(/^[\w-]{36}$/);
    const logged = async () => gateway.log.filter((line) => line.includes(requestId));
    const lines = await eventually(logged, ({ length }) => length > 0);
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ reqId: requestId })]);
    expect(gateway.log.join('')).not.toContain('a-private-id');
    expect(gateway.log.join('')).not.toContain(key.slice(9));
    expect(gateway.log.join('')).not.toContain(gateway.operatorToken.slice(4));
  });

  it.each([
    ['order-4711.A_b', true],
    ['short', false],
    ['a'.repeat(65), false],
    ['with space', false],
    ['{"level":60}', false],
  ])('uses the caller’s request id %s: %p', async (id, isUsed) => {
    const { headers } = await gateway.rest('GET', '/healthz', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id') === id).toBe(isUsed);
  });
});

describe('a gateway with RATE_LIMIT=off', () => {
  it('limits no requests, and sends no rate limit headers', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { status, headers } = await gateway.rest('GET', PATH, { key: 'ggw_live_x' });
      expect(status).toBe(401);
      expect([headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([false, false]);
    }
  });
});

describe('the configuration', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'giveaways.example.com'],
    ['PUBLIC_URL', 'ftp://giveaways.example.com'],
    ['PUBLIC_URL', 'https://giveaways.example.com/#x'],
    ['PUBLIC_URL', 'https://giveaways.example.com/?x=1'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '-1'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'mysql://localhost/giveaways'],
    ['DATABASE_READ_URL', 'replica'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['REDIS_URL', 'localhost'],
    ['SMTP_URL', 'mail.example.com'],
    ['RPC_URL', 'file:///chain'],
    ['RPC_URL', 'wss://rpc.example.com'],
    ['CHAIN', 'maybe'],
    ['CHAIN_HUB', '0x1234'],
    ['CHAIN_CONFIRMATIONS', '0'],
    ['CHAIN_BLOCK_TIME', 'soon'],
    ['CHAIN_BEACON_MARGIN', '86401'],
    ['CHAIN_BEACON_MARGIN', '29'],
    ['CHAIN_PORT', '65536'],
    ['BEACON_URLS', 'drand'],
    ['KEY_ENCRYPTION_KEYS', 'first:c2hvcnQ='],
    ['MAX_FEE_GWEI', '0'],
    ['RATE_LIMIT', 'none'],
    ['RATE_LIMIT', '0'],
    ['RATE_LIMIT', '1.5'],
    ['RATE_LIMIT', '-5'],
    ['AUTH_SECRET', 'a'.repeat(31)],
    ['AUTH_SECRET', `${'a'.repeat(32)},short`],
    ['OAUTH_ISSUERS', 'issuer'],
    ['OAUTH_ISSUERS', 'https://a.example.com/#x'],
    ['OAUTH_ISSUERS', 'https://a.example.com#'],
    ['OAUTH_ISSUERS', 'https://a.example.com,https://a.example.com|https://a.example.com/keys'],
    ['OAUTH_ISSUERS', 'https://a.example.com, issuer'],
    ['OAUTH_ISSUERS', 'https://a.example.com|keys'],
    ['OAUTH_ISSUERS', 'ftp://a.example.com'],
    ['OAUTH_ISSUERS', 'https://a.example.com|file:///keys'],
    ['OAUTH_EMBEDDED_ISSUER', 'yes'],
    ['OAUTH_SIGNING_KEYS', 'no-json'],
    ['OAUTH_SIGNING_KEYS', '{}'],
    ['OPERATOR_TOKEN_HASH', 'gop_token'],
    ['CORS_ORIGINS', 'shop'],
    ['CORS_ORIGINS', 'https://shop.example.com/path'],
    ['INTROSPECTION', 'true'],
    ['LOG_LEVEL', 'loud'],
  ])('is refused with the name of the variable for %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`The configuration is wrong. ${name} `);
  });

  it('shows no password in an error', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@db.example.com' })).toThrow(
      /^(?!.*secret).*DATABASE_URL/,
    );
  });

  it('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: 'x', RATE_LIMIT: 'x', INTROSPECTION: 'x' })).toThrow(
      /PORT .*RATE_LIMIT .*INTROSPECTION /,
    );
  });

  it('names the variables that RPC_URL also needs', () => {
    expect(() =>
      readConfig({ RPC_URL: 'http://localhost:8545', CHAIN_BEACON: `0x${'1'.repeat(40)}` }),
    ).toThrow('RPC_URL also needs CHAIN_HUB, CHAIN_PASSPORT, CHAIN_START_BLOCK');
  });

  describe('the configuration of several hubs', () => {
    const [one, two, three, four] = [1, 2, 3, 4].map((digit) => `0x${String(digit).repeat(40)}`);
    const variables = {
      RPC_URL: 'http://localhost:8545',
      CHAIN_BEACON: `0x${'9'.repeat(40)}`,
      CHAIN_HUB: `${one}, ${two}`,
      CHAIN_PASSPORT: `${three},${four}`,
      CHAIN_START_BLOCK: '20,10',
    };

    it('lists them with their passports and start blocks, the current one first', () => {
      expect(readConfig(variables).chain).toMatchObject({
        hubs: [
          { hub: one, passport: three, startBlock: 20 },
          { hub: two, passport: four, startBlock: 10 },
        ],
      });
    });

    it.each([
      ['CHAIN_HUB', `${one},${one}`, 'CHAIN_HUB must not list an address twice'],
      ['CHAIN_HUB', `${one},`, 'CHAIN_HUB must be addresses'],
      ['CHAIN_HUB', `${one},${three}`, 'CHAIN_PASSPORT lists an address of CHAIN_HUB'],
      ['CHAIN_PASSPORT', three, 'CHAIN_PASSPORT has 1 items and CHAIN_HUB 2'],
      [
        'CHAIN_PASSPORT',
        `${three},${four},0x${'5'.repeat(40)}`,
        'CHAIN_PASSPORT has 3 items and CHAIN_HUB 2',
      ],
      ['CHAIN_START_BLOCK', '20', 'CHAIN_START_BLOCK has 1 items and CHAIN_HUB 2'],
      ['CHAIN_START_BLOCK', '20,10,5', 'CHAIN_START_BLOCK has 3 items and CHAIN_HUB 2'],
      ['CHAIN_START_BLOCK', '20,-1', 'CHAIN_START_BLOCK must be the numbers'],
    ])('is refused for %s=%s', (name, value = '', message) => {
      expect(() => readConfig({ ...variables, [name]: value })).toThrow(message);
    });
  });

  it.each([
    ['embedded', {}],
    ['off', { CHAIN: 'off' }],
    ['off', { DATABASE_URL: 'postgres://localhost/giveaways' }],
    ['embedded', { DATABASE_URL: 'postgres://localhost/giveaways', CHAIN: 'on' }],
    ['off', { NODE_ENV: 'production' }],
  ])('sets the chain to %s with %j', (kind, variables) => {
    expect(readConfig(variables).chain).toMatchObject({ kind });
  });

  it('treats empty variables as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', RATE_LIMIT: '' })).toEqual(readConfig({}));
    expect(readConfig({})).toMatchObject({ PORT: 4000, DATA_DIR: '.data', RATE_LIMIT: 1200 });
  });
});

/** A set whose only key has the private part of another one. */
async function mismatchedKeys(): Promise<string> {
  const [one, other] = [await generateSigningKey(), await generateSigningKey()];
  return JSON.stringify({ keys: [{ ...one, d: other.d, kid: 'mixed' }] });
}

describe('a process that fails to start', () => {
  type Ended = Awaited<ReturnType<typeof runToEnd>>;
  let directory: string;
  let ended: Readonly<Record<string, Ended>>;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    const file = join(directory, 'file');
    await writeFile(file, '');
    const start = async (name: string, variables: Readonly<Record<string, string>>) => [
      name,
      await runToEnd({ PORT: '0', DATA_DIR: directory, ...variables }),
    ];
    ended = Object.fromEntries(
      await Promise.all([
        start('a wrong configuration', { PORT: 'http', OAUTH_ISSUERS: 'issuer' }),
        start('an unreachable database', { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/giveaways' }),
        start('a file instead of its folder', { DATA_DIR: file }),
        start('a signing key that does not match', { OAUTH_SIGNING_KEYS: await mismatchedKeys() }),
        start('production without encryption keys', {
          NODE_ENV: 'production',
          CHAIN: 'on',
          DATA_DIR: join(directory, 'production'),
        }),
      ]),
    ) as typeof ended;
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each([
    ['a wrong configuration', /^The configuration is wrong\. PORT must .*OAUTH_ISSUERS must .*\n$/],
    ['an unreachable database', /^(?!.*secret).*DATABASE_URL.*\n$/],
    ['a file instead of its folder', /^.*DATA_DIR.*\n$/],
    ['a signing key that does not match', /^.*OAUTH_SIGNING_KEYS.*"mixed".*\n$/],
    ['production without encryption keys', /^.*KEY_ENCRYPTION_KEYS.*\n$/],
  ])('exits with 1 and a line that names the variable: %s', (name, line) => {
    expect(ended[name]).toEqual({ code: 1, output: expect.stringMatching(line) });
  });
});

it('answers requests while it drains, and closes their connections', async () => {
  gateway.drain();
  expect(await gateway.rest('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'not ready' } });
  const answer = await gateway.rest('GET', PATH);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('connection')).toBe('close');
});
