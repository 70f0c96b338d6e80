import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { releaseWhenLost } from './release-lost.ts';
import type { SilenceWatch } from './silence.ts';

/** What a pool of connections may take. */
export interface PoolLimits {
  readonly connections: number;
  /** The most statements and transactions that wait for a connection; what comes then is refused at once. */
  readonly waiting: number;
  /** The longest that they wait, and that a connection may take to be opened. */
  readonly waitMs: number;
  /** The longest statement; the server ends it then. */
  readonly statementMs: number;
}

/** Publishing, look-ups of keys, and whatever else must not wait for readers. */
export const WRITES: PoolLimits = { connections: 8, waiting: 1_000, waitMs: 5_000, statementMs: 10_000 };
/** Public reads with one generic plan each. */
export const READS: PoolLimits = { connections: 8, waiting: 128, waitMs: 2_000, statementMs: 2_000 };
/** Public reads whose best plan depends on their values: the costly ones, so few at once. */
export const SEARCHES: PoolLimits = { connections: 3, waiting: 32, waitMs: 2_000, statementMs: 2_000 };
/** Costly public reads of both kinds, each in a pool of its own: the thread that answers them says how many at once. */
export const COSTLY_READS: PoolLimits = { connections: 1, waiting: 256, waitMs: 4_000, statementMs: 2_000 };
/** Reads that belong to somebody's write, in the plans of public reads: they wait for no public reader. */
export const FRESH_READS: PoolLimits = { connections: 4, waiting: 500, waitMs: 5_000, statementMs: 10_000 };
/** The work on the chain. */
export const CHAIN: PoolLimits = { connections: 4, waiting: 1_000, waitMs: 5_000, statementMs: 10_000 };

/** How much longer than its longest statement a server may be silent: its own time-out speaks first. */
const SILENCE_AFTER_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 5_000;

/** Settings of a session whose statements have one plan each, whatever their values. */
export const GENERIC = '-c plan_cache_mode=force_generic_plan -c jit=off';

/** The configuration of a pool; `name` stands in pg_stat_activity. */
export function toPoolConfig(
  url: string,
  name: string,
  { connections, waitMs, statementMs }: PoolLimits,
  settings = '',
): PoolConfig {
  return {
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: `-c TimeZone=UTC ${settings}`.trim(),
  };
}

/** Lets a pool refuse what it cannot serve soon, and notice a server that says nothing. */
export function guardPool(pool: Pool, { waiting, statementMs }: PoolLimits, silence: SilenceWatch): void {
  silence.watch(pool, statementMs + SILENCE_AFTER_MS);
  // Overloads: with a callback, and without one.
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<PoolClient>;
  const guarded = (callback?: ConnectCallback): Promise<PoolClient> | undefined => {
    if (pool.waitingCount < waiting) return callback ? connect(callback) : connect().then(releaseWhenLost);
    const error = tooMany();
    if (!callback) return Promise.reject(error);
    process.nextTick(callback, error, undefined, () => undefined);
    return undefined;
  };
  pool.connect = guarded as Pool['connect'];
}

type ConnectCallback = (error: Error, client: undefined, done: () => void) => void;

/** Opens a guarded pool. It connects when it is first used. */
export function openPool(
  config: PoolConfig,
  limits: PoolLimits,
  { silence, warn }: { readonly silence: SilenceWatch; readonly warn: (message: string) => void },
): Pool {
  const pool = new Pool(config);
  guardPool(pool, limits, silence);
  pool.on('error', (error) => warn(`A connection to the database was lost: ${error.message}`));
  return pool;
}

/** SQLSTATE of PostgreSQL's own refusal of one connection too many. */
const TOO_MANY_CONNECTIONS = '53300';

function tooMany(): Error {
  return Object.assign(new Error('Too many statements wait for a connection to the database.'), {
    code: TOO_MANY_CONNECTIONS,
  });
}
