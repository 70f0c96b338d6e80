import { randomBytes } from 'node:crypto';
import { DomainError } from '../../core/errors.ts';
import type { KeyEncryption } from '../../core/secrets/key-encryption.ts';
import type { SealedWallet, Wallet } from '../../core/wallets/wallet.ts';
import { toAssociatedData } from './associated-data.ts';
import { KEY_BYTES, open, seal } from './gcm.ts';

/** Encrypts a private key under a fresh data key, and wraps the data key. */
export async function sealPrivateKey(
  keyEncryption: KeyEncryption,
  wallet: Omit<Wallet, 'keyId'>,
  privateKey: Uint8Array,
): Promise<SealedWallet> {
  const keyId = keyEncryption.currentId;
  const dataKey = randomBytes(KEY_BYTES);
  try {
    const wrappedKey = await keyEncryption.wrap(dataKey, wallet);
    return {
      ...wallet,
      keyId,
      ...seal(dataKey, privateKey, toAssociatedData('private-key', wallet)),
      wrappedKey,
    };
  } finally {
    dataKey.fill(0);
  }
}

/** Passes the private key to `work` and zeroes it afterwards. Throws SERVICE_UNAVAILABLE when the key cannot be decrypted. */
export async function withPrivateKey<Result>(
  keyEncryption: KeyEncryption,
  wallet: SealedWallet,
  work: (privateKey: Uint8Array) => Promise<Result>,
): Promise<Result> {
  const dataKey = await keyEncryption.unwrap(wallet.wrappedKey, wallet.keyId, wallet);
  let privateKey: Uint8Array | undefined;
  try {
    privateKey = open(dataKey, wallet, toAssociatedData('private-key', wallet));
  } finally {
    dataKey.fill(0);
  }
  if (privateKey === undefined) throw changed(wallet);
  try {
    return await work(privateKey);
  } finally {
    privateKey.fill(0);
  }
}

function changed({ id }: Wallet): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    `The key of wallet ${id} does not open: its row was changed and must be restored from a backup.`,
    { reason: 'WALLET_CHANGED', retryAfterSeconds: 60 },
  );
}
