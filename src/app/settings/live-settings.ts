import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { PartHealth } from '../../core/status/service-health.ts';
import { createFeeCap, setFeeCap, type FeeCap } from './fee-cap.ts';
import { OFF, OK } from '../status/part-health.ts';

/** The settings that a running gateway takes over when its ENV_FILE is read again; all others need a restart. */
const LIVE = [
  'LOG_LEVEL',
  'RATE_LIMIT',
  'SIGN_IN_LIMIT',
  'MAX_SUBSCRIPTIONS',
  'CORS_ORIGINS',
  'MAX_FEE_GWEI',
] as const satisfies (keyof Config)[];

/** The settings that can change while the gateway runs. */
export interface LiveSettings {
  /** Their present values. */
  now(): Readonly<Pick<Config, (typeof LIVE)[number]>>;
  readonly feeCap: FeeCap;
  /** Reads the settings again. Those that are wrong change nothing. */
  reload(read: () => Config): void;
  /** Whether the service runs with the settings of its file. */
  health(): PartHealth;
}

export function createLiveSettings(started: Config, log: Logger): LiveSettings {
  let current = started;
  let health: PartHealth = started.ENV_FILE === undefined ? OFF : OK;
  const feeCap = createFeeCap(started.MAX_FEE_GWEI);

  function apply(config: Config): void {
    const changed = LIVE.filter((name) => !isDeepStrictEqual(config[name], current[name]));
    // A setting without a value is no member.
    const frozen = settingsOf({ ...started, ...config }).filter(
      (name) => !isDeepStrictEqual(config[name], started[name]),
    );
    current = config;
    log.level = config.LOG_LEVEL;
    setFeeCap(feeCap, config.MAX_FEE_GWEI);
    health = frozen.length === 0 ? OK : { state: 'LATE', lagSeconds: null, reason: 'RESTART_NEEDED' };
    log.info({ changed }, 'the settings were read again');
    for (const warning of config.warnings) log.warn(warning);
    if (frozen.length > 0) log.warn({ settings: frozen }, 'these settings have changed and need a restart');
  }

  return {
    now: () => current,
    feeCap,
    reload(read) {
      try {
        apply(read());
      } catch (error) {
        health = { state: 'LATE', lagSeconds: null, reason: 'SETTINGS_REFUSED' };
        const reason = error instanceof Error ? error.message : String(error);
        log.error({ reason }, 'the settings were not read again: the former ones still hold');
      }
    },
    health: () => health,
  };
}

const isLive: ReadonlySet<string> = new Set(LIVE);

/** Those that are no live ones. Members in lower case derive from them. */
function settingsOf(config: Config): (keyof Config)[] {
  // A configuration has no other keys.
  const names = Object.keys(config) as (keyof Config)[];
  return names.filter((name) => /^[A-Z]/.test(name) && !isLive.has(name));
}
