import { MikroORM as PgliteORM, type Options } from '@mikro-orm/pglite';
import { lockDirectory } from '../../../runtime/lock-directory.ts';
import { createPgliteExecute } from '../connection/execute.ts';
import { queueReads } from '../connection/read-queue.ts';
import { createPgliteSql } from '../connection/sql.ts';
import { traceEmbedded } from '../connection/trace-statements.ts';
import { createMigrator } from '../migrate/migrator.ts';
import { answersInTime } from '../server/probe.ts';
import { openEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

const PING = { name: 'ping', text: 'select 1' };

interface EmbeddedOptions {
  /** Of the database's files. */
  readonly directory: string;
  /** The options of the ORM. */
  readonly orm: Options;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
  /** Receives the progress of migrations. */
  readonly report?: (message: string) => void;
}

/** Opens the embedded database of a directory, which only one process can have open. */
export async function openEmbedded({ directory, orm: options, warn, note, report = note }: EmbeddedOptions) {
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
    const opened = (orm = await PgliteORM.init({
      ...options,
      driverOptions: { pglite: traceEmbedded(pglite) },
      logger: note,
    }));
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
