import { join } from 'node:path';
import { CREATE_JOB_TABLES } from '../../adapters/jobs/create-tables.ts';
import {
  countRows,
  emptyTables,
  readSequences,
  readTables,
  setSequences,
  type CopiedTable,
} from '../../adapters/postgres/backup/copied-tables.ts';
import { copyTable } from '../../adapters/postgres/backup/copy-table.ts';
import { withMaintenance } from '../../adapters/postgres/backup/open-maintenance.ts';
import {
  beginRestore,
  endRestore,
  hasRows,
  isRestored,
  MOVE_MARK,
  prepareTarget,
} from '../../adapters/postgres/backup/restore-target.ts';
import { openDatabase } from '../../adapters/postgres/connection/database.ts';
import { createPgliteSql, type Sql, type TransactionalSql } from '../../adapters/postgres/connection/sql.ts';
import { throwAbsence } from '../../adapters/postgres/connection/absent-parts.ts';
import type { EmbeddedPostgres } from '../../adapters/postgres/embedded/embedded-postgres.ts';
import { lockDirectory } from '../../runtime/lock-directory.ts';
import { placeOfEmbedded, placeOfServer } from './open-embedded.ts';
import type { Note } from './progress.ts';

interface Places {
  /** The data folder of a gateway that is stopped. */
  readonly dataDir: string;
  /** The PostgreSQL URL of an empty database. */
  readonly databaseUrl: string;
  /** Removes what the database has. */
  readonly overwrite: boolean;
}

/** What was moved. */
export interface Moved {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Copies the embedded database of a data folder to a PostgreSQL server, which it leaves as it is. Each table is a transaction: after
 * an interruption the same call goes on with those that have no rows. Throws an Error while a gateway has the folder, when the server's
 * database is not empty, and when a number of rows differs at the end.
 */
export async function move({ dataDir, databaseUrl, overwrite }: Places, note: Note): Promise<Moved> {
  const place = await placeOfEmbedded(dataDir, NOTHING_TO_MOVE);
  // Both get the tables of this release.
  await (await openDatabase(place)).close();
  const { openEmbeddedPostgres } =
    await import('../../adapters/postgres/embedded/embedded-postgres.ts').catch(throwAbsence);
  const unlock = await lockDirectory(place.directory, join(dataDir, 'db.lock.sqlite'));
  const pglite = await openEmbeddedPostgres(place);
  try {
    return await withMaintenance(databaseUrl, async (target) => {
      await prepareTarget(target, MOVE_MARK, overwrite);
      return copyAll(pglite, { url: databaseUrl, sql: target }, note);
    });
  } finally {
    await pglite.close();
    unlock();
  }
}

const NOTHING_TO_MOVE = 'name the data folder of the gateway by --data-dir.';

interface Target {
  readonly url: string;
  readonly sql: TransactionalSql;
}

async function copyAll(pglite: EmbeddedPostgres, { url, sql }: Target, note: Note): Promise<Moved> {
  const source = createPgliteSql(pglite);
  const tables = await readTables(source);
  if (!(await isRestored(sql, 'tables'))) {
    note('creating tables');
    await beginRestore(sql, MOVE_MARK);
    await (await openDatabase(placeOfServer(url))).close();
    if (tables.some(({ name }) => name.startsWith('pgboss.'))) await createJobTables(source, sql);
    await emptyTables(sql, tables);
    await beginRestore(sql, MOVE_MARK, 'tables');
  }
  const all = tables.flatMap(({ parts }) => parts).reduce((sum, { pages }) => sum + pages, 0);
  let done = 0;
  for (const table of tables) {
    const what = `copying ${table.name}`;
    const pages = table.parts.reduce((sum, part) => sum + part.pages, 0);
    const before = done;
    note(what, done, all);
    if ((await hasRows(source, table.name)) && !(await hasRows(sql, table.name)))
      await copyTable(pglite, url, table, (read) => note(what, (done += read), all));
    done = before + pages;
  }
  await setSequences(sql, await readSequences(source));
  note('counting rows');
  const rows = await requireSameCounts(source, sql, tables);
  await sql.query({ name: '', text: 'analyze' }, []);
  await endRestore(sql);
  return { tables: tables.length, rows };
}

/** Creates the tables of jobs as this release does. Throws an Error when those of the folder are of another one. */
async function createJobTables(source: Sql, sql: Sql): Promise<void> {
  const [there] = await sql.query({ name: '', text: `select to_regclass('pgboss.version') is not null` }, []);
  if (there?.[0] !== true) await sql.query({ name: '', text: CREATE_JOB_TABLES }, []);
  const version = { name: '', text: 'select version from pgboss.version' };
  const [[old], [made]] = [await source.query(version, []), await sql.query(version, [])];
  if (old?.[0] !== made?.[0])
    throw new Error(
      'The tables of jobs are of another release: start the gateway on the data folder once, and stop it.',
    );
}

async function requireSameCounts(source: Sql, sql: Sql, tables: readonly CopiedTable[]): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const [expected, found] = [await countRows(source, table), await countRows(sql, table)];
    if (expected !== found)
      throw new Error(
        `${table.name} has ${found} rows after the move, and ${expected} before: nothing was removed.`,
      );
    rows += found;
  }
  return rows;
}
