import { expect, it } from '@jest/globals';
import { createPace } from '../../src/runtime/throttle.ts';

it('rests twelve times as long as a step took, within a bound, while requests come first', async () => {
  const pace = createPace(() => true);
  expect(pace.isGentle()).toBe(true);
  const began = performance.now();
  await pace.rest(10);
  // Timers count whole milliseconds.
  expect(performance.now() - began).toBeGreaterThanOrEqual(119);
  await pace.rest(1e8);
});

it('does not rest otherwise', async () => {
  const pace = createPace(() => false);
  expect(pace.isGentle()).toBe(false);
  const first = await Promise.race([
    pace.rest(1_000).then(() => 'rested'),
    new Promise((resolve) => setImmediate(resolve, 'other work')),
  ]);
  expect(first).toBe('rested');
});
