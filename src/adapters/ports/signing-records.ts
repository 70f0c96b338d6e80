import type { SealedWallet, WalletPurpose } from '../../core/wallets/wallet.ts';

export type SignatureKind = 'TRANSACTION' | 'TRANSFER_PERMIT';

/** That a wallet signed something: rows are only ever added. */
export interface SignatureRecord {
  readonly walletId: string;
  readonly kind: SignatureKind;
  /** Of the signed transaction its hash, of a permit its EIP-712 digest; 0x hex. */
  readonly hash: string;
  /** Of the account in a transaction, of the passport in a permit. */
  readonly nonce: bigint;
  readonly at: Date;
}

/** What signing reads and writes, outside of transactions: the hot path. */
export interface SigningRecords {
  find(purpose: WalletPurpose, address: string): Promise<SealedWallet | undefined>;
  /** One durable statement for all of them. */
  add(records: readonly SignatureRecord[]): Promise<void>;
}
