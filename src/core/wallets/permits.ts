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

/** Lets managed wallets sign that a passport may move. */
export interface Permits {
  /**
   * With the MANAGED wallet `from`; 65 bytes r, s, v as 0x hex, as the passport contract takes them. Throws UNAUTHORIZED
   * (WALLET_NOT_MANAGED, POLICY), SERVICE_UNAVAILABLE when the key cannot be opened, CHAIN_UNAVAILABLE.
   */
  signTransferPermit(permit: TransferPermit): Promise<string>;
}
