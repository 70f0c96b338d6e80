import { describe, expect, it } from '@jest/globals';
import { getAddress, ZeroAddress, ZeroHash } from 'ethers';
import fc from 'fast-check';
import { encodeBatch } from '../../../src/adapters/chain/hub/encode-batch.ts';
import { encodeCall } from '../../../src/adapters/chain/hub/hub-calls.ts';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`);
const change = fc.record({
  kind: fc.constant('change-entries' as const),
  giveaway: fc.constant(ZeroHash),
  passportId: fc.maxSafeNat(),
  amount: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  remove: fc.boolean(),
  reasonCode: fc.integer({ min: 0, max: 65_535 }),
  evidence: fc.option(hex(32)),
  expectedOwner: fc.option(hex(20).map((address) => getAddress(address))),
});

describe('the encoder of batches', () => {
  it('encodes a batch as the general encoder does', () => {
    fc.assert(
      fc.property(
        hex(32),
        fc.array(fc.record({ opKey: hex(32), call: change }), { maxLength: 5 }),
        (giveaway, changes) => {
          const items = changes.map(({ opKey, call: { evidence, expectedOwner, ...rest } }) => ({
            ...rest,
            opKey,
            evidence: evidence ?? ZeroHash,
            expectedOwner: expectedOwner ?? ZeroAddress,
          }));
          const expected = hubInterface.encodeFunctionData('changeEntriesBatch', [giveaway, items]);
          expect(encodeBatch(giveaway, changes)).toBe(expected);
        },
      ),
    );
  });

  it('encodes a single change as the general encoder does', () => {
    fc.assert(
      fc.property(hex(32), hex(32), change, (opKey, giveaway, fields) => {
        const { evidence, expectedOwner, ...rest } = fields;
        const item = {
          ...rest,
          opKey,
          evidence: evidence ?? ZeroHash,
          expectedOwner: expectedOwner ?? ZeroAddress,
        };
        const expected = hubInterface.encodeFunctionData('changeEntries', [giveaway, item]);
        expect(encodeCall({ opKey, call: { ...fields, giveaway } })).toBe(expected);
      }),
    );
  });
});
