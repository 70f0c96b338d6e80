import { expect, it } from '@jest/globals';
import { lazy } from '../../src/runtime/lazy.ts';

it('creates a value once for several simultaneous callers', async () => {
  let created = 0;
  const value = lazy(async () => (created += 1));
  expect(created).toBe(0);
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  expect(await value()).toBe(1);
});

it('tries again after a failure', async () => {
  let attempts = 0;
  const value = lazy(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
    return attempts;
  });
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe(2);
});
