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

/** The message by which a passport's owner lets the hub move it (EIP-712, IPassport.moveWithPermit). */
export interface TransferPermit {
  /** The hub. */
  readonly spender: string;
  /** The managed wallet that signs. */
  readonly from: string;
  readonly to: string;
  readonly passportId: bigint;
  /** nonces(passportId) of the passport contract. */
  readonly nonce: bigint;
  /** Seconds since the epoch, by the chain's clock. */
  readonly deadline: bigint;
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
