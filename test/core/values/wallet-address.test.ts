import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { parseInput } from '../../../src/core/use-case.ts';
import { requireAddress, walletAddress } from '../../../src/core/values/wallet-address.ts';

// From EIP-55.
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DIGITS = ADDRESS.slice(2);
const input = z.object({ recipient: walletAddress() });
const read = (sent: unknown): string =>
  requireAddress({ digests }, parseInput(input, { recipient: sent }).recipient, 'recipient');

describe('an address', () => {
  it.each([ADDRESS, `0x${DIGITS.toLowerCase()}`, `0x${DIGITS.toUpperCase()}`])(
    'is read in the mixed case of EIP-55: %s',
    (sent) => {
      expect(read(sent)).toBe(ADDRESS);
    },
  );

  it.each([`0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`, `0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed`])(
    'an address in mixed case must match its checksum: not %s',
    (sent) => {
      expect(() => read(sent)).toThrow(/^recipient does not match its checksum \(EIP-55\)/);
    },
  );

  it.each([
    DIGITS,
    `0X${DIGITS}`,
    `${ADDRESS}0`,
    ADDRESS.slice(0, -1),
    ` ${ADDRESS}`,
    '',
    'ann.eth',
    1,
    null,
  ])('is never %j', (sent) => {
    expect(() => read(sent)).toThrow(/^recipient must be 0x and 40 hexadecimal digits\.$/);
  });

  it('says so when it is missing', () => {
    expect(() => read(undefined)).toThrow('recipient is required: send 0x and 40 hexadecimal digits.');
  });
});
