import { ZeroAddress, ZeroHash } from 'ethers';

/** The entries of a provision that issues none. */
export const NO_ENTRIES = { giveaway: ZeroHash, amount: 0, reasonCode: 0, evidence: ZeroHash };

/** The hub's struct of a provision that mints a passport; `opKey` is 32 bytes as 0x hex. */
export function mintItem(opKey: string, to: string, maxTransfers: number, entries: object = NO_ENTRIES) {
  return {
    opKey,
    passportId: 0,
    from: ZeroAddress,
    to,
    maxTransfers,
    deadline: 0,
    signature: '0x',
    entries,
  };
}
