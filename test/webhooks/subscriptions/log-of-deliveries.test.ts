import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { purgeExpired } from '../../../src/adapters/postgres/purge/purge.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { RETENTION } from '../../support/gateway/retention.ts';
import { draft } from '../../support/listings.ts';
import { askHub, confirm, startSubscriber, type Subscriber } from './subscriber.ts';

const HOME = 'https://giveaways.example.com';

let gateway: Gateway;
let subscriber: Subscriber;
let key: string;
beforeAll(async () => {
  [gateway, subscriber] = await Promise.all([
    startGateway({ PUBLIC_URL: HOME, WEBHOOK_ALLOW_PRIVATE: 'true' }),
    startSubscriber(),
  ]);
  key = await gateway.createKey();
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await subscriber.stop();
});

const forgetSubscriptions = () => gateway.onDatabase((em) => em.execute('delete from webhook'));

/** Subscribes a new callback to the feed, and waits until it has confirmed. */
async function subscribe(): Promise<string> {
  const callback = subscriber.callback();
  const asked = { 'hub.mode': 'subscribe', 'hub.topic': `${HOME}/feed.atom`, 'hub.callback': callback };
  expect((await askHub(gateway, asked)).status).toBe(202);
  const found = () =>
    gateway.onDatabase((em) => em.execute<object[]>('select id from webhook where url = ?', [callback]));
  expect(await eventually(found, ({ length }) => length === 1, 20_000)).toHaveLength(1);
  return callback;
}

it('the log of a subscription has nothing of what its callback answers, since nobody could read it', async () => {
  const callback = await subscribe();
  const answer = { status: 200, body: 'x'.repeat(1_000) };
  subscriber.reply(callback, (got) => (got.method === 'POST' ? answer : confirm(got)));
  await gateway.publish(key, draft());
  const attempts = () =>
    gateway.onDatabase((em) =>
      em.execute<object[]>(
        `select a.status, a.body from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
          join webhook h on h.id = d.webhook_id where h.url = ?`,
        [callback],
      ),
    );
  const stored = await eventually(attempts, ({ length }) => length > 0, 20_000);
  expect(stored).toEqual([{ status: 200, body: null }]);
}, 60_000);

it('the purge deletes what subscribers got a day ago, and keeps what they wait for', async () => {
  await forgetSubscriptions();
  await subscribe();
  const left = await gateway.onDatabase(async (em, sql) => {
    const ofAccount = `jsonb_build_object('id', 'whk_1', 'topic', null, 'host', null, 'network_key', null,
      'lease_until', null, 'account_id', (select id from user_account limit 1))`;
    await em.execute(
      `insert into webhook select (jsonb_populate_record(h, ${ofAccount})).* from webhook h where h.topic is not null`,
    );
    await em.execute('delete from webhook_delivery');
    const rows = `(values ('got', true, 'DELIVERED', 25), ('given up', true, 'FAILED', 25), ('new', true, 'DELIVERED', 23),
      ('waits', true, 'PENDING', 25), ('of an account', false, 'DELIVERED', 25)) as sent (name, is_of_subscription, state, hours)`;
    await em.execute(`insert into webhook_event (id, type, subject, origin, payload)
      select name, 'listing.published', name, '', '{}' from ${rows}`);
    await em.execute(`insert into webhook_delivery (id, webhook_id, event_id, state, of_feed, is_queued, created_at)
      select name, h.id, name, state, true, true, now() - hours * interval '1 hour'
      from ${rows} join webhook h on (h.topic is not null) = is_of_subscription`);
    await purgeExpired(sql, RETENTION);
    return em.execute<{ id: string }[]>('select id from webhook_delivery order by id');
  });
  expect(left.map(({ id }) => id)).toEqual(['new', 'of an account', 'waits']);
});
