import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttemptOutcome, TakenDelivery } from '../../../src/core/webhooks/deliver/webhook-queue.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { describeEmbedded } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import type { Client } from '../../support/gateway/client.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { startServer } from '../../support/gateway/server.ts';
import { childrenOf, parseXml, textOf } from '../../support/http/xml.ts';
import { draft } from '../../support/listings.ts';
import { createFollowers, type Followers } from '../follow/followers.ts';
import { askHub, confirm, isHubSigned, startSubscriber, type Got } from './subscriber.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const HOME = 'https://giveaways.example.com';
const TOPIC = `${HOME}/feed.atom`;
const SECRET = 'a secret of the reader';
const MAX_ENTRIES = 20;

/** The ids of the listings of a document, in its order. */
const idsIn = ({ body }: Got) =>
  childrenOf(parseXml(body), 'entry').map((entry) =>
    String(textOf(entry, 'id')).replace('urn:giveaway:', ''),
  );
const subscribe = async (client: Client, callback: string, topic = TOPIC) => {
  const asked = { 'hub.mode': 'subscribe', 'hub.callback': callback, 'hub.topic': topic };
  expect((await askHub(client, { ...asked, 'hub.secret': SECRET })).status).toBe(202);
};
const publish = (client: Client, key: string, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => (await client.publish(key, draft())).body.listing.id),
  );

describe('the deliveries of a subscription', () => {
  const opened = sharedByTests(openTestDatabase);
  let followers: Followers;
  let id: string;
  beforeAll(async () => {
    followers = createFollowers(opened);
  });

  const take = async (webhook = id) =>
    (await followers.webhookQueue.take(webhook, 30, MAX_ENTRIES)) ?? { tries: -1, deliveries: [] };
  const outcome = (state: AttemptOutcome['state']): AttemptOutcome => ({
    attempt: { at: new Date(), durationMs: 1, status: 500, error: null, body: '' },
    state,
    retryAfter: state === 'PENDING' ? 0 : null,
    pauseSeconds: null,
    isGone: false,
  });
  const end = async (deliveries: readonly TakenDelivery[], state: AttemptOutcome['state']) => {
    await followers.webhookQueue.end(deliveries, outcome(state));
    await followers.query('update webhook set paused_until = null');
  };
  /** A subscription, and a webhook of an account, with so many listings. */
  async function burst(count: number): Promise<string> {
    await followers.clear();
    id = await followers.follow();
    await followers.query('update webhook set topic = $1', [TOPIC]);
    const account = await followers.follow();
    for (let index = 0; index < count; index += 1) await followers.publish();
    await followers.announce();
    return account;
  }

  it('are taken together, each by one of those who take at the same time; those of an account one by one', async () => {
    const account = await burst(45);
    const taken = await Promise.all(Array.from({ length: 4 }, () => take()));
    expect(taken.every(({ deliveries }) => deliveries.length <= MAX_ENTRIES)).toBe(true);
    const all = taken.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId));
    while (all.length < 45) {
      const { deliveries } = await take();
      expect(deliveries.length).toBeGreaterThan(0);
      all.push(...deliveries.map(({ deliveryId }) => deliveryId));
    }
    expect(new Set(all).size).toBe(45);
    expect((await take()).deliveries).toEqual([]);
    expect((await take(account)).deliveries).toHaveLength(1);
  });

  it('are halved by each failed attempt, and are never of different numbers of attempts', async () => {
    await burst(20);
    const sizes: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const taken = await take();
      expect(taken.tries).toBe(tries);
      sizes.push(taken.deliveries.length);
      await end(taken.deliveries, 'PENDING');
      // The others are accepted.
      for (let others = await take(); others.tries === tries; others = await take())
        await end(others.deliveries, 'DELIVERED');
      await followers.query('update webhook_delivery set busy_until = null');
    }
    expect(sizes).toEqual([20, 10, 5, 2, 1, 1]);
    const states = await followers.query(
      'select state, count(*) from webhook_delivery where webhook_id = $1 group by state order by state',
      [id],
    );
    expect(states.map(([state, count]) => [state, Number(count)])).toEqual([
      ['DELIVERED', 19],
      ['PENDING', 1],
    ]);
  });

  it('count as one failure of the receiver, and leave what was started again meanwhile as it is', async () => {
    await burst(3);
    const { deliveries } = await take();
    const [again] = deliveries;
    await followers.query('update webhook_delivery set run = run + 1 where id = $1', [again?.deliveryId]);
    expect(await followers.webhookQueue.end(deliveries, outcome('FAILED'))).toEqual({
      isFailing: false,
      hasRecovered: false,
    });
    const read = async (text: string) => (await followers.query(text, [id])).map((row) => row.map(String));
    expect(await read('select failures from webhook where id = $1')).toEqual([['1']]);
    expect(
      await read('select state, count(*) from webhook_delivery where webhook_id = $1 group by 1 order by 1'),
    ).toEqual([
      ['FAILED', '2'],
      ['PENDING', '1'],
    ]);
    expect(
      await read(`select count(*) from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
        where d.webhook_id = $1`),
    ).toEqual([['3']]);
  });
});

