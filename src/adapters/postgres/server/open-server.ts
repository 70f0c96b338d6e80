import { MikroORM as PostgresORM, type Options } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { createPoolExecute } from '../connection/execute.ts';
import { migrateOnce } from '../connection/migrate.ts';
import {
  FRESH_READS,
  GENERIC,
  guardConnections,
  guardPool,
  openPool,
  READS,
  SEARCHES,
  toPoolConfig,
  WRITES,
} from './pools.ts';
import { createProbe } from './probe.ts';
import { openPublicReads } from '../public-reads.ts';
import { createConnectionWatchdog } from './connection-watchdog.ts';
import { createPoolSql } from '../connection/sql.ts';

interface ServerOptions {
  /** A PostgreSQL URL. */
  readonly url: string;
  /** The URL of a replica for public reads. */
  readonly readUrl: string | undefined;
  /** The options of the ORM. */
  readonly orm: Options;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
}

/**
 * Opens a PostgreSQL server and migrates it. Writes, public reads, searches and the probe have separate connections, so that
 * none waits for another.
 */
export async function openServer({ url, readUrl, orm: options, warn, note }: ServerOptions) {
  const watchdog = createConnectionWatchdog(warn);
  const writes = toPoolConfig(url, 'giveaways writes', WRITES);
  // Migrations have no time limit.
  let poolOptions: object = {
    ...writes,
    statement_timeout: 0,
    onPoolCreated: (pool: Pool) => guardConnections(pool, WRITES),
  };
  const orm = await PostgresORM.init({
    ...options,
    clientUrl: url,
    logger: note,
    driverOptions: () => poolOptions,
  });
  try {
    await migrateOnce({ url, migrate: () => orm.migrator.up(), warn });
    poolOptions = { ...writes, onPoolCreated: (pool: Pool) => guardPool(pool, WRITES, watchdog) };
    await orm.reconnect();
  } catch (error) {
    await orm.close(true);
    throw error;
  }
  const pool = await orm.em.getConnection().getNativeClient();
  const probe = createProbe({ url, onSilence: watchdog.suspectAll });
  const fresh = openPool(toPoolConfig(url, 'giveaways fresh reads', FRESH_READS, GENERIC), FRESH_READS, {
    watchdog,
    warn,
  });
  const publicReads = openPublicReads({
    name: 'public',
    url,
    readUrl,
    reads: READS,
    searches: SEARCHES,
    watchdog,
    warn,
  });
  return {
    em: () => orm.em.fork(),
    sql: createPoolSql(pool),
    readSql: publicReads.readSql,
    freshReadSql: createPoolSql(fresh),
    searchSql: publicReads.searchSql,
    replica: publicReads.replica,
    execute: createPoolExecute(pool),
    isReachable: probe.isReachable,
    async close() {
      await Promise.all([publicReads.close(), fresh.end(), probe.close()]);
      await orm.close(true);
    },
  };
}
