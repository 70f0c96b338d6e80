import { Pool } from 'pg';
import { nameVariableInError } from '../../../runtime/config-error.ts';
import { createPoolSql, type TransactionalSql } from '../connection/sql.ts';
import { toPoolConfig, type PoolLimits } from '../server/pools.ts';
import { keepErrors } from './keep-errors.ts';

/** A server's database for work that takes as long as it takes. */
export interface Maintenance {
  readonly sql: TransactionalSql;
  close(): Promise<void>;
}

const LIMITS: PoolLimits = { connections: 3, waiting: 100, waitMs: 10_000, statementMs: 0 };

/** Opens it with few connections, whose statements have no time limit. Connects on first use. */
export function openMaintenance(url: string): Maintenance {
  const settings = { idle_in_transaction_session_timeout: '0' };
  const pool = new Pool(toPoolConfig(url, 'giveaways maintenance', LIMITS, settings));
  // The next statement fails, and says so.
  pool.on('error', () => undefined);
  return { sql: createPoolSql(pool), close: () => pool.end() };
}

/** Runs the work on a server's database, and closes it. Throws an Error that names DATABASE_URL when it cannot be reached. */
export async function withMaintenance<Result>(
  url: string,
  work: (sql: TransactionalSql) => Promise<Result>,
): Promise<Result> {
  const { sql, close } = openMaintenance(url);
  try {
    await nameVariableInError('DATABASE_URL', requireAnswer(sql));
    return await work(sql);
  } finally {
    await close();
  }
}

/** Throws the error of PostgreSQL or of the connection, which says more than that it is unavailable. */
async function requireAnswer(sql: TransactionalSql): Promise<void> {
  try {
    await sql.query({ name: '', text: 'select 1' }, []);
  } catch (error) {
    throw (error as Error).cause ?? error;
  }
}

/** Runs the work while no other command of its kind works on the database. Throws an Error while one does. */
export async function withoutOthers<Result>(
  sql: TransactionalSql,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return keepErrors(sql, async (transaction) => {
    const [row] = await transaction.query(TRY_LOCK, [`giveaways ${what}`]);
    if (row?.[0] !== true) throw new Error(`Another command works on the database: giveaways ${what}.`);
    return work();
  });
}

const TRY_LOCK = { name: '', text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0))' };
