import type { TransferPermit } from '../../core/wallets/permits.ts';
import type { TransactionToSign } from '../../core/wallets/signing-policy.ts';

export interface SignedTransaction {
  /** The bytes to broadcast, 0x hex. */
  readonly raw: string;
  readonly hash: string;
}

/**
 * Signs with keys in custody: the policy is asked first, every signature is audited before it is handed out, no key
 * ever leaves. Throws UNAUTHORIZED (POLICY), NOT_FOUND (WALLET), SERVICE_UNAVAILABLE when the key cannot be opened.
 */
export interface WalletSigner {
  /** With the SIGNER wallet of this address, in the order given; all of them or none. The same input gives the same bytes. */
  signTransactions(address: string, transactions: readonly TransactionToSign[]): Promise<SignedTransaction[]>;
  /** With the MANAGED wallet `from`; 65 bytes r, s, v as 0x hex, as the passport contract takes them. */
  signTransferPermit(permit: TransferPermit): Promise<string>;
}
