import { readSecrets, type InstallationSecrets } from '../adapters/auth/secret-files.ts';
import { createCustody, type Custody } from '../adapters/custody/custody.ts';
import { ids } from '../runtime/ids.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { namingVariable } from './naming-variable.ts';

/** The secrets of the installation, and the custody of its wallets' keys. */
export async function openSecrets(
  config: Config,
  clock: Clock,
): Promise<{ readonly secrets: InstallationSecrets; readonly custody: Custody }> {
  const secrets = await namingVariable(
    'DATA_DIR',
    readSecrets({
      directory: config.DATA_DIR,
      operatorHashes: config.OPERATOR_TOKEN_HASH,
      authSecret: config.AUTH_SECRET,
      signingKeys: config.OAUTH_SIGNING_KEYS,
    }),
  );
  const custody = await namingVariable(
    config.KEY_ENCRYPTION_KEYS === undefined ? 'DATA_DIR' : 'KEY_ENCRYPTION_KEYS',
    createCustody({
      keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
      directory: config.DATA_DIR,
      production: config.production,
      ids,
      clock,
    }),
  );
  return { secrets, custody };
}
