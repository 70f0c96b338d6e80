import { Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg';
import { releaseWhenLost } from './release-lost.ts';
import type { ConnectionWatchdog } from './connection-watchdog.ts';

/** The limits of a pool of connections. */
export interface PoolLimits {
  readonly connections: number;
  /** The maximum number of statements and transactions that wait for a connection; more are refused at once. */
  readonly waiting: number;
  /** The longest time that one waits, and that opening a connection may take. */
  readonly waitMs: number;
  /** The time after which the server cancels a statement. */
  readonly statementMs: number;
}

/** Publishing, look-ups of keys, and everything else that public reads must not delay. */
export const WRITES: PoolLimits = { connections: 8, waiting: 1_000, waitMs: 5_000, statementMs: 10_000 };
/** Public reads with one generic plan each. */
export const READS: PoolLimits = { connections: 8, waiting: 128, waitMs: 2_000, statementMs: 2_000 };
/** Public reads whose best plan depends on their values; they are expensive, so only few run at once. */
export const SEARCHES: PoolLimits = { connections: 3, waiting: 32, waitMs: 2_000, statementMs: 2_000 };
/** Expensive public reads of both kinds, in separate pools; the limit of both together is set by the thread that runs them. */
export const COSTLY_READS: PoolLimits = { connections: 1, waiting: 256, waitMs: 4_000, statementMs: 2_000 };
/** Reads that a write depends on, with the plans of public reads; separate, so that they wait for no public read. */
export const FRESH_READS: PoolLimits = { connections: 4, waiting: 500, waitMs: 5_000, statementMs: 10_000 };
/** The chain's thread. */
export const CHAIN: PoolLimits = { connections: 4, waiting: 1_000, waitMs: 5_000, statementMs: 10_000 };

/** How long after its longest statement a server may be silent: its own timeout comes first. */
const SILENCE_AFTER_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 5_000;

/** Settings of a session by their names. */
type Settings = Readonly<Record<string, string>>;

/** A statement must not occupy a second processor. */
export const SERIAL: Settings = { jit: 'off', max_parallel_workers_per_gather: '0' };
/** One plan per statement, whatever the values. */
export const GENERIC: Settings = { ...SERIAL, plan_cache_mode: 'force_generic_plan' };

/** The configuration of a pool; `name` appears in pg_stat_activity. */
export function toPoolConfig(
  url: string,
  name: string,
  { connections, waitMs, statementMs }: PoolLimits,
  settings: Settings = {},
): PoolConfig {
  const all = { TimeZone: 'UTC', statement_timeout: String(statementMs), ...settings };
  return {
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // pg-pool awaits it before the connection is used, which its type does not say.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => applySettings(client, all, waitMs),
  };
}

/**
 * Sets them by a statement: poolers such as PgBouncer refuse them as parameters of the connection. A pooler accepts connections
 * also while it has no server, so the statement has a limit of time.
 */
async function applySettings(client: ClientBase, settings: Settings, withinMs: number): Promise<void> {
  const entries = Object.entries(settings);
  const query = {
    text: `select ${entries.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, false)`).join(', ')}`,
    values: entries.flat(),
    query_timeout: withinMs,
  };
  await client.query(query);
}

/** Makes a pool refuse statements beyond its limit, give up lost connections, and detect a silent server. */
export function guardPool(pool: Pool, limits: PoolLimits, watchdog: ConnectionWatchdog): void {
  watchdog.watch(pool, limits.statementMs + SILENCE_AFTER_MS);
  guardConnections(pool, limits);
}

/** Makes a pool refuse statements beyond its limit, and give up lost connections, so that it can always be closed. */
export function guardConnections(pool: Pool, { waiting }: Pick<PoolLimits, 'waiting'>): void {
  // pg calls connect both with and without a callback.
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

/** Opens a guarded pool. It connects on first use. */
export function openPool(
  config: PoolConfig,
  limits: PoolLimits,
  { watchdog, warn }: { readonly watchdog: ConnectionWatchdog; readonly warn: (message: string) => void },
): Pool {
  const pool = new Pool(config);
  guardPool(pool, limits, watchdog);
  pool.on('error', (error) => warn(`A connection to the database was lost: ${error.message}`));
  return pool;
}

/** How many connections of a pool are open and idle, and how many statements wait for one. */
export interface PoolState {
  readonly name: string;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export function readPool(
  name: string,
  { totalCount, idleCount, waitingCount }: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
): PoolState {
  return { name, open: totalCount, idle: idleCount, waiting: waitingCount };
}

/** The SQLSTATE with which PostgreSQL refuses a connection too many. */
const TOO_MANY_CONNECTIONS = '53300';

function tooMany(): Error {
  return Object.assign(new Error('Too many statements wait for a connection to the database.'), {
    code: TOO_MANY_CONNECTIONS,
  });
}
