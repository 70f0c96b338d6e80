import { invalidPayload } from '../../core/errors.ts';
import type { Clock } from '../../core/clock.ts';
import type { Ids } from '../../core/ids.ts';
import type { KeyEncryption } from '../../core/secrets/key-encryption.ts';
import type { WalletDraft, WalletKeys } from '../../core/wallets/wallet-keys.ts';
import type { SealedWallet } from '../../core/wallets/wallet.ts';
import { addressOf, isPrivateKey, newPrivateKey } from './secp256k1.ts';
import { sealPrivateKey } from './sealed-key.ts';

interface WalletKeysParts {
  readonly keyEncryption: KeyEncryption;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Creates wallets and seals their keys immediately. */
export function createWalletKeys({ keyEncryption, ids, clock }: WalletKeysParts): WalletKeys {
  const sealAndZero = async ({ purpose, label }: WalletDraft, key: Uint8Array): Promise<SealedWallet> => {
    try {
      if (!isPrivateKey(key)) throw invalidPayload([{ path: ['privateKey'], message: NO_KEY }]);
      const wallet = { id: ids.next('wal'), address: addressOf(key), purpose, label, createdAt: clock.now() };
      return await sealPrivateKey(keyEncryption, wallet, key);
    } finally {
      key.fill(0);
    }
  };
  return {
    generate: (draft) => sealAndZero(draft, newPrivateKey()),
    import: sealAndZero,
  };
}

const NO_KEY = 'must be the 32 bytes of a secp256k1 private key.';
