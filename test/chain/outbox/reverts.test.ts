import { describe, expect, it } from '@jest/globals';
import { Interface } from 'ethers';
import { drandBeaconArtifact } from '../../../src/adapters/chain/artifacts/drand-beacon.ts';
import { giveawaysArtifact } from '../../../src/adapters/chain/artifacts/giveaways.ts';
import { passportArtifact } from '../../../src/adapters/chain/artifacts/passport.ts';
import { REVERTS, toOperationError } from '../../../src/adapters/chain/reverts.ts';

const interfaces = [giveawaysArtifact, passportArtifact, drandBeaconArtifact].map(
  ({ abi }) => new Interface(abi),
);
const names = interfaces.flatMap((each) =>
  each.fragments.flatMap((fragment) =>
    fragment.type === 'error' && 'name' in fragment ? [String(fragment.name)] : [],
  ),
);

describe('the contracts’ errors', () => {
  it('are enumerated', () => {
    expect(names.length).toBeGreaterThan(40);
  });

  it.each(names.map((name) => [name]))('%s has a row', (name) => {
    expect(REVERTS).toHaveProperty(name);
  });

  it('leave no row without an error', () => {
    expect(Object.keys(REVERTS).filter((name) => !names.includes(name))).toEqual(['Error', 'Panic']);
  });

  it('carry their arguments', () => {
    const data = interfaces[0]?.encodeErrorResult('NotEnoughEntries', [7, 2, 3]) ?? '';
    expect(toOperationError(data)).toEqual({
      code: 'CONTRACT_REVERT',
      reason: 'NOT_ENOUGH_ENTRIES',
      message: expect.any(String),
      values: { passportId: 7, entries: 2, amount: 3 },
    });
  });

  it('of the passports come through the hub', () => {
    const data = interfaces[1]?.encodeErrorResult('TransferLimitReached', [7, 1]) ?? '';
    expect(toOperationError(data)).toMatchObject({ code: 'CONTRACT_REVERT', reason: 'TRANSFER_LIMIT' });
  });

  it.each(['0x', '0x12345678', '0x08c379a0'])('%s is a refusal without a reason', (data) => {
    expect(toOperationError(data)).toMatchObject({ code: 'CONTRACT_REVERT', reason: 'REVERTED' });
  });
});
