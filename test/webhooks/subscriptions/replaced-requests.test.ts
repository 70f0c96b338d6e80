import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { createFeedSubscriptionStore } from '../../../src/adapters/postgres/webhooks/feed-subscription-store.ts';
import { createWebhookQueue } from '../../../src/adapters/postgres/webhooks/webhook-queue.ts';
import { toFollowed } from '../../../src/core/webhooks/follow/followed-filter.ts';
import { confirmSubscription } from '../../../src/core/webhooks/subscriptions/confirm-subscription.ts';
import type { RequestMode } from '../../../src/core/webhooks/subscriptions/feed-subscription.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const ID = 'sub_1';

const opened = sharedByTests(openTestDatabase);
let em: SqlEntityManager;
beforeAll(async () => {
  em = opened.database.em();
});
afterEach(async () => {
  for (const table of ['subscription_request', 'webhook_event', 'webhook'])
    await em.execute(`delete from ${table}`);
});

/** Stores a request of the same subscriber for the same topic. */
async function request(mode: RequestMode): Promise<void> {
  const bytes = (length: number) => new Uint8Array(length);
  const sealed = { ciphertext: bytes(1), nonce: bytes(12), tag: bytes(16), wrappedKey: bytes(1), keyId: 'k' };
  const of = { id: ID, callback: 'https://reader.example/', topic: 'https://feed.example/feed.atom' };
  const filter = toFollowed({ search: null });
  const stored = { request: { ...of, mode, filter, leaseSeconds: 60 }, host: 'h', networkKey: 'n', sealed };
  expect(await createFeedSubscriptionStore(em).request(stored)).toBe('stored');
}

/** Handles the request that waits; its callback confirms it after this work. */
async function confirmAfter(work: () => Promise<unknown>): Promise<void> {
  const feedSubscriptions = createFeedSubscriptionStore(em);
  const subscriberCalls = {
    findFault: () => undefined,
    notifyDenied: async () => undefined,
    async confirm() {
      await work();
      return true;
    },
  };
  const ports = { clock: { now: () => new Date() }, feedSubscriptions, subscriberCalls };
  await confirmSubscription(
    { ...ports, transaction: (change) => change({ feedSubscriptions }) },
    { subscriptionId: ID },
  );
}

/** As another instance that has taken the request over when its lease was over. */
const endElsewhere = () => em.execute('delete from subscription_request');

const stored = async () => {
  const [row] = await em.execute<{ readonly requests: number; readonly subscriptions: number }[]>(`
    select (select count(*)::integer from subscription_request) as requests,
      (select count(*)::integer from webhook) as subscriptions`);
  return row;
};

describe('a confirmation that comes after another request', () => {
  it('does not end the subscription that was requested meanwhile', async () => {
    await request('subscribe');
    await confirmAfter(async () => undefined);
    expect(await stored()).toEqual({ requests: 0, subscriptions: 1 });

    await request('unsubscribe');
    await confirmAfter(async () => {
      await em.execute('update subscription_request set busy_until = null');
      await request('subscribe');
    });
    expect(await stored()).toEqual({ requests: 1, subscriptions: 1 });
  });

  it('does not end the subscription that was requested after another instance had ended the request', async () => {
    await request('subscribe');
    await confirmAfter(async () => undefined);

    await request('unsubscribe');
    await confirmAfter(async () => {
      await endElsewhere();
      await request('subscribe');
    });
    expect(await stored()).toEqual({ requests: 1, subscriptions: 1 });
  });

  it('confirms no request that was stored after another instance had ended the first one', async () => {
    await request('subscribe');
    await confirmAfter(async () => {
      await endElsewhere();
      await request('subscribe');
    });
    expect(await stored()).toEqual({ requests: 1, subscriptions: 0 });
  });
});

it('a document answered 410 Gone does not end the subscription that was confirmed since it was sent', async () => {
  const queue = createWebhookQueue(opened.database.sql);
  const attempt = { at: new Date(), durationMs: 1, status: 410, error: null, body: '' };
  const outcome = { attempt, state: 'FAILED', retryAfter: null, pauseSeconds: null, isGone: true } as const;
  await request('subscribe');
  await confirmAfter(async () => undefined);
  await em.execute(
    `
    with event as (
      insert into webhook_event (id, type, subject, origin, payload)
      values ('evt_1', 'listing.published', 'lst_1', '1', '{}') returning id
    ) insert into webhook_delivery (id, webhook_id, event_id) select 'dlv_1', ?, id from event`,
    [ID],
  );
  const isEnded = async () => (await createFeedSubscriptionStore(em).find(ID))?.disabledAt !== null;

  const sent = await queue.take(ID, 30, 1);
  await request('subscribe');
  await confirmAfter(async () => undefined);
  await queue.end(sent?.deliveries ?? [], outcome);
  expect(await isEnded()).toBe(false);

  const sentAgain = await queue.take(ID, 30, 1);
  await queue.end(sentAgain?.deliveries ?? [], outcome);
  expect(await isEnded()).toBe(true);
});
