import { describe, expect, it } from '@jest/globals';
import { pauseAfter } from '../../../src/core/webhooks/deliver/retry-schedule.ts';

/** The pauses between all attempts of a delivery that fails every time, in seconds. */
function pausesWith(chance: number): number[] {
  const pauses: number[] = [];
  for (;;) {
    const pause = pauseAfter(pauses.length, chance);
    if (pause === undefined) return pauses;
    pauses.push(pause);
  }
}
const sum = (pauses: readonly number[]) => pauses.reduce((total, pause) => total + pause, 0);

describe('a delivery that fails every time', () => {
  it('has eight attempts, with the pauses of the documentation', () => {
    const [minute, hour] = [60, 3_600];
    const named = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
    expect(pausesWith(0)).toEqual(named);
  });

  it('is attempted for at least a day', () => {
    expect(sum(pausesWith(0))).toBeGreaterThanOrEqual(86_400);
  });

  it('is delayed by up to a tenth at random, and never earlier', () => {
    for (const chance of [0, 0.3, 0.999]) {
      pausesWith(chance).forEach((pause, place) => {
        const named = pauseAfter(place, 0) ?? 0;
        expect(pause).toBeGreaterThanOrEqual(named);
        expect(pause).toBeLessThanOrEqual(Math.ceil(named * 1.1));
      });
    }
    expect(sum(pausesWith(0.999))).toBeGreaterThan(sum(pausesWith(0)));
  });

  it('has no further attempt after the last one', () => {
    const last = pausesWith(0).length;
    expect([last, last + 1, 1_000].map((tries) => pauseAfter(tries, 0.5))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
