import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { createWebhook, rotateSecret, startProvider } from '../webhooks/support/api.ts';
import { isSignedBy, startReceiver } from '../webhooks/support/receiver.ts';
import { runWith, startCli } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const PAYLOAD = '{"type":"round.closed",  "data":{"title":"größer"}}';

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(startGateway);
let provider: Json;
let webhook: Json;
beforeAll(async () => {
  provider = await startProvider(gateway);
  const input = { provider: provider.id, url: 'https://hooks.example.com/giveaways' };
  webhook = (await createWebhook(gateway, provider.session, input)).body.data.createWebhook;
});

let count = 0;
/** Adds deliveries as events of the provider would, so many seconds ago; returns the id of the last message. */
async function addDelivery(secondsAgo = 0, copies = 1): Promise<string> {
  const first = count + 1;
  count += copies;
  await gateway.onDatabase(async (_em, sql) => {
    await sql.query(
      {
        name: '',
        text: `with event as (
            insert into webhook_event (id, provider_id, type, subject, origin, payload)
            select 'msg_' || n, $3, 'round.closed', 'msg_' || n, '1', $5 from generate_series($1::integer, $2::integer) n
          ) insert into webhook_delivery (id, webhook_id, event_id, state, is_queued, created_at)
            select 'dlv_' || n, $4, 'msg_' || n, 'FAILED', true, now() - $6 * interval '1 second'
            from generate_series($1::integer, $2::integer) n`,
      },
      [first, count, provider.id, webhook.webhook.id, PAYLOAD, secondsAgo],
    );
  });
  return `msg_${count}`;
}

const started: ReturnType<typeof startCli>[] = [];
afterEach(() => started.splice(0).forEach(({ child }) => child.kill()));

function listen(...options: readonly string[]) {
  const command = startCli(['webhooks', 'listen', webhook.webhook.id, '--json', ...options], {
    GIVEAWAYS_URL: gateway.url,
    GIVEAWAYS_TOKEN: provider.session,
  });
  started.push(command);
  return command;
}

describe('giveaways webhooks listen', () => {
  it('forwards the messages that are new, once and in their order, with a signature by the secret and the same body', async () => {
    await addDelivery(5, 60);
    const command = listen('--forward-to', receiver.url);
    await command.line(/"listening"/);
    const first = await addDelivery();
    await command.line(new RegExp(`"messageId":"${first}".*"status":204`));
    // It was committed after another one that has a later time.
    const second = await addDelivery(4);
    await command.line(new RegExp(`"messageId":"${second}".*"status":204`));
    command.child.kill('SIGINT');
    await once(command.child, 'close');

    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first, second]);
    for (const message of receiver.received) {
      expect(message.body).toBe(PAYLOAD);
      expect(isSignedBy(webhook.secret, message)).toBe(true);
    }
  });

  it('reports a receiver that fails or redirects, does not follow it, and goes on', async () => {
    const command = listen('--forward-to', receiver.url);
    await command.line(/"listening"/);
    receiver.reply(() => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } }));
    const message = await addDelivery();
    await command.line(new RegExp(`"messageId":"${message}".*"status":307`));
    receiver.reply(() => ({ status: 204 }));
    await command.line(new RegExp(`"messageId":"${await addDelivery()}".*"status":204`));
    command.child.kill('SIGINT');
    await once(command.child, 'close');

    const closed = listen('--forward-to', 'http://127.0.0.1:9/');
    await closed.line(/"listening"/);
    await closed.line(new RegExp(`"messageId":"${await addDelivery()}".*"error":`));
    closed.child.kill('SIGINT');
    await once(closed.child, 'close');
  });

  it.each([
    'http://192.0.2.1/hook',
    'http://localhost.example.com/hook',
    'http://localhost:80@example.com/',
    'http://127.0.0.1.example.com/',
  ])('refuses the target %s, which is on another machine', async (target) => {
    const args = ['webhooks', 'listen', webhook.webhook.id, '--forward-to', target, '--json'];
    const { code, json } = await runWith(gateway, provider.session, args);
    expect([code, json.error.code]).toEqual([1, 'NOT_LOOPBACK']);
  });
});

describe('signedWebhookMessage', () => {
  const read = (delivery: string, token: string) =>
    gateway.graphql(
      'query ($delivery: ID!) { signedWebhookMessage(delivery: $delivery) { id timestamp signature body } }',
      { delivery },
      token,
    );

  it('is for members of the provider and the operator only', async () => {
    const delivery = (await addDelivery()).replace('msg', 'dlv');
    const other = await startProvider(gateway);
    const codeOf = async (token: string) => (await read(delivery, token)).body.errors?.[0].extensions.code;

    expect(await codeOf(other.session)).toBe('NOT_FOUND');
    expect(await codeOf(await gateway.createKey())).toBe('UNAUTHORIZED');
    expect(await codeOf('')).toBe('UNAUTHENTICATED');
    expect(await codeOf(provider.session)).toBeUndefined();
    expect(await codeOf(gateway.operatorToken)).toBeUndefined();
  });

  it('signs with both secrets after a rotation', async () => {
    const delivery = (await addDelivery()).replace('msg', 'dlv');
    const { secret } = (await rotateSecret(gateway, provider.session, webhook.webhook.id)).body.data
      .rotateWebhookSecret;
    const { id, timestamp, signature, body } = (await read(delivery, provider.session)).body.data
      .signedWebhookMessage;
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };

    for (const each of [secret, webhook.secret])
      expect(new Webhook(each).verify(body, headers)).toMatchObject({ type: 'round.closed' });
  });
});
