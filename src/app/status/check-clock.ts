import type { Logger } from 'pino';
import type { Metrics } from '../../adapters/http/metrics/metrics.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { readClockAhead } from '../../adapters/postgres/health/database-clock.ts';
import type { PartHealth } from '../../core/status/service-health.ts';

/** A greater difference of two clocks is told. */
const TOLERANCE_SECONDS = 5;

interface Clocks {
  readonly database: Pick<Database, 'sql'>;
  readonly metrics: Pick<Metrics, 'chainClockAhead'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Compares this process's clock with the database's, and with the chain's where its blocks tell the time. */
export function watchClock({ database, metrics, log }: Clocks): () => Promise<PartHealth> {
  let told: string | undefined;
  return async () => {
    const differences = [
      { reason: 'DATABASE_CLOCK', ahead: await readClockAhead(database.sql) },
      { reason: 'CHAIN_CLOCK', ahead: metrics.chainClockAhead() ?? 0 },
    ] as const;
    const lagSeconds = Math.floor(Math.max(...differences.map(({ ahead }) => Math.abs(ahead))));
    const wrong = differences.find(({ ahead }) => Math.abs(ahead) > TOLERANCE_SECONDS);
    if (wrong !== undefined && wrong.reason !== told)
      log.warn({ ...wrong }, 'the clock of this instance differs from another one by seconds');
    told = wrong?.reason;
    return wrong === undefined
      ? { state: 'OK', lagSeconds }
      : { state: 'LATE', lagSeconds, reason: wrong.reason };
  };
}
