import { CHAIN, openPool, toPoolConfig } from './pools.ts';
import { createConnectionWatchdog } from './connection-watchdog.ts';
import { createPoolSql, type TransactionalSql } from '../connection/sql.ts';

interface OpenSqlOptions {
  /** A PostgreSQL URL. */
  readonly url: string;
  /** The maximum number of open connections. */
  readonly connections: number;
  /** The application name of the connections, in pg_stat_activity. */
  readonly name: string;
  readonly warn: (message: string) => void;
}

/** Hot statements on a migrated PostgreSQL server, without the ORM. Connects on first use. */
export function openSql({ url, connections, name, warn }: OpenSqlOptions): {
  readonly sql: TransactionalSql;
  close(): Promise<void>;
} {
  const limits = { ...CHAIN, connections };
  const pool = openPool(toPoolConfig(url, name, limits), limits, {
    watchdog: createConnectionWatchdog(warn),
    warn,
  });
  return { sql: createPoolSql(pool), close: () => pool.end() };
}
