/** The most gas that one transaction may have on chains that have adopted EIP-7825. */
export const MAX_TRANSACTION_GAS = 2 ** 24;
