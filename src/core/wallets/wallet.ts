/** What a wallet's key is for: SIGNER pays for and sends transactions, MANAGED holds passports for an entrant. */
export const WALLET_PURPOSES = ['SIGNER', 'MANAGED'] as const;
export type WalletPurpose = (typeof WALLET_PURPOSES)[number];

/** A wallet whose private key is in custody; nothing here is secret. */
export interface Wallet {
  readonly id: string;
  /** EIP-55 mixed case; unique among the wallets of one purpose. */
  readonly address: string;
  readonly purpose: WalletPurpose;
  readonly label: string;
  /** The key-encryption key that its data key is wrapped with. */
  readonly keyId: string;
  readonly createdAt: Date;
}

/** What a sealed key belongs to: it opens only beside exactly these. */
export type WalletIdentity = Pick<Wallet, 'id' | 'address' | 'purpose'>;

/** A wallet with its private key as it is kept: encrypted by a data key of its own, and that one wrapped. */
export interface SealedWallet extends Wallet {
  /** AES-256-GCM of the 32 bytes of the private key (NIST SP 800-38D), bound to the wallet's identity. */
  readonly ciphertext: Uint8Array;
  /** 96 random bits. */
  readonly nonce: Uint8Array;
  /** 128 bits. */
  readonly tag: Uint8Array;
  readonly wrappedKey: Uint8Array;
}
