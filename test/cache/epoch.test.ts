import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLocalEpoch, createSharedEpoch, type Epoch } from '../../src/adapters/cache/epoch.ts';
import { connectRedis } from '../../src/adapters/cache/redis.ts';
import { redisProgram, startRedisServer } from '../support/database/redis-server.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

describe('the epoch of the feed', () => {
  it('changes with every change of the feed', () => {
    const epoch = createLocalEpoch({ settleMs: 0, now: () => 0 });
    const before = epoch.current();
    epoch.advance();
    expect(epoch.current()).not.toBe(before);
    expect(epoch.stamp()).toBe(epoch.current());
  });

  it.each([true, false])('hears of the changes of other instances where there are none: %s', (isOnly) => {
    const epoch = createLocalEpoch({ settleMs: 0, now: () => 0 }, isOnly);
    expect(epoch.hearsOthers()).toBe(isOnly);
  });

  it('marks no response as current until replicas had time to follow', () => {
    let now = 1_000;
    const epoch = createLocalEpoch({ settleMs: 5_000, now: () => now });
    epoch.advance();
    now += 4_999;
    expect(epoch.stamp()).not.toBe(epoch.current());
    now += 1;
    expect(epoch.stamp()).toBe(epoch.current());
  });
});

describeWith(redisProgram, 'redis-server is not installed', 'the epoch that instances share', (program) => {
  const redis = sharedByTests(() => startRedisServer(program));
  let clients: ReturnType<typeof connectRedis>[];
  let epochs: Epoch[];
  beforeEach(async () => {
    clients = [0, 1, 2].map(() => connectRedis(redis.url, () => undefined));
    epochs = clients
      .slice(1)
      .map((client) => createSharedEpoch(client, () => undefined, { settleMs: 0, now: Date.now }));
    epochs[0]?.advance();
    await agreed(([epoch]) => epoch !== '0');
  });
  afterEach(() => {
    for (const epoch of epochs) epoch.close();
    for (const client of clients) client.disconnect();
  });

  /** Waits until both instances have the same epoch, and it is right. */
  const agreed = async (isRight: (values: string[]) => boolean): Promise<number> => {
    const values = await eventually(
      async () => epochs.map((epoch) => epoch.current()),
      (each) => new Set(each).size === 1 && isRight(each),
      3_000,
    );
    expect(new Set(values).size).toBe(1);
    expect(isRight(values)).toBe(true);
    return Number(values[0]);
  };

  it.each([
    ['loses it', ['del', 'giveaways:feed:epoch']],
    ['restores an old one', ['set', 'giveaways:feed:epoch', '7']],
  ])('rises with the next change after Redis %s', async (_what, [command = '', ...values]) => {
    const before = await agreed(Boolean);
    await clients[0]?.call(command, ...values);
    epochs[1]?.advance();
    const after = await agreed(([epoch]) => Number(epoch) !== before);
    expect(after).toBeGreaterThan(before);
  });

  it('rises when a lower number is announced', async () => {
    const before = await agreed(Boolean);
    await clients[0]?.publish('giveaways:feed:epoch', '7');
    const after = await agreed(([epoch]) => Number(epoch) !== before);
    expect(after).toBeGreaterThan(before);
  });

  it('says whether the instances hear of each other, also after Redis was away', async () => {
    const hearing = async () => epochs.map((epoch) => epoch.hearsOthers());
    const all = (expected: boolean) => (each: readonly boolean[]) => each.every((one) => one === expected);
    expect(await eventually(hearing, all(true))).toEqual([true, true]);
    await redis.stop();
    expect(await eventually(hearing, all(false))).toEqual([false, false]);
    await redis.start();
    expect(await eventually(hearing, all(true))).toEqual([true, true]);
  });

  it('is not lower after Redis was restarted without it', async () => {
    const before = await agreed(Boolean);
    await redis.stop();
    await redis.start();
    const stored = await eventually(
      async () => clients[0]?.get('giveaways:feed:epoch').catch(() => null),
      Boolean,
    );
    expect(Number(stored)).toBeGreaterThanOrEqual(before);
    expect(await agreed(Boolean)).toBeGreaterThanOrEqual(before);
  });
});
