import { describe, expect, it } from '@jest/globals';
import { createLocalEpoch } from '../../src/adapters/cache/epoch.ts';

describe('the epoch of the feed', () => {
  it('changes with every change of the feed', () => {
    const epoch = createLocalEpoch({ settleMs: 0, now: () => 0 });
    const before = epoch.current();
    epoch.advance();
    expect(epoch.current()).not.toBe(before);
    expect(epoch.stamp()).toBe(epoch.current());
  });

  it('marks no answer as current until replicas had time to follow', () => {
    let now = 1_000;
    const epoch = createLocalEpoch({ settleMs: 5_000, now: () => now });
    epoch.advance();
    now += 4_999;
    expect(epoch.stamp()).not.toBe(epoch.current());
    now += 1;
    expect(epoch.stamp()).toBe(epoch.current());
  });
});
