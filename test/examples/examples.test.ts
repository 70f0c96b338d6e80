import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { ensureBuilt } from '../support/built.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let gateway: Gateway;
beforeAll(async () => {
  ensureBuilt('client');
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe("the publisher's cron job", () => {
  // What Node 24 has and Node 20 has not: the examples run on both.
  const node20 =
    'delete Array.fromAsync; delete Promise.withResolvers; delete Object.groupBy; delete Promise.try;';
  const runJob = async (key: string, ...args: readonly string[]): Promise<string> => {
    const env = { ...CHILD_ENVIRONMENT, GIVEAWAYS_URL: gateway.url, GIVEAWAYS_KEY: key };
    const older = ['--import', `data:text/javascript,${encodeURIComponent(node20)}`];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...older, 'examples/publisher/sync.mjs', ...args],
      { cwd: ROOT, env },
    );
    return stdout;
  };
  const statesOf = async (key: string) => {
    const { body } = await gateway.rest('GET', '/api/v1/giveaways', { key });
    const states = body.listings.map(({ sourceExternalId, status }: Record<string, string>) => [
      sourceExternalId,
      status,
    ]);
    return Object.fromEntries(states) as Record<string, string>;
  };

  it('publishes the listings of its file, and withdraws others with its prefix only', async () => {
    const key = await gateway.createKey();
    for (const sourceExternalId of ['shop:old', 'by hand', 'other:old'])
      await gateway.publish(key, draft({ sourceExternalId }));
    expect(await runJob(key, '--dry-run')).toBe(
      'would publish shop:summer-bicycle\nwould publish shop:winter-skis\nwould withdraw shop:old\n',
    );
    expect(await statesOf(key)).toEqual({
      'shop:old': 'published',
      'by hand': 'published',
      'other:old': 'published',
    });
    const published = 'published shop:summer-bicycle\npublished shop:winter-skis\n';
    expect(await runJob(key)).toBe(`${published}withdrew shop:old\n`);
    expect(await runJob(key)).toBe(published);
    expect(await statesOf(key)).toEqual({
      'shop:summer-bicycle': 'published',
      'shop:winter-skis': 'published',
      'shop:old': 'withdrawn',
      'by hand': 'published',
      'other:old': 'published',
    });
    expect(await runJob(key, '--prefix=other:')).toMatch(
      /published other:winter-skis\nwithdrew other:old\n$/,
    );
  });

  it('changes nothing when it would withdraw more listings than it may', async () => {
    const key = await gateway.createKey();
    for (const number of [1, 2, 3]) await gateway.publish(key, draft({ sourceExternalId: `shop:${number}` }));
    await expect(runJob(key, '--max-withdrawals=2')).rejects.toThrow(/3 listings would be withdrawn/);
    expect(Object.values(await statesOf(key))).toEqual(['published', 'published', 'published']);
    expect(await runJob(key, '--max-withdrawals=3')).toMatch(/withdrew shop:1\n/);
  });

  it.each([
    ['ggw_live_nonsense', /key/],
    ['ggw_live_…', /Set GIVEAWAYS_KEY to an API key, copied whole/],
  ])('says what is wrong with the key %s', async (key, problem) => {
    await expect(runJob(key)).rejects.toThrow(problem);
  });
});

describe("the provider's server", () => {
  const secret = Buffer.from('a secret of the webhook');
  let url: string;
  let stop: () => void;
  beforeAll(async () => {
    const child = spawn(process.execPath, ['examples/provider/server.mjs'], {
      cwd: ROOT,
      env: {
        ...CHILD_ENVIRONMENT,
        PORT: '0',
        GIVEAWAYS_URL: gateway.url,
        GIVEAWAYS_KEY: 'ggw_live_nonsense',
        WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    url = `http://127.0.0.1:${/port (\d+)/.exec(output.toString())?.[1] ?? ''}`;
    stop = () => child.kill();
  });
  afterAll(() => stop());

  const send = async (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(url + path, { method: 'POST', body, headers })).status;
  const signed = (body: string, seconds = Math.floor(Date.now() / 1000)) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${createHmac('sha256', secret).update(`msg_1.${seconds}.${body}`).digest('base64')}`,
  });

  it('accepts only messages that the webhook signed now', async () => {
    const body = '{"type":"round.closed"}';
    expect(await send('/webhooks', body, signed(body))).toBe(204);
    expect(await send('/webhooks', '{"type":"round.decided"}', signed(body))).toBe(400);
    expect(await send('/webhooks', body, signed(body, 1_700_000_000))).toBe(400);
    expect(await send('/webhooks', body)).toBe(400);
  });

  it("returns the gateway's response to an order, and survives broken requests", async () => {
    expect(await send('/orders', '{"id":"1","passportId":1,"amount":1}')).toBe(401);
    expect(await send('/orders', '{')).toBe(400);
    expect(await send('/orders', 'x'.repeat(100_000))).toBe(413);
    expect(await send('/elsewhere', '')).toBe(404);
  });
});
