import { MikroORM as PostgresORM, type Options } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { createPoolExecute } from './execute.ts';
import { migrateOnce } from './migrate.ts';
import { FRESH_READS, guardPool, openPool, READS, SEARCHES, toPoolConfig, WRITES } from './pools.ts';
import { createProbe } from './probe.ts';
import { createReplicaReads } from './replica.ts';
import { createSilenceWatch } from './silence.ts';
import { createPoolSql, type Sql } from './sql.ts';

const GENERIC = '-c plan_cache_mode=force_generic_plan -c jit=off';

interface ServerOptions {
  /** A PostgreSQL URL. */
  readonly url: string;
  /** The URL of a replica for public reads. */
  readonly readUrl: string | undefined;
  /** What the ORM works on. */
  readonly orm: Options;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
}

/**
 * Opens a PostgreSQL server and migrates it. Writes, public reads, searches and the probe have connections of their own, so
 * that none waits for another.
 */
export async function openServer({ url, readUrl, orm: options, warn, note }: ServerOptions) {
  const silence = createSilenceWatch(warn);
  const writes = toPoolConfig(url, 'giveaways writes', WRITES);
  // A migration takes as long as it takes.
  let poolOptions: object = { ...writes, statement_timeout: 0 };
  const orm = await PostgresORM.init({
    ...options,
    clientUrl: url,
    logger: note,
    driverOptions: () => poolOptions,
  });
  try {
    await migrateOnce({ url, migrate: () => orm.migrator.up(), warn });
    poolOptions = { ...writes, onPoolCreated: (pool: Pool) => guardPool(pool, WRITES, silence) };
    await orm.reconnect();
  } catch (error) {
    await orm.close(true);
    throw error;
  }
  const pool = await orm.em.getConnection().getNativeClient();
  const probe = createProbe({ url, onSilence: silence.suspectAll });
  const fresh = openPool(toPoolConfig(url, 'giveaways fresh reads', FRESH_READS, GENERIC), FRESH_READS, {
    silence,
    warn,
  });
  const primary = openReads(url, { silence, warn });
  const replica = readUrl === undefined ? undefined : openReplica(readUrl, primary, warn);
  const { readSql, searchSql } = replica ?? primary;
  return {
    em: () => orm.em.fork(),
    sql: createPoolSql(pool),
    readSql,
    freshReadSql: createPoolSql(fresh),
    searchSql,
    execute: createPoolExecute(pool),
    isReachable: probe.isReachable,
    async close() {
      await Promise.all([replica?.close(), primary.close(), fresh.end(), probe.close()]);
      await orm.close(true);
    },
  };
}

interface PublicReads {
  readonly readSql: Sql;
  readonly searchSql: Sql;
  close(): Promise<void>;
}

function openReads(url: string, tools: Parameters<typeof openPool>[2]): PublicReads {
  const reads = openPool(toPoolConfig(url, 'giveaways reads', READS, GENERIC), READS, tools);
  // What is costly takes no second processor.
  const single = '-c jit=off -c max_parallel_workers_per_gather=0';
  const planned = toPoolConfig(url, 'giveaways searches', SEARCHES, single);
  const searches = openPool(planned, SEARCHES, tools);
  return {
    readSql: createPoolSql(reads),
    searchSql: createPoolSql(searches),
    async close() {
      await Promise.all([reads.end(), searches.end()]);
    },
  };
}

function openReplica(url: string, primary: PublicReads, warn: (message: string) => void): PublicReads {
  const reads = openReads(url, { silence: createSilenceWatch(warn), warn });
  const { over, close } = createReplicaReads(warn);
  return {
    readSql: over(reads.readSql, primary.readSql),
    searchSql: over(reads.searchSql, primary.searchSql),
    async close() {
      close();
      await reads.close();
    },
  };
}
