import { expect, it } from '@jest/globals';
import { createThrottle } from '../../src/runtime/throttle.ts';

it('rests twelve times as long as a step took, within a bound, while requests come first', async () => {
  const pace = createThrottle(() => true);
  expect(pace.isOn()).toBe(true);
  const began = performance.now();
  await pace.rest(10);
  // Timers count whole milliseconds.
  expect(performance.now() - began).toBeGreaterThanOrEqual(119);
  await pace.rest(1e8);
});

it('does not rest otherwise', async () => {
  const pace = createThrottle(() => false);
  expect(pace.isOn()).toBe(false);
  const first = await Promise.race([
    pace.rest(1_000).then(() => 'rested'),
    new Promise((resolve) => setImmediate(resolve, 'other work')),
  ]);
  expect(first).toBe('rested');
});
