/** The message by which a passport's owner permits the hub to transfer it (EIP-712, IPassport.moveWithPermit). */
export interface TransferPermit {
  /** The hub. */
  readonly spender: string;
  /** The managed wallet that signs. */
  readonly from: string;
  readonly to: string;
  /** Its number in the passport contract. */
  readonly passportId: bigint;
  /** nonces(passportId) of the passport contract. */
  readonly nonce: bigint;
  /** Unix seconds, by the chain's clock. */
  readonly deadline: bigint;
}

/** Signs transfer permits with managed wallets. */
export interface Permits {
  /**
   * With the MANAGED wallet `from`; 65 bytes r, s, v as 0x hex, as the passport contract takes them. Throws UNAUTHORIZED
   * (WALLET_NOT_MANAGED, POLICY), SERVICE_UNAVAILABLE when the key cannot be opened, CHAIN_UNAVAILABLE.
   */
  signTransferPermit(permit: TransferPermit): Promise<string>;
}
