/** The purpose of a wallet: SIGNER sends transactions and pays for them, MANAGED holds passports for an entrant. */
export const WALLET_PURPOSES = ['SIGNER', 'MANAGED'] as const;
export type WalletPurpose = (typeof WALLET_PURPOSES)[number];

/** A wallet whose private key is in custody; nothing here is secret. */
export interface Wallet {
  readonly id: string;
  /** EIP-55; unique among the wallets of one purpose. */
  readonly address: string;
  readonly purpose: WalletPurpose;
  readonly label: string;
  /** The key-encryption key that its data key is wrapped with. */
  readonly keyId: string;
  readonly createdAt: Date;
}

/** The identity that a sealed key is bound to: it opens only for exactly these values. */
export type WalletIdentity = Pick<Wallet, 'id' | 'address' | 'purpose'>;

/** A wallet with its encrypted private key, and with the data key that encrypts it in wrapped form. */
export interface SealedWallet extends Wallet {
  /** AES-256-GCM of the 32 bytes of the private key (NIST SP 800-38D), bound to the wallet's identity. */
  readonly ciphertext: Uint8Array;
  /** 96 random bits. */
  readonly nonce: Uint8Array;
  /** 128 bits. */
  readonly tag: Uint8Array;
  readonly wrappedKey: Uint8Array;
}
