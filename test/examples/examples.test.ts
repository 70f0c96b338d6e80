import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe("the publisher's cron job", () => {
  const runJob = async (key: string): Promise<string> => {
    const env = { ...CHILD_ENVIRONMENT, GIVEAWAYS_URL: gateway.url, GIVEAWAYS_KEY: key };
    const { stdout } = await promisify(execFile)(process.execPath, ['examples/publisher/sync.mjs'], {
      cwd: ROOT,
      env,
    });
    return stdout;
  };

  it('publishes the listings of its file, and withdraws all others', async () => {
    const key = await gateway.createKey();
    await gateway.publish(key, draft({ sourceExternalId: 'old' }));
    expect(await runJob(key)).toBe('published summer-bicycle\npublished winter-skis\nwithdrew old\n');
    expect(await runJob(key)).toBe('published summer-bicycle\npublished winter-skis\n');
    const { body } = await gateway.rest('GET', '/api/v1/giveaways', { key });
    const states = body.listings.map(({ sourceExternalId, status }: Record<string, string>) => [
      sourceExternalId,
      status,
    ]);
    expect(Object.fromEntries(states)).toEqual({
      'summer-bicycle': 'published',
      'winter-skis': 'published',
      old: 'withdrawn',
    });
  });

  it('says what is wrong with its key', async () => {
    await expect(runJob('ggw_live_nonsense')).rejects.toThrow(/POST answers 401: .*key/);
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

  it("returns the gateway's answer to an order, and survives broken requests", async () => {
    expect(await send('/orders', '{"id":"1","passportId":1,"amount":1}')).toBe(401);
    expect(await send('/orders', '{')).toBe(400);
    expect(await send('/orders', 'x'.repeat(100_000))).toBe(413);
    expect(await send('/elsewhere', '')).toBe(404);
  });
});
