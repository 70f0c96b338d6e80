/** The most gas that one transaction may have on chains that have adopted EIP-7825. */
export const MAX_TRANSACTION_GAS = 2 ** 24;

/** The most gas of a transaction where blocks have so much: one as large as a block would wait for an empty block. */
export function toTransactionGas(gasOfBlock: number): number {
  return Math.min(MAX_TRANSACTION_GAS, Math.floor(gasOfBlock * 0.6));
}
