import type { Logger } from 'pino';
import { fingerprintSecrets } from '../../adapters/auth/secret-fingerprints.ts';
import type { InstallationSecrets } from '../../adapters/auth/secret-files.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { noteSecretUse, readSecretUses } from '../../adapters/postgres/health/secret-uses.ts';
import type { Config } from '../../config/config.ts';
import { findDifferentSecrets } from '../../core/status/shared-secrets.ts';

/** Well below the time that a note counts. */
const NOTE_INTERVAL_MS = 60_000;

interface Secrets {
  readonly config: Pick<Config, 'DATABASE_URL' | 'OAUTH_EMBEDDED_ISSUER'>;
  readonly secrets: InstallationSecrets;
  readonly sql: Sql;
  readonly log: Pick<Logger, 'warn'>;
}

/** Compares the secrets of the instances on one database. */
export interface SharedSecrets {
  /** The settings of which another instance uses a secret that this one does not accept; logs them when they change. */
  findDifferent(): Promise<readonly string[]>;
}

/** From `start` on, this instance notes its secrets in the database. An embedded database has no other instance. */
export function createSharedSecrets({ config, secrets, sql, log }: Secrets): SharedSecrets & {
  start(): void;
  stop(): void;
} {
  const { used, accepted } = fingerprintSecrets(secrets, { issuesTokens: config.OAUTH_EMBEDDED_ISSUER });
  const isShared = config.DATABASE_URL !== undefined;
  let told = '';
  let timer: NodeJS.Timeout | undefined;

  async function findDifferent() {
    const settings = isShared ? findDifferentSecrets(accepted, await readSecretUses(sql)) : [];
    if (settings.length > 0 && told !== settings.join())
      log.warn({ settings }, 'another instance uses secrets that this one does not accept');
    told = settings.join();
    return settings;
  }
  // A failure shows in the part DATABASE, and the next minute tries again.
  const note = () =>
    void noteSecretUse(sql, used)
      .then(findDifferent)
      .catch(() => undefined);
  return {
    findDifferent,
    start() {
      if (!isShared) return;
      note();
      timer = setInterval(note, NOTE_INTERVAL_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
