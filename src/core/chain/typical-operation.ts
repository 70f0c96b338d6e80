/** The gas of a typical operation: the first entries of a passport in a round that has others. */
const TYPICAL_GAS = 120_000n;

/** A signer that can pay for fewer operations than this needs to be funded. */
export const LOW_OPERATIONS = 1_000;

const MAX_COUNT = 2 ** 31 - 1;

/** How many typical operations a balance in wei pays for, at a fee in wei per gas; at most 2147483647. */
export function countOperations(balance: bigint, feePerGas: bigint): number {
  const price = TYPICAL_GAS * feePerGas;
  return price === 0n ? MAX_COUNT : Math.min(Number(balance / price), MAX_COUNT);
}
