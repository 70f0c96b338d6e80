/** A message that wallets sign (EIP-712), as eth_signTypedData_v4 takes it: whole numbers are decimal texts. */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    /** EIP-55. */
    readonly verifyingContract: string;
  };
  readonly primaryType: string;
  /** The fields of each type, EIP712Domain among them. */
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly message: Readonly<Record<string, string>>;
}

/** Reads signatures of wallets. */
export interface Signatures {
  /** The digest that a wallet signs: 0x and 64 digits. */
  digest(data: TypedData): string;
  /**
   * The wallet (EIP-55) that made an ECDSA signature: 65 bytes r, s, v or 64 bytes (EIP-2098), low s only (EIP-2), as 0x
   * hex. Undefined when the bytes are not such a signature.
   */
  signerOf(digest: string, signature: string): string | undefined;
}
