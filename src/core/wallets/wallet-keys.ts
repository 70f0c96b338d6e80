import type { SealedWallet, WalletPurpose } from './wallet.ts';

/** What somebody decides about a new wallet. */
export interface WalletDraft {
  readonly purpose: WalletPurpose;
  readonly label: string;
}

/** Makes wallets ready to be stored; their keys leave this port only encrypted. */
export interface WalletKeys {
  /** A wallet with a fresh key of 256 random bits (CSPRNG). */
  generate(draft: WalletDraft): Promise<SealedWallet>;
  /** A wallet with this key, whose 32 bytes are zeroed. Throws INVALID_PAYLOAD when they are no secp256k1 key. */
  import(draft: WalletDraft, privateKey: Uint8Array): Promise<SealedWallet>;
}
