import { expect, it } from '@jest/globals';
import { createThrottle } from '../../src/runtime/throttle.ts';

it('pauses twelve times as long as a step took, within a limit, while requests have priority', async () => {
  const throttle = createThrottle(() => true);
  expect(throttle.isOn()).toBe(true);
  const began = performance.now();
  await throttle.rest(10);
  // Timers count whole milliseconds.
  expect(performance.now() - began).toBeGreaterThanOrEqual(119);
  await throttle.rest(1e8);
});

it('does not pause otherwise', async () => {
  const throttle = createThrottle(() => false);
  expect(throttle.isOn()).toBe(false);
  const first = await Promise.race([
    throttle.rest(1_000).then(() => 'rested'),
    new Promise((resolve) => setImmediate(resolve, 'other work')),
  ]);
  expect(first).toBe('rested');
});
