import { beforeAll, expect, it, jest } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createWebhook, deleteWebhook, deliveriesOf, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(360_000);

const DEAD = 9;
const OPERATIONS = 300;

const receiver = sharedByTests(startReceiver);
const dead = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));
beforeAll(async () => {
  dead.reply(() => undefined);
});

const create = async (provider: Json, url: string): Promise<string> =>
  (await createWebhook(gateway, provider.session, { provider: provider.id, url })).body.data.createWebhook
    .webhook.id;
const confirm = (operations: readonly ReturnType<typeof newOperation>[]) =>
  change(gateway, ...operations.flatMap(({ accepted, sent, confirmed }) => [accepted, sent, confirmed]));
const operationsOf = (provider: Json, count: number) =>
  Array.from({ length: count }, () => newOperation(provider.chainKey));
const of =
  (operations: readonly { readonly id: string }[]) =>
  ({ message }: { readonly message: Json }) =>
    operations.some(({ id }) => id === message.data.operation?.id);
const countOf = (text: string, values: readonly unknown[]) =>
  gateway.onDatabase(async (_em, sql) => Number((await sql.query({ name: '', text }, values))[0]?.[0]));
const OPEN_JOBS = `select count(*) from pgboss.job where name like 'send-webhook%' and state < 'completed' and group_id = $1`;
const DELIVERIES = 'select count(*) from webhook_delivery where webhook_id = any($1::text[])';

it('reaches the receiver of a provider whose other receivers never answer, with one job a webhook', async () => {
  const provider = await startProvider(gateway);
  const webhooks: string[] = [];
  for (let count = 0; count < DEAD; count += 1) webhooks.push(await create(provider, dead.url));
  await create(provider, receiver.url);
  const operations = operationsOf(provider, OPERATIONS);
  await confirm(operations);

  expect(await receiver.until(OPERATIONS, of(operations), 120_000)).toHaveLength(OPERATIONS);
  expect(await countOf(OPEN_JOBS, [provider.id])).toBeLessThanOrEqual(DEAD + 1);
  expect(await countOf(DELIVERIES, [webhooks])).toBe(DEAD * OPERATIONS);

  // With their webhooks, the messages and the jobs are deleted.
  for (const id of webhooks)
    expect((await deleteWebhook(gateway, provider.session, id)).body.errors).toBeUndefined();
  const left = async () =>
    (await countOf(DELIVERIES, [webhooks])) + (await countOf(OPEN_JOBS, [provider.id]));
  expect(await eventually(left, (count) => count === 0, 60_000)).toBe(0);
});

it('sends the whole backlog at once when the receiver answers again', async () => {
  const provider = await startProvider(gateway);
  const webhook = await create(provider, receiver.url);
  receiver.reply(() => ({ status: 500 }));
  const operations = operationsOf(provider, 12);
  await confirm(operations);
  await receiver.until(3, of(operations));
  // As if the attempts of most messages had failed for hours.
  await change(gateway, [
    `update webhook_delivery set due_at = now() + interval '5 hours' where webhook_id = $1
        and id > (select min(id) from webhook_delivery where webhook_id = $1)`,
    [webhook],
  ]);
  const before = receiver.received.length;
  receiver.reply(() => ({ status: 204 }));

  const states = async () =>
    (await deliveriesOf(gateway, provider.session, webhook)).map(({ state }) => state);
  const all = await eventually(states, (found) => found.every((state) => state === 'DELIVERED'), 90_000);

  expect(all).toEqual(operations.map(() => 'DELIVERED'));
  expect(receiver.received.slice(before).filter(of(operations)).length).toBeGreaterThanOrEqual(12);
});

it('waits as long as the receiver asks by Retry-After, with all its messages', async () => {
  const provider = await startProvider(gateway);
  const webhook = await create(provider, receiver.url);
  receiver.reply(() => ({ status: 429, headers: { 'retry-after': '600' } }));
  const [first, second] = operationsOf(provider, 2);
  await confirm([first!]);
  await receiver.until(1, of([first!]));
  await eventually(
    async () => (await deliveriesOf(gateway, provider.session, webhook))[0]?.attempts.length,
    (count) => count === 1,
  );
  receiver.reply(() => ({ status: 204 }));
  const [delivery] = await deliveriesOf(gateway, provider.session, webhook);
  const pause = Date.parse(delivery?.nextAttemptAt) - Date.parse(delivery?.attempts[0].at);
  expect(pause).toBeGreaterThanOrEqual(599_000);
  expect(pause).toBeLessThan(660_000);

  await confirm([second!]);
  // Another webhook of the provider gets it meanwhile.
  const witness = await startReceiver();
  await create(provider, witness.url);
  const third = newOperation(provider.chainKey);
  await confirm([third]);
  await witness.until(1, of([third]));
  expect(receiver.received.filter(of([second!, third]))).toEqual([]);

  await change(gateway, ['update webhook set paused_until = null where id = $1', [webhook]]);
  const fourth = newOperation(provider.chainKey);
  await confirm([fourth]);
  await receiver.until(3, of([second!, third, fourth]));
  await witness.stop();
});

it('delivers what the previous release has queued, a job for each message', async () => {
  const provider = await startProvider(gateway);
  const webhook = await create(provider, receiver.url);
  receiver.reply(() => ({ status: 204 }));
  const delivery = `dlv_${'0'.repeat(31)}1`;
  await change(
    gateway,
    [
      `insert into webhook_event (id, provider_id, type, subject, origin, payload)
          values ($1, $2, 'operation.confirmed', 'opn_of_the_previous_release', '1', $3)`,
      [
        'msg_of_the_previous_release',
        provider.id,
        JSON.stringify({ data: { operation: { id: 'previous' } } }),
      ],
    ],
    [
      `insert into webhook_delivery (id, webhook_id, event_id, is_queued)
          values ($1, $2, 'msg_of_the_previous_release', true)`,
      [delivery, webhook],
    ],
    [
      `insert into pgboss.job (name, data, singleton_key, group_id, policy)
          values ('send-webhook', $1, $2, $3, 'exclusive')`,
      [JSON.stringify({ deliveryId: delivery }), `${delivery}/1`, provider.id],
    ],
  );

  await receiver.until(1, of([{ id: 'previous' }]));

  const open = () => countOf(OPEN_JOBS, [provider.id]);
  expect(await eventually(open, (count) => count === 0)).toBe(0);
});
