import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseInput } from '../../../src/core/use-case.ts';
import { wholeNumber } from '../../../src/core/values/integers.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const input = z.object({ n: wholeNumber({ min: 1, max: LARGEST }) });

describe('a whole number', () => {
  it.each([
    [1, 1],
    ['1', 1],
    [LARGEST, LARGEST],
    ['9007199254740991', LARGEST],
    [1e3, 1_000],
  ])('may come as %j', (sent, read) => {
    expect(parseInput(input, { n: sent })).toEqual({ n: read });
  });

  it.each([
    0,
    '0',
    -1,
    '-1',
    1.5,
    '1.5',
    '1e3',
    '0x1',
    '01',
    ' 1',
    '+1',
    '',
    '9007199254740992',
    2 ** 53,
    '1'.repeat(40),
    NaN,
    Infinity,
    true,
    null,
    [1],
    {},
  ])('is never %j', (sent) => {
    expect(() => parseInput(input, { n: sent })).toThrow(
      /^n must be a whole number from 1 to 9007199254740991\.$/,
    );
  });

  it('says so when it is missing, and may be left out where the schema allows it', () => {
    expect(() => parseInput(input, {})).toThrow(
      'n is required: send a whole number from 1 to 9007199254740991.',
    );
    const optional = z.object({ n: wholeNumber({ min: 0, max: 9 }).nullish() });
    expect(parseInput(optional, {})).toEqual({});
    expect(parseInput(optional, { n: null })).toEqual({ n: null });
    expect(() => parseInput(optional, { n: 10 })).toThrow(/^n must be a whole number from 0 to 9\.$/);
  });
});
