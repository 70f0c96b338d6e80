import type { Clock } from '../../core/clock.ts';
import type { Ids } from '../../core/ids.ts';
import type { KeyEncryption } from '../../core/secrets/key-encryption.ts';
import type { Sealing } from '../../core/secrets/sealing.ts';
import type { WalletKeys } from '../../core/wallets/wallet-keys.ts';
import type { KeyChecks } from '../ports/key-checks.ts';
import type { SigningRecords } from '../ports/signing-records.ts';
import { checkKeys } from './check-keys.ts';
import { readKeyEncryptionKeys } from './key-encryption-keys.ts';
import { createLocalKeyEncryption } from './key-encryption.ts';
import { createSealing } from './sealing.ts';
import { prepareSigning } from './secp256k1.ts';
import { createSigningPolicy, type PolicySettings } from './signing-policy.ts';
import { createWalletKeys } from './wallet-keys.ts';
import { createWalletSigner, type WalletSigner } from './wallet-signer.ts';

export interface CustodySettings {
  /** KEY_ENCRYPTION_KEYS. */
  readonly keyEncryptionKeys: string | undefined;
  /** DATA_DIR, which holds the key of the embedded default. */
  readonly directory: string;
  readonly production: boolean;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Creates, wraps and uses the keys of wallets without handing them out, and seals personal data. */
export interface Custody {
  readonly keyEncryption: KeyEncryption;
  readonly sealing: Sealing;
  readonly walletKeys: WalletKeys;
  /** Throws an Error when there is no key-encryption key. */
  requireKeys(): void;
  /** Throws an Error when a key-encryption key is another one than that of its name in the database. */
  checkKeys(checks: KeyChecks): Promise<void>;
  /** A signer for the contracts of one chain. */
  createSigner(policy: PolicySettings, records: SigningRecords): WalletSigner;
}

/** Opens custody. Throws an Error when the key-encryption keys cannot be read. */
export async function createCustody(settings: CustodySettings): Promise<Custody> {
  const { ids, clock, directory, production } = settings;
  const keys = await readKeyEncryptionKeys({
    configured: settings.keyEncryptionKeys,
    directory,
    production,
  });
  if (keys.length > 0) prepareSigning();
  const keyEncryption = createLocalKeyEncryption(keys);
  const requireKeys = () => {
    if (keys.length === 0)
      throw new Error('KEY_ENCRYPTION_KEYS is needed to sign: set it to id:32 bytes in base64.');
  };
  return {
    keyEncryption,
    sealing: createSealing(keyEncryption),
    walletKeys: createWalletKeys({ keyEncryption, ids, clock }),
    requireKeys,
    checkKeys: (checks) => checkKeys(keys, checks),
    createSigner(policy, records) {
      requireKeys();
      return createWalletSigner({ policy: createSigningPolicy(policy), keyEncryption, records, clock });
    },
  };
}
