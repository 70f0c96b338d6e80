import { describe, expect, it } from '@jest/globals';
import { getAddress, Interface } from 'ethers';
import fc from 'fast-check';
import { drandBeaconArtifact } from '../../../src/adapters/chain/hub/artifacts/drand-beacon.ts';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { passportArtifact } from '../../../src/adapters/chain/hub/artifacts/passport.ts';
import { toOperationError } from '../../../src/adapters/chain/hub/reverts.ts';
import { CONTRACT_ERRORS } from '../../../src/core/provider-api/contract-errors.ts';

const interfaces = [giveawaysArtifact, passportArtifact, drandBeaconArtifact].map(
  ({ abi }) => new Interface(abi),
);
const names = interfaces.flatMap((each) =>
  each.fragments.flatMap((fragment) =>
    fragment.type === 'error' && 'name' in fragment ? [String(fragment.name)] : [],
  ),
);

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`);

function toPlain(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}

describe('the table of contract errors', () => {
  it("covers the contracts' artifacts", () => {
    expect(names.length).toBeGreaterThan(40);
  });

  it.each(names.map((name) => [name]))('has a row for %s', (name) => {
    expect(CONTRACT_ERRORS).toHaveProperty(name);
  });

  it('has no row without an error in the contracts', () => {
    expect(Object.keys(CONTRACT_ERRORS).filter((name) => !names.includes(name))).toEqual(['Error', 'Panic']);
  });

  it('decodes the arguments of an error', () => {
    const data = interfaces[0]?.encodeErrorResult('NotEnoughEntries', [7, 2, 3]) ?? '';
    expect(toOperationError(data)).toEqual({
      code: 'CONTRACT_REVERT',
      reason: 'NOT_ENOUGH_ENTRIES',
      message: expect.any(String),
      values: { passportId: 7, entries: 2, amount: 3 },
    });
  });

  it('decodes the same values as the general decoder', () => {
    const uint = (max: bigint) => fc.bigInt({ min: 0n, max });
    const ofType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
      bool: fc.boolean(),
      string: fc.string(),
      bytes: hex(33),
      address: hex(20).map(getAddress),
      bytes32: hex(32),
      bytes4: hex(4),
      uint8: uint(1n),
      uint32: uint(2n ** 32n - 1n),
      uint64: uint(2n ** 64n - 1n),
      uint256: uint(2n ** 256n - 1n),
    };
    for (const each of interfaces) {
      each.forEachError((fragment) => {
        const values = fc.tuple(...fragment.inputs.map(({ type }) => ofType[type] ?? fc.constant(type)));
        fc.assert(
          fc.property(values, (given) => {
            const data = each.encodeErrorResult(fragment, given);
            const decoded = each.decodeErrorResult(fragment, data);
            const expected = fragment.inputs.map(({ name }, place) => [name, toPlain(decoded[place])]);
            expect(toOperationError(data).values ?? {}).toEqual(Object.fromEntries(expected));
          }),
          { numRuns: 20 },
        );
      });
    }
  });

  it('decodes errors of the passports that come through the hub', () => {
    const data = interfaces[1]?.encodeErrorResult('TransferLimitReached', [7, 1]) ?? '';
    expect(toOperationError(data)).toMatchObject({ code: 'CONTRACT_REVERT', reason: 'TRANSFER_LIMIT' });
  });

  it.each(['0x', '0x12345678', '0x08c379a0'])('reports %s as a refusal without a reason', (data) => {
    expect(toOperationError(data)).toMatchObject({ code: 'CONTRACT_REVERT', reason: 'REVERTED' });
  });
});
