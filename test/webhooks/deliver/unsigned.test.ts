import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createWebhook, deliveriesOf, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

let gateway: Gateway;
let receiver: Receiver;
beforeAll(async () => {
  [gateway, receiver] = await Promise.all([startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }), startReceiver()]);
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

const NOT_SIGNED = {
  status: null,
  error: 'Not sent: the service cannot open the signing secret of this webhook.',
};

it('fails after all attempts when the key for its signature is missing', async () => {
  const provider = await startProvider(gateway);
  const input = { provider: provider.id, url: receiver.url };
  const { webhook } = (await createWebhook(gateway, provider.session, input)).body.data.createWebhook;
  const first = async (isRight: (delivery: Json) => boolean): Promise<Json> => {
    const readDeliveries = () => deliveriesOf(gateway, provider.session, webhook.id);
    const [delivery] = await eventually(
      readDeliveries,
      ([found]) => found !== undefined && isRight(found),
      30_000,
    );
    return delivery;
  };
  const operation = newOperation(provider.chainKey);
  await change(
    gateway,
    ["update webhook set key_id = 'elsewhere' where id = $1", [webhook.id]],
    operation.accepted,
    operation.sent,
    operation.confirmed,
  );

  const once = await first(({ attempts }) => attempts.length > 0);
  expect(once).toMatchObject({ state: 'PENDING', attempts: [NOT_SIGNED] });
  expect(Date.parse(once.nextAttemptAt)).toBeGreaterThan(Date.parse(once.attempts[0].at) + 4_000);
  // As if the other attempts had been made.
  await change(gateway, ['update webhook_delivery set tries = 7 where id = $1', [once.id]]);

  const last = await first(({ state }) => state !== 'PENDING');
  expect(last).toMatchObject({ state: 'FAILED', nextAttemptAt: null, attempts: [NOT_SIGNED, NOT_SIGNED] });
  expect(receiver.received).toEqual([]);
  const failures = gateway.log.filter((line) => line.includes('a job failed'));
  expect(failures).toHaveLength(2);
  expect(failures[0]).toContain('send-webhook');
}, 90_000);
