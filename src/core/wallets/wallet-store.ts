import type { Page, PageRequest } from '../values/paging.ts';
import type { SealedWallet, Wallet, WalletPurpose } from './wallet.ts';

/** A data key that was rewrapped. */
export interface RewrappedKey {
  readonly walletId: string;
  /** The previous key-encryption key; a wallet with another one is not changed. */
  readonly previousKeyId: string;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

/** A SIGNER wallet and the provider that it signs for. */
export interface SignerWallet {
  readonly address: string;
  readonly providerId: string | null;
}

/** Stores wallets with their sealed keys, unique by (address, purpose). */
export interface WalletStore {
  /** False, and nothing is written, when a wallet of this address and purpose is stored already. */
  add(wallet: SealedWallet): Promise<boolean>;
  find(purpose: WalletPurpose, address: string): Promise<Wallet | undefined>;
  /** All wallets, newest first, without their keys. */
  page(page: PageRequest): Promise<Page<Wallet>>;
  /** Wallets whose data key is not wrapped with the current key. */
  findOutdated(currentKeyId: string, first: number): Promise<SealedWallet[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Returns how many keys were replaced. */
  rewrap(keys: readonly RewrappedKey[]): Promise<number>;
  /** The SIGNER wallet of this address. */
  findSigner(address: string): Promise<SignerWallet | undefined>;
  /** All SIGNER wallets that are attached to a provider. */
  attachedSigners(): Promise<SignerWallet[]>;
  /** Attaches a SIGNER wallet to a provider; false, and nothing is written, when it is attached to one already. */
  attachSigner(address: string, providerId: string): Promise<boolean>;
  /** Detaches the wallet; false when it is not attached to this provider. No key and no default may refer to it any more. */
  detachSigner(address: string, providerId: string): Promise<boolean>;
}
