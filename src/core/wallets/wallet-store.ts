import type { Page, PageRequest } from '../values/paging.ts';
import type { SealedWallet, Wallet, WalletPurpose } from './wallet.ts';

/** A data key that was wrapped anew. */
export interface RewrappedKey {
  readonly walletId: string;
  /** The key-encryption key of before; a wallet that has another one by now stays as it is. */
  readonly previousKeyId: string;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

/** A SIGNER wallet and the provider that it signs for. */
export interface SignerWallet {
  readonly address: string;
  readonly providerId: string | null;
}

/** Keeps wallets with their sealed keys, unique by (address, purpose). */
export interface WalletStore {
  /** False, and nothing is written, when a wallet of this address and purpose is there already. */
  add(wallet: SealedWallet): Promise<boolean>;
  find(purpose: WalletPurpose, address: string): Promise<Wallet | undefined>;
  /** All wallets, newest first, without their keys. */
  page(page: PageRequest): Promise<Page<Wallet>>;
  /** Wallets whose data key is wrapped with any other key than this one. */
  findOutdated(currentKeyId: string, first: number): Promise<SealedWallet[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Answers how many were replaced. */
  rewrap(keys: readonly RewrappedKey[]): Promise<number>;
  /** The SIGNER wallet of this address. */
  findSigner(address: string): Promise<SignerWallet | undefined>;
  /** All SIGNER wallets that sign for a provider. */
  attachedSigners(): Promise<SignerWallet[]>;
  /** Lets a SIGNER wallet sign for a provider; false, and nothing is written, when it signs for one already. */
  attachSigner(address: string, providerId: string): Promise<boolean>;
  /** Ends it; false when it does not sign for this provider. Its keys and default must have let go of it before. */
  detachSigner(address: string, providerId: string): Promise<boolean>;
}
