import type { Sql } from '../connection/sql.ts';

/** A table to copy with its rows; of a partitioned one the whole. */
export interface CopiedTable {
  /** Its quoted name with its schema. */
  readonly name: string;
  /** Its quoted columns, without those that are generated. */
  readonly columns: readonly string[];
  /** Where its rows are: itself, or its partitions. */
  readonly parts: readonly CopiedPart[];
}

export interface CopiedPart {
  readonly name: string;
  /** The number of its pages of 8 KiB. */
  readonly pages: number;
}

/** A sequence and its last value. */
export interface CopiedSequence {
  readonly name: string;
  readonly last: string;
}

/** The tables of a database, each after those that it refers to. */
export async function readTables(sql: Sql): Promise<readonly CopiedTable[]> {
  const rows = await sql.query(TABLES, []);
  const tables = new Map(
    rows.map(([name, columns, parts]) => [
      String(name),
      {
        name: String(name),
        columns: JSON.parse(String(columns)) as string[],
        parts: JSON.parse(String(parts)) as CopiedPart[],
      },
    ]),
  );
  const references = (await sql.query(REFERENCES, [])).map(
    ([from, to]) => [String(from), String(to)] as const,
  );
  const ordered = new Set<CopiedTable>();
  const add = (name: string, above: readonly string[] = []) => {
    const table = tables.get(name);
    if (table === undefined || ordered.has(table) || above.includes(name)) return;
    for (const [from, to] of references) if (from === name) add(to, [...above, name]);
    ordered.add(table);
  };
  for (const name of tables.keys()) add(name);
  return [...ordered];
}

/** The sequences that gave a value. */
export async function readSequences(sql: Sql): Promise<readonly CopiedSequence[]> {
  return (await sql.query(SEQUENCES, [])).map(([name, last]) => ({ name: String(name), last: String(last) }));
}

/** Empties these tables. */
export async function emptyTables(sql: Sql, tables: readonly CopiedTable[]): Promise<void> {
  const names = tables.map(({ name }) => name).join(', ');
  await sql.query({ name: '', text: `truncate ${names} cascade` }, []);
}

/** Sets sequences, so that they go on after these values. */
export async function setSequences(sql: Sql, sequences: readonly CopiedSequence[]): Promise<void> {
  for (const { name, last } of sequences)
    await sql.query({ name: '', text: 'select setval($1::regclass, $2::bigint)' }, [name, last]);
}

/** Counts the rows of a table. */
export async function countRows(sql: Sql, { name }: Pick<CopiedTable, 'name'>): Promise<number> {
  const [row] = await sql.query({ name: '', text: `select count(*) from ${name}` }, []);
  return Number(row?.[0]);
}

const OWN = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'replay')`;
// Neither the tables of the migrations, which the other database has already, nor that of a restoration.
const TABLES = {
  name: '',
  text: `
    select format('%I.%I', n.nspname, c.relname),
      (select json_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''),
      (select json_agg(json_build_object('name', p.oid::regclass::text, 'pages', pg_relation_size(p.oid) / 8192))
        from pg_class p
        where p.relkind = 'r' and (p.oid = c.oid or p.oid in (select relid from pg_partition_tree(c.oid) where isleaf)))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${OWN}
      and c.relname not in ('migration', 'migration_progress', 'giveaways_restore')
    order by 1`,
};
const REFERENCES = {
  name: '',
  text: `
    select distinct format('%I.%I', n.nspname, c.relname), format('%I.%I', m.nspname, d.relname)
    from pg_constraint r
      join pg_class c on c.oid = coalesce(pg_partition_root(r.conrelid), r.conrelid) join pg_namespace n on n.oid = c.relnamespace
      join pg_class d on d.oid = coalesce(pg_partition_root(r.confrelid), r.confrelid) join pg_namespace m on m.oid = d.relnamespace
    where r.contype = 'f' and c.oid <> d.oid`,
};
const SEQUENCES = {
  name: '',
  text: `
    select format('%I.%I', schemaname, sequencename), last_value from pg_sequences
    where last_value is not null and schemaname !~ '^pg_' and sequencename <> 'migration_id_seq'`,
};
