import { describe, expect, it } from '@jest/globals';
import { AbiCoder } from 'ethers';
import fc from 'fast-check';
import { decodeBatch } from '../../../src/adapters/chain/hub/decode-batch.ts';

const encode = (results: readonly string[]) => AbiCoder.defaultAbiCoder().encode(['bytes[]'], [results]);
const result = fc
  .oneof({ weight: 2, arbitrary: fc.constant(new Uint8Array()) }, fc.uint8Array({ maxLength: 100 }))
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

describe("the decoder of a batch's response", () => {
  it('reads what the general encoder wrote', () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 12 }), (results) => {
        expect(decodeBatch(encode(results), results.length)).toEqual(results);
      }),
    );
  });

  it.each([1, 2, 100, 200])('reads %d acceptances', (count) => {
    const results = Array.from({ length: count }, () => '0x');
    expect(decodeBatch(encode(results), count)).toEqual(results);
  });

  it.each([
    ['nothing', '0x'],
    ['another number of results', encode(['0x', '0x', '0x'])],
    ['an end within a result', encode(['0x', `0x${'ab'.repeat(40)}`]).slice(0, -64)],
  ])('refuses %s', (_name, response) => {
    expect(() => decodeBatch(response, 2)).toThrow(Error);
  });
});
