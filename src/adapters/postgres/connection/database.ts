import type { SqlEntityManager } from '@mikro-orm/sql';
import { throwAbsence } from './absent-parts.ts';
import { ENTITIES } from './entities.ts';
import type { Execute } from './execute.ts';
import { requireSessions } from '../server/require-sessions.ts';
import type { PublicReads } from '../public-reads.ts';
import type { Migrator } from '../migrate/migrator.ts';
import { requireUnderstood } from '../migrate/migration-state.ts';
import type { Sql, TransactionalSql } from './sql.ts';

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
 * understands, and behind a pooler that gives connections no session of their own.
 */
export async function openUnmigrated(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) await requireSessions(options.url);
  const database = await open(options);
  try {
    requireUnderstood(await database.migrator.state());
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Loads the packages of the kind of database that is used, and no others. */
async function open({ url, ...options }: DatabaseOptions): Promise<Database> {
  if (url === undefined) {
    const { openEmbedded } = await import('../embedded/open-embedded.ts').catch(throwAbsence);
    return openEmbedded({ ...options, orm: shared });
  }
  const { openServer } = await import('../server/open-server.ts');
  return openServer({ ...options, url, orm: shared });
}

const shared = {
  entities: ENTITIES,
  forceUtcTimezone: true,
  colors: false,
};
