import type { Sql, TransactionalSql } from '../connection/sql.ts';
import { noTable } from '../connection/no-table.ts';

/** The mark of a move in the other database, by which an interrupted one goes on. */
export const MOVE_MARK = 'move';

/**
 * Makes a database ready for a backup, by its checksum: an empty one, or one in which the restoration of this backup was interrupted.
 * Throws an Error for any other, unless it may be overwritten, and while a gateway works on it.
 */
export async function prepareTarget(
  sql: TransactionalSql,
  checksum: string,
  overwrite: boolean,
): Promise<void> {
  const [others] = await sql.query(OTHERS, []);
  const [gateways = 0, commands = 0] = others?.map(Number) ?? [];
  if (gateways > 0) throw new Error('A gateway works on the database: stop all instances first.');
  if (commands > 0) throw new Error(COMMAND_WORKS);
  const tables = await sql.query(TABLES, []);
  if (tables.length === 0) return;
  const begun = await readBegun(sql);
  if (begun === checksum && !overwrite) return;
  if (!overwrite) throw new Error(begun === undefined ? NOT_EMPTY : OTHER_BEGUN);
  await sql.transaction(async (transaction) => {
    for (const [schema] of await transaction.query(SCHEMAS, []))
      await transaction.query({ name: '', text: `drop schema ${String(schema)} cascade` }, []);
    await transaction.query({ name: '', text: 'create schema public' }, []);
  });
}

const COMMAND_WORKS =
  'Another command, or the pg_restore that it left, works on the database: wait until it has ended, and repeat this one.';
const NOT_EMPTY =
  'The database is not empty: name an empty one, or add --overwrite, which removes what it has.';
const OTHER_BEGUN =
  'In the database, the restoration of another backup was interrupted: finish that one, or add --overwrite.';

/** The table that notes it, beside those of the backup. */
export const MARK_TABLE = 'public.giveaways_restore';

/** Notes which backup is being restored, and whether its tables are there. */
export async function beginRestore(sql: Sql, checksum: string, stage = 'begun'): Promise<void> {
  for (const text of BEGIN) await sql.query({ name: '', text }, []);
  await sql.query({ name: '', text: 'insert into giveaways_restore values ($1, $2)' }, [checksum, stage]);
}

/** Whether the restoration has come to this stage. */
export async function isRestored(sql: Sql, stage: 'tables'): Promise<boolean> {
  const found = await sql
    .query({ name: '', text: 'select from giveaways_restore where stage = $1' }, [stage])
    .catch(noTable([]));
  return found.length > 0;
}

/** Whether a table has a row, by its quoted name with its schema. */
export async function hasRows(sql: Sql, table: string): Promise<boolean> {
  return (await sql.query({ name: '', text: `select from ${table} limit 1` }, [])).length > 0;
}

/** Whether the tables are there, which are restored together. */
export async function hasTables(sql: Sql): Promise<boolean> {
  return (
    (await sql.query({ name: '', text: `select where to_regclass('public.migration') is not null` }, []))
      .length > 0
  );
}

/** Whether the indexes and constraints are there, which are restored together. */
export async function hasConstraints(sql: Sql): Promise<boolean> {
  return (await sql.query(CONSTRAINTS, [])).length > 0;
}

/** Forgets that a restoration was under way. */
export async function endRestore(sql: Sql): Promise<void> {
  await sql.query({ name: '', text: 'drop table if exists giveaways_restore' }, []);
}

async function readBegun(sql: Sql): Promise<string | undefined> {
  const [row] = await sql
    .query({ name: '', text: 'select checksum from giveaways_restore limit 1' }, [])
    .catch(noTable([]));
  return row && String(row[0]);
}

const BEGIN = [
  'create table if not exists giveaways_restore (checksum text not null, stage text not null)',
  'delete from giveaways_restore',
];
const TABLES = {
  name: '',
  text: `
    select c.relname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`,
};
const SCHEMAS = {
  name: '',
  text: `select quote_ident(nspname) from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
};
const CONSTRAINTS = {
  name: '',
  text: `select from pg_constraint where conrelid = to_regclass('public.migration') and contype = 'p'`,
};
// Of every role: instances may have another one than this command.
const OTHERS = {
  name: '',
  text: `
    select count(*) filter (where application_name <> 'giveaways backup'), count(*) from pg_stat_activity
    where datname = current_database() and application_name like 'giveaways %' and application_name <> 'giveaways maintenance'
      and pid <> pg_backend_pid()`,
};
