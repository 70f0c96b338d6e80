import { setTimeout as after } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';

const MIGRATION_LOCK = 7_305_118_204;
const RETRY_INTERVAL_MS = 200;
const WARN_INTERVAL_MS = 5_000;

interface Migrating<Result> {
  /** A PostgreSQL URL. */
  readonly url: string;
  readonly migrate: () => Promise<Result>;
  readonly warn: (message: string) => void;
}

/**
 * Lets one instance migrate while others that start at the same time wait. The advisory lock ends with the connection that
 * holds it.
 */
export async function migrateAlone<Result>({ url, migrate, warn }: Migrating<Result>): Promise<Result> {
  const pool = new Pool({
    connectionString: url,
    application_name: 'giveaways migrations',
    max: 1,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: 5_000,
  });
  // pool.end() does not wait for the server to close: an error after it can be ignored.
  pool.on('error', () => undefined);
  try {
    const client = await pool.connect();
    client.on('error', () => undefined);
    try {
      await lock(client, warn);
      return await migrate();
    } finally {
      // The lock ends with the connection.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function lock(client: PoolClient, warn: (message: string) => void): Promise<void> {
  for (let warnedAt = Number.NEGATIVE_INFINITY; ; await after(RETRY_INTERVAL_MS)) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked) return;
    if (performance.now() - warnedAt < WARN_INTERVAL_MS) continue;
    warnedAt = performance.now();
    warn(`This start waits until another instance has migrated the database: ${await findHolder(client)}.`);
  }
}

async function findHolder(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ holder: string }>(
    `select format('process %s of PostgreSQL holds the lock, connected from %s since %s', a.pid,
       coalesce(host(a.client_addr), 'this machine'), to_char(a.backend_start, 'YYYY-MM-DD HH24:MI:SSOF')) as holder
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and (l.classid::bigint << 32) | l.objid::bigint = $1`,
    [MIGRATION_LOCK],
  );
  return rows[0]?.holder ?? 'it has just released the lock';
}
