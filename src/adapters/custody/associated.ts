import type { WalletIdentity } from '../../core/wallets/wallet.ts';

/** The bytes that bind a ciphertext to its wallet and its use; no part can hold a line break, so none can pose as another. */
export function toAssociated(use: 'data-key' | 'private-key', wallet: WalletIdentity): Uint8Array {
  return Buffer.from(['giveaways', use, '1', wallet.id, wallet.address, wallet.purpose].join('\n'));
}
