import { expect, it } from '@jest/globals';
import { ids } from '../../src/runtime/ids.ts';

const COUNT = 2_000;

it('has ids of a prefix, the time and 80 random bits, each of which varies', () => {
  const before = Date.now();
  const made = Array.from({ length: COUNT }, () => ids.next('lst'));
  const bits = made.map((id) => {
    const [, time = '', random = ''] = /^lst_([\da-f]{12})([\da-f]{20})$/.exec(id) ?? [];
    expect(Number.parseInt(time, 16)).toBeGreaterThanOrEqual(before);
    expect(Number.parseInt(time, 16)).toBeLessThanOrEqual(Date.now());
    return BigInt(`0x${random}`);
  });
  expect(new Set(made).size).toBe(COUNT);
  for (let bit = 0n; bit < 80n; bit += 1n) {
    const set = bits.filter((value) => (value >> bit) % 2n === 1n).length;
    // Ten standard deviations around a half.
    expect(Math.abs(set - COUNT / 2)).toBeLessThan(10 * Math.sqrt(COUNT / 4));
  }
});
