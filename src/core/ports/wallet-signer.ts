/** An EIP-1559 transaction without value; fees in wei. */
export interface TransactionToSign {
  readonly chainId: bigint;
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface SignedTransaction {
  /** The bytes to broadcast, 0x hex. */
  readonly raw: string;
  readonly hash: string;
}

/** Signs with keys in custody: the policy is asked first, every signature is audited, no key ever leaves. */
export interface WalletSigner {
  /** In the order given. Refuses with UNAUTHORIZED what the policy does not allow. */
  signTransactions(address: string, transactions: readonly TransactionToSign[]): Promise<SignedTransaction[]>;
}
