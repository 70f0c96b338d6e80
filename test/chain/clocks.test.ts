import { beforeEach, describe, expect, it } from '@jest/globals';
import { createAbreast } from '../../src/adapters/chain/indexer/abreast.ts';
import { createChainClock } from '../../src/adapters/chain/indexer/chain-clock.ts';

let now: number;
beforeEach(() => {
  now = 1_000_000;
});

describe('An instance that does not project', () => {
  const lookAt = (abreast: ReturnType<typeof createAbreast>, number: number, nextBlock: number) => {
    const at = now;
    now += 10;
    return abreast.msAgo({ number, at }, nextBlock);
  };

  it('knows that the read model has all blocks of its node, whose number it compares', () => {
    const abreast = createAbreast(() => now);
    expect(lookAt(abreast, 9, 10)).toBe(10);
    expect(lookAt(abreast, 10, 10)).toBeUndefined();
    expect(lookAt(abreast, 10, 10)).toBeUndefined();
    expect(lookAt(abreast, 10, 11)).toBe(10);
  });

  it('tells how late the read model follows a chain that always has a newer block', () => {
    const abreast = createAbreast(() => now);
    const told = Array.from({ length: 9 }, (_, look) => {
      now += 990;
      return lookAt(abreast, look, Math.max(0, look - 3));
    });
    expect(told).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      4_010,
      undefined,
      undefined,
      undefined,
      4_010,
    ]);
  });
});

describe('The clock of a chain', () => {
  /** Blocks every `interval` seconds, seen at looks every second, by a clock that is `ahead` seconds ahead. */
  const follow = (ahead: number, intervals: readonly number[], chainAhead = 0) => {
    const clock = createChainClock({ now: () => now + ahead * 1_000, elapsed: () => now });
    let block = 0;
    for (const interval of intervals) {
      const timestamp = Math.floor(now / 1_000) + chainAhead;
      for (let look = 0; look < interval; look += 1) {
        now += 1_000;
        clock.note({ hash: `block ${block}`, timestamp });
      }
      block += 1;
    }
    return clock.ahead();
  };
  const every = (seconds: number) => Array.from({ length: 8 }, () => seconds);

  it.each([
    [0, 12],
    [0, 2],
    [60, 12],
    [3_600, 2],
    [-60, 12],
    [-3_600, 2],
  ])('shows that a clock is %i seconds ahead at a block each %i seconds', (ahead, interval) => {
    const told = follow(ahead, every(interval)) ?? NaN;
    expect(Math.abs(told - ahead)).toBeLessThanOrEqual(2);
  });

  it.each([0, 3_600, -3_600])(
    'is known at regular blocks, whatever our clock says: %i seconds ahead',
    (ahead) => {
      const clock = createChainClock({ now: () => now + ahead * 1_000, elapsed: () => now - 500_000 });
      for (const [block, seconds] of every(12).entries()) {
        now = Math.ceil(now / 1_000) * 1_000;
        clock.note({ hash: `block ${block}`, timestamp: now / 1_000 });
        now += seconds * 1_000;
        expect(clock.time()).toBe(block < 6 ? undefined : now / 1_000);
      }
      now += 90_000;
      expect(clock.time()).toBe(now / 1_000);
    },
  );

  it('allows that a few blocks are missing', () => {
    expect(follow(60, [12, 12, 24, 12, 12, 36, 12, 12, 12])).toBeGreaterThan(55);
  });

  it('says nothing before some blocks were seen', () => {
    expect(follow(60, [12, 12, 12])).toBeUndefined();
  });

  it('says nothing on a chain that makes blocks on demand, or whose clock was just set', () => {
    expect(follow(60, [1, 40, 3, 300, 2, 1, 90, 7])).toBeUndefined();
    const clock = createChainClock({ now: () => now, elapsed: () => now });
    for (let block = 0; block < 8; block += 1) {
      now += 1_000;
      clock.note({ hash: `block ${block}`, timestamp: block * 3_600 });
    }
    expect(clock.ahead()).toBeUndefined();
  });
});
