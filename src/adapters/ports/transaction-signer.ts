import type { TransactionToSign } from '../../core/wallets/signing-policy.ts';

export interface SignedTransaction {
  /** The bytes to broadcast, 0x hex. */
  readonly raw: string;
  readonly hash: string;
}

/** Signs transactions with the keys of signers. */
export interface TransactionSigner {
  /**
   * With the SIGNER wallet of this address, in the order given; all of them or none. The same input gives the same bytes.
   * Throws UNAUTHORIZED (POLICY), SIGNER_NOT_CONFIGURED (WALLET_MISSING), SERVICE_UNAVAILABLE when the key cannot be opened.
   */
  signTransactions(address: string, transactions: readonly TransactionToSign[]): Promise<SignedTransaction[]>;
  /** Whether this instance can open the key of the SIGNER wallet of this address; another instance may have other keys. */
  canSign(address: string): Promise<boolean>;
}