describe('a burst of listings', () => {
  const subscriber = sharedByTests(startSubscriber);
  const gateway = sharedByTests(() => startGateway({ PUBLIC_URL: HOME, WEBHOOK_ALLOW_PRIVATE: 'true' }));
  let key: string;
  beforeAll(async () => {
    key = await gateway.createKey();
  });

  it('reaches a subscriber in few documents, newest first, each listing once', async () => {
    const callback = subscriber.callback();
    await subscribe(gateway, callback);
    await subscriber.until(callback, 'GET', 1);
    const count = async (table: string) =>
      gateway.onDatabase(async (em) =>
        Number((await em.execute<{ n: string }[]>(`select count(*) as n from ${table}`))[0]?.n),
      );
    await eventually(
      () => count('webhook'),
      (found) => found === 1,
      20_000,
    );
    const pause = (until: string) =>
      gateway.onDatabase((em) => em.execute(`update webhook set paused_until = ${until}`));
    await pause(`now() + interval '10 minutes'`);
    const published = await publish(gateway, key, 45);
    await eventually(
      () => count('webhook_delivery'),
      (found) => found === 45,
      20_000,
    );
    await pause('null');
    // The job looks again when it gets another one.
    published.push(...(await publish(gateway, key, 1)));
    const got = await eventually(
      async () => subscriber.requestsTo(callback, 'POST'),
      (posts) => posts.flatMap(idsIn).length >= published.length,
      30_000,
    );
    expect(got.flatMap(idsIn).toSorted()).toEqual(published.toSorted());
    expect(got.length).toBeLessThanOrEqual(4);
    for (const post of got) {
      expect(isHubSigned(SECRET, post)).toBe(true);
      const entries = childrenOf(parseXml(post.body), 'entry');
      expect(entries.length).toBeLessThanOrEqual(MAX_ENTRIES);
      const changes = entries.map((entry) => String(textOf(entry, 'updated')));
      expect(changes).toEqual(changes.toSorted((one, other) => (one < other ? 1 : -1)));
      expect(textOf(parseXml(post.body), 'updated')).toBe(changes[0]);
    }
  });
});

describeEmbedded('a server killed after it has sent a document, before it has noted so', () => {
  it('sends all entries of the document again, and loses none', async () => {
    const subscriber = await startSubscriber();
    const directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    await placeEmbeddedDatabase(join(directory, 'db'));
    const variables = { CHAIN: 'off', WEBHOOK_ALLOW_PRIVATE: 'true', PUBLIC_URL: HOME };
    const first = await startServer(directory, variables);
    const callback = subscriber.callback();
    subscriber.reply(callback, (got) => (got.method === 'POST' ? undefined : confirm(got)));
    await subscribe(first, callback);
    await subscriber.until(callback, 'GET', 1);
    const key = await first.createKey();
    const published = await publish(first, key, 30);
    const [unanswered] = await subscriber.until(callback, 'POST', 1);
    await first.end('SIGKILL');
    subscriber.hangUp();
    subscriber.reply(callback, confirm);

    const second = await startServer(directory, variables);
    const isComplete = (posts: readonly Got[]) =>
      new Set(posts.slice(1).flatMap(idsIn)).size === published.length;
    const got = await eventually(async () => subscriber.requestsTo(callback, 'POST'), isComplete, 120_000);
    expect(isComplete(got)).toBe(true);
    const again = got.slice(1).flatMap(idsIn);
    expect(idsIn(unanswered!).every((listing) => again.includes(listing))).toBe(true);
    // Whatever was answered came once.
    expect(again).toHaveLength(published.length);
    await second.end('SIGTERM');
    await subscriber.stop();
    await rm(directory, { recursive: true, force: true });
  }, 240_000);
});
