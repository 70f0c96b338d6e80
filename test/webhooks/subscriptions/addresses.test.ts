import { beforeAll, describe, expect, it } from '@jest/globals';
import { createSubscriberCalls } from '../../../src/adapters/webhooks/subscriber-calls.ts';
import type { SubscriptionRequest } from '../../../src/core/webhooks/subscriptions/feed-subscription.ts';
import { startSubscriber } from './subscriber.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const subscriber = sharedByTests(startSubscriber);
let port: string;
beforeAll(async () => {
  port = new URL(subscriber.callback()).port;
});

const requestOf = (callback: string): SubscriptionRequest => ({
  id: 'sub_1',
  mode: 'subscribe',
  callback,
  topic: 'https://giveaways.example/feed.atom',
  filter: {
    platforms: null,
    providers: null,
    verified: null,
    search: null,
    endsBefore: null,
    endsAfter: null,
    includeEnded: false,
  },
  leaseSeconds: 3_600,
});

describe('the calls of callbacks', () => {
  const calls = createSubscriberCalls({ allowPrivate: false });

  it.each([
    ['https://reader.example/hub', undefined],
    ['https://reader.example:443/hub', undefined],
    ['http://reader.example/hub', 'must be an https:// URL.'],
    ['https://reader.example:22/', 'must have the port 443.'],
    ['https://reader.example:8443/', 'must have the port 443.'],
    ['https://127.0.0.1/', 'must not name a private or reserved address.'],
    ['https://2130706433/', 'must not name a private or reserved address.'],
    ['https://[::1]/', 'must not name a private or reserved address.'],
    ['https://localhost/', 'must not name a private or reserved address.'],
    ['https://169.254.169.254/latest', 'must not name a private or reserved address.'],
  ])('find in %s the fault %j', (callback, fault) => {
    expect(calls.findFault(callback)).toBe(fault);
  });

  it('reach no private address, also not by a name, and then nothing is confirmed', async () => {
    const resolve = createSubscriberCalls({
      allowPrivate: false,
      resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const callback = subscriber.callback();
    const named = callback.replace('127.0.0.1', 'reader.example');
    expect(await calls.confirm(requestOf(callback))).toBe(false);
    expect(await resolve.confirm(requestOf(named))).toBe(false);
    await resolve.notifyDenied(requestOf(named));
    expect(subscriber.requestsTo(callback, 'GET')).toEqual([]);
  });

  it('resolve a name where private addresses are allowed, and are confirmed', async () => {
    const { confirm } = createSubscriberCalls({
      allowPrivate: true,
      resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const outcome = await confirm(requestOf(`http://reader.example:${port}/named?a=%20b`));
    expect(outcome).toBe(true);
    expect(subscriber.requestsTo(`http://x/named`, 'GET')).toMatchObject([{ method: 'GET' }]);
  });

  it('give up a callback that does not answer, or whose answer does not end', async () => {
    const { confirm } = createSubscriberCalls({ allowPrivate: true, timeoutMs: 300 });
    const callback = subscriber.callback();
    subscriber.reply(callback, () => undefined);
    expect(await confirm(requestOf(callback))).toBe(false);
    subscriber.reply(callback, () => ({ status: 200, body: 'x'.repeat(5_000_000) }));
    expect(await confirm(requestOf(callback))).toBe(false);
  });
});
