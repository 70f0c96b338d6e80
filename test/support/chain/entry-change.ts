import { ZeroAddress, ZeroHash } from 'ethers';

/** The hub's struct of a change of entries; `opKey` is 32 bytes as 0x hex. */
export function entryChange(opKey: string, passportId: number, amount: number, remove = false) {
  return {
    opKey,
    passportId,
    amount,
    remove,
    reasonCode: 0,
    evidence: ZeroHash,
    expectedOwner: ZeroAddress,
  };
}
