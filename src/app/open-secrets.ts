import { readSecrets, type InstallationSecrets } from '../adapters/auth/secret-files.ts';
import { requireSigningKeys } from '../adapters/auth/signing-keys.ts';
import { createCustody, type Custody } from '../adapters/custody/custody.ts';
import type { Sql } from '../adapters/postgres/connection/sql.ts';
import { createKeyChecks, createStoredKeyChecks } from '../adapters/postgres/providers/key-checks.ts';
import { ids } from '../runtime/ids.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { nameVariableInError } from '../runtime/config-error.ts';

/** The secrets of the installation, and the custody of its wallets' keys. */
export async function openSecrets(
  config: Config,
  clock: Clock,
): Promise<{ readonly secrets: InstallationSecrets; readonly custody: Custody }> {
  const secrets = await nameVariableInError(
    'DATA_DIR',
    readSecrets({
      directory: config.DATA_DIR,
      operatorHashes: config.OPERATOR_TOKEN_HASH,
      authSecret: config.AUTH_SECRET,
      signingKeys: config.OAUTH_SIGNING_KEYS,
    }),
  );
  await nameVariableInError(
    config.OAUTH_SIGNING_KEYS === undefined ? 'DATA_DIR' : 'OAUTH_SIGNING_KEYS',
    requireSigningKeys(secrets.signingKeys),
  );
  const custody = await nameVariableInError(
    keysVariable(config),
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

/** Refuses to start with another key-encryption key than the one of the same name that wrapped stored data. */
export async function checkSecrets(config: Config, custody: Custody, sql: Sql): Promise<void> {
  await nameVariableInError(keysVariable(config), custody.checkKeys(createStoredKeyChecks(sql)));
}

/** The same on the migrated database, which stores a check value of each key. */
export async function storeSecretChecks(config: Config, custody: Custody, sql: Sql): Promise<void> {
  await nameVariableInError(keysVariable(config), custody.checkKeys(createKeyChecks(sql)));
}

function keysVariable({ KEY_ENCRYPTION_KEYS: configured }: Config): string {
  return configured === undefined ? 'DATA_DIR' : 'KEY_ENCRYPTION_KEYS';
}
