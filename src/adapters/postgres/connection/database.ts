import { MikroORM as PgliteORM } from '@mikro-orm/pglite';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { lockDirectory } from '../../../runtime/lock-directory.ts';
import { ENTITIES } from './entities.ts';
import { createPgliteExecute, type Execute } from './execute.ts';
import { openServer } from '../server/open-server.ts';
import { answersInTime } from '../server/probe.ts';
import type { PublicReads } from '../public-reads.ts';
import { createMigrator, type Migrator } from '../migrate/migrator.ts';
import { requireUnderstood } from '../migrate/migration-state.ts';
import { queueReads } from './read-queue.ts';
import { createPgliteSql, type Sql, type TransactionalSql } from './sql.ts';
import { openEmbeddedPostgres, type EmbeddedPostgres } from '../embedded/embedded-postgres.ts';

/** An open database. */
export interface Database {
  /** Migrates it; nothing else works before, except to read what an earlier release has stored. */
  readonly migrator: Migrator;
  /** Returns a new entity manager of the ORM. */
  em(): SqlEntityManager;
  /** Hot statements that write, and reads that a write depends on. Public reads never delay them. */
  readonly sql: TransactionalSql;
  /** Public reads: one generic plan per statement, on a replica if one is configured. */
  readonly readSql: Sql;
  /** The same statements on the primary, for callers that must see what was just written. */
  readonly freshReadSql: Sql;
  /** Public reads whose best plan depends on their values: planned each time, on the same server as `readSql`. */
  readonly searchSql: Sql;
  /** For libraries that write their own SQL. */
  readonly execute: Execute;
  /** The replica of public reads; undefined without one. */
  readonly replica: PublicReads['replica'];
  /** The states of the pools of connections now; none of the embedded database. */
  readonly pools: PublicReads['pools'];
  /** Whether the database answers within a second. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL URL; without it the embedded database is used. */
  readonly url: string | undefined;
  /** A PostgreSQL URL for public reads; without it they use `url`. */
  readonly readUrl: string | undefined;
  /** The directory of the embedded database. */
  readonly directory: string;
  readonly warn: (message: string) => void;
  /** Receives the ORM's log messages. */
  readonly note: (message: string) => void;
  /** Receives the progress of migrations. */
  readonly report?: (message: string) => void;
}

/** Opens PostgreSQL, or the embedded database, and migrates it. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await openUnmigrated(options);
  try {
    await database.migrator.up();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens PostgreSQL, or the embedded database, and changes nothing in it. Throws an Error when it is newer than this release
 * understands.
 */
export async function openUnmigrated(options: DatabaseOptions): Promise<Database> {
  const { url } = options;
  const database = await (url === undefined
    ? openEmbedded(options)
    : openServer({ ...options, url, orm: shared }));
  try {
    requireUnderstood(await database.migrator.state());
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const shared = {
  entities: ENTITIES,
  forceUtcTimezone: true,
  colors: false,
};

const PING = { name: 'ping', text: 'select 1' };

async function openEmbedded({ directory, warn, note, report = note }: DatabaseOptions): Promise<Database> {
  // Two processes on one directory would corrupt it.
  const unlock = await lockDirectory(directory, `${directory}.lock.sqlite`);
  let orm: PgliteORM | undefined;
  let pglite: EmbeddedPostgres | undefined;
  const close = async () => {
    await orm?.close(true);
    await pglite?.close();
    unlock();
  };
  try {
    pglite = await openEmbeddedPostgres({ directory, warn });
    const opened = (orm = await PgliteORM.init({ ...shared, driverOptions: { pglite }, logger: note }));
    const sql = createPgliteSql(pglite);
    const reads = queueReads(sql);
    return {
      em: () => opened.em.fork(),
      // Another process cannot open the directory.
      migrator: createMigrator({
        em: opened.em.fork(),
        alone: (work) => work(opened.em.fork()),
        note: report,
      }),
      sql,
      readSql: reads,
      freshReadSql: sql,
      searchSql: reads,
      replica: undefined,
      pools: () => [],
      execute: createPgliteExecute(pglite),
      isReachable: () => answersInTime(sql.query(PING, [])),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
