import { readDatabaseFacts } from '../../adapters/postgres/backup/database-facts.ts';
import { withMaintenance } from '../../adapters/postgres/backup/open-maintenance.ts';
import { runProgram } from '../../adapters/postgres/backup/pg-programs.ts';
import {
  beginRestore,
  hasConstraints,
  hasRows,
  hasTables,
  MARK_TABLE,
  prepareTarget,
} from '../../adapters/postgres/backup/restore-target.ts';
import type { TransactionalSql } from '../../adapters/postgres/connection/sql.ts';
import { openAtPayload } from './file/backup-file.ts';
import type { Manifest } from './file/manifest.ts';
import type { Note } from './progress.ts';

interface Target {
  /** A PostgreSQL URL. */
  readonly url: string;
  /** Removes what the database has. */
  readonly overwrite: boolean;
}

/** A table whose number of rows is not the one of the manifest. */
export interface WrongCount {
  readonly table: string;
  readonly expected: number;
  readonly found: number;
}

const COMMON = ['--no-password', '--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];

/**
 * Restores a backup of a PostgreSQL database: the tables, the rows of each table, then indexes, constraints and triggers, each as a
 * transaction. After an interruption the same call goes on with the tables that have no rows. Throws an Error when the database has
 * something else and `overwrite` is false, and when the backup or the server does not work. The mark of the restoration stays.
 */
export async function restoreServer(
  file: string,
  manifest: Manifest,
  target: Target,
  note: Note,
): Promise<void> {
  await withMaintenance(target.url, async (sql) => {
    const list = await readList(file);
    const { sha256 } = manifest.payload;
    await prepareTarget(sql, sha256, target.overwrite);
    const restore = createRestore(file, target.url);
    // The pg_restore of a killed command may have created them after that.
    if (!(await hasTables(sql))) {
      note('creating tables');
      await beginRestore(sql, sha256);
      await restore(['--section=pre-data']);
    }
    await restoreRows({ sql, list, manifest, restore, note });
    if (!(await hasConstraints(sql))) {
      note('creating indexes');
      await restore(['--section=post-data']);
    }
    await sql.query({ name: '', text: 'analyze' }, []);
  });
}

type Restore = (args: readonly string[]) => Promise<void>;

function createRestore(file: string, url: string): Restore {
  return async (args) => {
    const handle = await openAtPayload(file);
    try {
      await runProgram('pg_restore', { url, args: [...COMMON, ...args], input: handle.fd });
    } finally {
      await handle.close();
    }
  };
}

/** The lines of pg_restore's table of contents. */
async function readList(file: string): Promise<readonly string[]> {
  const handle = await openAtPayload(file);
  try {
    const text = await runProgram('pg_restore', { args: ['--list'], input: handle.fd });
    return text.split('\n').filter((line) => /^\d/.test(line));
  } finally {
    await handle.close();
  }
}

interface Rows {
  readonly sql: TransactionalSql;
  readonly list: readonly string[];
  readonly manifest: Manifest;
  readonly restore: Restore;
  readonly note: Note;
}

/** A line such as `3456; 0 16385 TABLE DATA public listing owner`. */
const DATA = /^\d+; \d+ \d+ (TABLE DATA|SEQUENCE SET) (\S+) (\S+) /;

async function restoreRows({ sql, list, manifest: { counts }, restore, note }: Rows): Promise<void> {
  const all = Object.values(counts).reduce((one, other) => one + other, 0);
  let done = 0;
  for (const line of list) {
    const [, kind, schema, name] = DATA.exec(line) ?? [];
    if (name === undefined) continue;
    const table = `${schema}.${name}`;
    const restoreData = () => restore(['--data-only', `--schema=${schema}`, `--table=${name}`]);
    if (kind === 'SEQUENCE SET') {
      await restoreData();
      continue;
    }
    const rows = counts[table] ?? 0;
    note(`restoring ${table}`, done, all);
    // The rows of a table are one transaction: there are all of them, or none.
    if (rows > 0 && !(await hasRows(sql, table))) await restoreData();
    done += rows;
    note(`restoring ${table}`, done, all);
  }
}

/** The tables whose number of rows is not the one of the manifest. */
export async function findWrongCounts(
  sql: TransactionalSql,
  manifest: Pick<Manifest, 'counts'>,
): Promise<readonly WrongCount[]> {
  const { counts } = await readDatabaseFacts(sql);
  const tables = new Set([...Object.keys(counts), ...Object.keys(manifest.counts)]);
  tables.delete(MARK_TABLE);
  return [...tables].toSorted().flatMap((table) => {
    const [expected, found] = [manifest.counts[table] ?? 0, counts[table] ?? 0];
    return expected === found ? [] : [{ table, expected, found }];
  });
}
