import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryState } from '../../../src/core/webhooks/webhook.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { createFollowers, type Followers } from '../follow/followers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const PROMPT = { durationMs: 1_000, state: 'DELIVERED' } as const;
const LONG = { durationMs: 1_001, state: 'DELIVERED' } as const;
const REFUSED = { durationMs: 3, state: 'PENDING' } as const;

const opened = sharedByTests(openTestDatabase);
let followers: Followers;
let id: string;
beforeAll(async () => {
  followers = createFollowers(opened);
});
beforeEach(async () => {
  await followers.clear();
  id = await followers.follow();
});

/** Sends a message, whose call takes so long. */
async function send({ durationMs, state }: { durationMs: number; state: DeliveryState }): Promise<void> {
  await followers.publish();
  await followers.announce();
  const started = await followers.webhookQueue.take(id, 30, 1);
  await followers.webhookQueue.end(started!.deliveries, {
    attempt: { at: new Date(), durationMs, status: null, error: null, body: null },
    state,
    retryAfter: state === 'PENDING' ? 0 : null,
    pauseSeconds: null,
    isGone: false,
  });
}
const pass = (minutes: number) =>
  followers.query(`update webhook set slow_until = slow_until - interval '${minutes} minutes'`);
/** Whether the webhook is slow for its next message: when its job is started, when it is sent, and when its job is deferred. */
async function isSlow(): Promise<boolean> {
  await followers.publish();
  await followers.announce();
  const { webhookQueue } = followers;
  const unqueued = (await webhookQueue.unqueued('feed', 1_000)).map((delivery) => delivery.isSlow);
  const rest = await webhookQueue.rest(id);
  const taken = await webhookQueue.take(id, 30, 1);
  await webhookQueue.giveBack(taken!.deliveries);
  const all = new Set([...unqueued, rest.kind === 'waiting' && rest.isSlow, taken?.isSlow]);
  expect(all.size).toBe(1);
  return all.has(true);
}

describe('a webhook', () => {
  it('is slow for the hour after its creation, and not after that', async () => {
    expect(await isSlow()).toBe(true);
    await send(PROMPT);
    await pass(59);
    expect(await isSlow()).toBe(true);
    await pass(1);
    expect(await isSlow()).toBe(false);
    await send(PROMPT);
    expect(await isSlow()).toBe(false);
  });

  it('is slow for the hour after each long call, whatever else it answers promptly', async () => {
    await pass(60);
    await send(LONG);
    expect(await isSlow()).toBe(true);
    await pass(30);
    await send(LONG);
    await send(PROMPT);
    await pass(59);
    expect(await isSlow()).toBe(true);
    await pass(1);
    expect(await isSlow()).toBe(false);
  });

  it('is slow after a call that failed at once until one succeeds', async () => {
    await pass(60);
    await send(REFUSED);
    expect(await isSlow()).toBe(true);
    await send(PROMPT);
    expect(await isSlow()).toBe(false);
  });
});
