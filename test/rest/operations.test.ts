import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const PATH = '/api/v1/giveaways';

const gateway = sharedByTests(startGateway);

describe('the probes', () => {
  it.each([
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ])('answer %s without a credential, and do not appear in the log', async (path, body) => {
    const response = await gateway.rest('GET', path);
    expect(response).toMatchObject({ status: 200, body });
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

describe('/.well-known/security.txt', () => {
  const PATH_OF_CONTACTS = '/.well-known/security.txt';

  it('names the contacts of the operator, until a day within a year', async () => {
    const contacts = ['mailto:security@example.com', 'https://example.com/security'];
    const configured = await startGateway({ SECURITY_CONTACT: contacts.join(', ') });
    const response = await fetch(`${configured.url}${PATH_OF_CONTACTS}`);
    const text = await response.text();
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
    const days = (new Date(expires).getTime() - Date.now()) / 86_400_000;
    await configured.stop();

    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.split('\n').filter((line) => line.startsWith('Contact: '))).toEqual(
      contacts.map((contact) => `Contact: ${contact}`),
    );
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    expect(text).toMatch(/^Canonical: http.+\/\.well-known\/security\.txt$/m);
  });

  it('does not exist without a contact', async () => {
    expect((await gateway.rest('GET', PATH_OF_CONTACTS)).status).toBe(404);
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
  it('names each request by the id in its response, without query and credential', async () => {
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

it('answers requests while it drains, and closes their connections', async () => {
  gateway.drain();
  expect(await gateway.rest('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'not ready' } });
  const response = await gateway.rest('GET', PATH);
  expect(response.status).toBe(401);
  expect(response.headers.get('connection')).toBe('close');
});
