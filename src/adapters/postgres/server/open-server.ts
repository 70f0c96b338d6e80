import { MikroORM as PostgresORM, type Options } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Pool } from 'pg';
import { createPoolExecute } from '../connection/execute.ts';
import { migrateAlone } from '../migrate/migrate-alone.ts';
import { createMigrator } from '../migrate/migrator.ts';
import {
  FRESH_READS,
  GENERIC,
  guardConnections,
  guardPool,
  openPool,
  readPool,
  READS,
  SEARCHES,
  toPoolConfig,
  WRITES,
} from './pools.ts';
import { createProbe } from './probe.ts';
import { openPublicReads } from '../public-reads.ts';
import { createConnectionWatchdog } from './connection-watchdog.ts';
import { createPoolSql } from '../connection/sql.ts';
import { tracePool } from '../connection/trace-statements.ts';

interface ServerOptions {
  /** A PostgreSQL URL. */
  readonly url: string;
  /** The URL of a replica for public reads. */
  readonly readUrl: string | undefined;
  /** The options of the ORM. */
  readonly orm: Options;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
  /** Receives the progress of migrations. */
  readonly report?: (message: string) => void;
}

/**
 * Opens a PostgreSQL server. Writes, public reads, searches and the probe have separate connections, so that
 * none waits for another.
 */
export async function openServer(server: ServerOptions) {
  const { url, readUrl, orm: options, warn, note, report = note } = server;
  const watchdog = createConnectionWatchdog(warn);
  const writes = toPoolConfig(url, 'giveaways writes', WRITES);
  const orm = await PostgresORM.init({
    ...options,
    clientUrl: url,
    logger: note,
    driverOptions: {
      ...writes,
      onPoolCreated(pool: Pool) {
        guardPool(pool, WRITES, watchdog);
        tracePool(pool);
      },
    },
  });
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
    migrator: createMigrator({
      em: orm.em.fork(),
      alone: (work) => migrateAlone({ url, warn, migrate: () => withMigratingOrm(server, work) }),
      note: report,
    }),
    sql: createPoolSql(pool),
    readSql: publicReads.readSql,
    freshReadSql: createPoolSql(fresh),
    searchSql: publicReads.searchSql,
    replica: publicReads.replica,
    pools: () => [readPool('writes', pool), readPool('fresh reads', fresh), ...publicReads.pools()],
    execute: createPoolExecute(pool),
    isReachable: probe.isReachable,
    async close() {
      await Promise.all([publicReads.close(), fresh.end(), probe.close()]);
      await orm.close(true);
    },
  };
}

/** An ORM with one connection, whose statements have no time limit. */
async function withMigratingOrm<Result>(
  { url, orm: options, note }: ServerOptions,
  work: (em: SqlEntityManager) => Promise<Result>,
): Promise<Result> {
  const orm = await PostgresORM.init({
    ...options,
    clientUrl: url,
    logger: note,
    driverOptions: {
      ...toPoolConfig(url, 'giveaways writes', { ...WRITES, connections: 1, statementMs: 0 }),
      onPoolCreated: (pool: Pool) => guardConnections(pool, WRITES),
    },
  });
  try {
    return await work(orm.em.fork());
  } finally {
    await orm.close(true);
  }
}
