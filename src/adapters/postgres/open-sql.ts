import { Pool } from 'pg';
import { createPoolSql, type TransactionalSql } from './sql.ts';

/** How long a connection to a PostgreSQL server, and a statement, may take. */
export const SERVER_LIMITS = { connectionTimeoutMillis: 5_000, statement_timeout: 10_000 };

interface OpenSqlOptions {
  /** A PostgreSQL URL. */
  readonly url: string;
  /** The most that are open at once. */
  readonly connections: number;
  /** What the server calls these connections, in pg_stat_activity. */
  readonly name: string;
  readonly warn: (message: string) => void;
}

/** Hot statements on a migrated PostgreSQL server, without the ORM. Connects when it is first used. */
export function openSql({ url, connections, name, warn }: OpenSqlOptions): {
  readonly sql: TransactionalSql;
  close(): Promise<void>;
} {
  const pool = new Pool({
    ...SERVER_LIMITS,
    connectionString: url,
    max: connections,
    application_name: name,
    options: '-c TimeZone=UTC',
  });
  pool.on('error', (error) => warn(`A connection to the database was lost: ${error.message}`));
  return { sql: createPoolSql(pool), close: () => pool.end() };
}
