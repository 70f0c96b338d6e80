import { describe, expect, it } from '@jest/globals';
import { createOperationKeys } from '../../src/adapters/postgres/operations/operation-keys.ts';

const wordOf = (key: string) => key.slice(0, 64);
const bitOf = (key: string) => Number(`0x${key.slice(64)}`);

describe('the keys of operations in the hub', () => {
  it('use the 256 bits of a random word in order, then another word', () => {
    const keys = createOperationKeys();
    const first = Array.from({ length: 256 }, () => keys.next('0x01'));
    const second = keys.next('0x01');

    expect(first.every((key) => /^0x[0-9a-f]{64}$/.test(key))).toBe(true);
    expect(new Set(first.map(wordOf)).size).toBe(1);
    expect(first.map(bitOf)).toEqual(Array.from({ length: 256 }, (_, bit) => bit));
    expect(wordOf(second)).not.toBe(wordOf(first[0] ?? ''));
    expect(bitOf(second)).toBe(0);
  });

  it('are of different words for different providers and processes', () => {
    const keys = createOperationKeys();
    const words = [keys.next('0x01'), keys.next('0x02'), createOperationKeys().next('0x01')].map(wordOf);
    expect(new Set(words).size).toBe(3);
  });

  it('are not repeated for a provider whose word was given up for those of many others', () => {
    const keys = createOperationKeys();
    const first = keys.next('0x01');
    for (let provider = 0; provider < 2_000; provider += 1) keys.next(`0xff${provider}`);
    expect(wordOf(keys.next('0x01'))).not.toBe(wordOf(first));
  });
});
