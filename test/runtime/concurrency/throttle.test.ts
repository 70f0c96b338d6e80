import { expect, it } from '@jest/globals';
import { createThrottle } from '../../../src/runtime/concurrency/throttle.ts';

/** The pauses after steps that took this long. */
async function pausesAfter(steps: readonly number[], requestsComeFirst: boolean): Promise<number[]> {
  const pauses: number[] = [];
  const throttle = createThrottle(
    () => requestsComeFirst,
    async (ms) => void pauses.push(ms),
  );
  expect(throttle.isOn()).toBe(requestsComeFirst);
  for (const ms of steps) await throttle.rest(ms);
  return pauses;
}

it('pauses twelve times as long as a step took, within a limit, while requests have priority', async () => {
  expect(await pausesAfter([0, 10, 33, 34, 1e8], true)).toEqual([0, 120, 396, 400, 400]);
});

it('does not pause while no request has priority', async () => {
  expect(await pausesAfter([1, 1_000], false)).toEqual([]);
});
