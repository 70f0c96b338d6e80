import type { SealedWallet, WalletPurpose } from './wallet.ts';

/** The purpose and label of a new wallet. */
export interface WalletDraft {
  readonly purpose: WalletPurpose;
  readonly label: string;
}

/** Creates wallets with sealed keys, ready to be stored; keys leave this port only encrypted. */
export interface WalletKeys {
  /** Creates a wallet with a new key of 256 random bits (CSPRNG). */
  generate(draft: WalletDraft): Promise<SealedWallet>;
  /** Creates a wallet with this key of 32 bytes, which it zeroes. Throws INVALID_PAYLOAD unless it is a secp256k1 key. */
  import(draft: WalletDraft, privateKey: Uint8Array): Promise<SealedWallet>;
}
