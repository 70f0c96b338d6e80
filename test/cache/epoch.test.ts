import { describe, expect, it } from '@jest/globals';
import { createLocalEpoch } from '../../src/adapters/cache/epoch.ts';

describe('The epoch of the feed', () => {
  it('moves on with every change', () => {
    const epoch = createLocalEpoch({ settleMs: 0, now: () => 0 });
    const before = epoch.current();
    epoch.advance();
    expect(epoch.current()).not.toBe(before);
    expect(epoch.stamp()).toBe(epoch.current());
  });

  it('is no answer’s for sure until replicas had their time to follow', () => {
    let now = 1_000;
    const epoch = createLocalEpoch({ settleMs: 5_000, now: () => now });
    epoch.advance();
    now += 4_999;
    expect(epoch.stamp()).not.toBe(epoch.current());
    now += 1;
    expect(epoch.stamp()).toBe(epoch.current());
  });
});
