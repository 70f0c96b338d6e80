import type { Logger } from 'pino';
import { fingerprint, fingerprintSecrets } from '../../adapters/auth/secret-fingerprints.ts';
import type { InstallationSecrets } from '../../adapters/auth/secret-files.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { noteSecretUse, readSecretUses } from '../../adapters/postgres/health/secret-uses.ts';
import type { Config } from '../../config/config.ts';
import {
  findDifferences,
  type Differences,
  type SettingFingerprints,
} from '../../core/status/shared-settings.ts';

/** Well below the time that a note counts. */
const NOTE_INTERVAL_MS = 60_000;
const NONE: Differences = { secrets: [], settings: [] };

interface Shared {
  readonly config: Config;
  readonly secrets: InstallationSecrets;
  readonly sql: Sql;
  readonly log: Pick<Logger, 'warn'>;
}

/** Compares the secrets, and the other settings that must be equal, of the instances on one database. */
export interface SharedSettings {
  /** Those of which another instance uses a value that this one does not accept; logs them when they change. */
  findDifferences(): Promise<Differences>;
  /** What was found last. */
  lastDifferences(): Differences;
}

/** From `start` on, this instance notes its values in the database. An embedded database has no other instance. */
export function createSharedSettings({ config, secrets, sql, log }: Shared): SharedSettings & {
  start(): void;
  stop(): void;
} {
  const ofSecrets = fingerprintSecrets(secrets, { issuesTokens: config.OAUTH_EMBEDDED_ISSUER });
  const ofSettings = fingerprintSettings(config);
  const used = { ...ofSecrets.used, ...ofSettings };
  const accepted = { ...ofSecrets.accepted, ...ofSettings };
  const isShared = config.DATABASE_URL !== undefined;
  let last = NONE;
  let timer: NodeJS.Timeout | undefined;

  async function find() {
    const found = isShared ? findDifferences(accepted, await readSecretUses(sql)) : NONE;
    const settings = [...found.secrets, ...found.settings];
    if (settings.length > 0 && settings.join() !== [...last.secrets, ...last.settings].join())
      log.warn({ settings }, 'another instance uses values of these settings that this one does not accept');
    return (last = found);
  }
  // A failure shows in the part DATABASE, and the next minute tries again.
  const note = () =>
    void noteSecretUse(sql, used)
      .then(find)
      .catch(() => undefined);
  return {
    findDifferences: find,
    lastDifferences: () => last,
    start() {
      if (!isShared) return;
      note();
      timer = setInterval(note, NOTE_INTERVAL_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** No member is a secret, but a fingerprint has a fixed length. */
function fingerprintSettings({ chain, ...config }: Config): SettingFingerprints {
  const isRemote = chain.kind === 'remote';
  const of = (value: unknown) => [fingerprint(JSON.stringify(value))];
  return {
    PUBLIC_URL: of(config.PUBLIC_URL),
    OAUTH_ISSUERS: of(config.OAUTH_ISSUERS.map(({ issuer }) => issuer).toSorted()),
    OAUTH_EMBEDDED_ISSUER: of(config.OAUTH_EMBEDDED_ISSUER),
    OPERATION_RETENTION_DAYS: of(config.OPERATION_RETENTION_DAYS),
    AUDIT_RETENTION_MONTHS: of(config.AUDIT_RETENTION_MONTHS),
    ...(isRemote && {
      CHAIN_CONFIRMATIONS: of(chain.confirmations),
      CHAIN_BEACON_MARGIN: of(chain.beaconMargin),
    }),
    ...(isRemote && chain.keeper !== undefined && { KEEPER_BUDGET: of(config.KEEPER_BUDGET) }),
  };
}
