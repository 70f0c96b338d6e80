import type { Sql } from '../connection/sql.ts';

/** What a database has, of one snapshot. */
export interface DatabaseFacts {
  readonly migrations: readonly {
    readonly name: string;
    readonly release: string | null;
    readonly compatibleFrom: string | null;
  }[];
  /** What the read model is of, and how far it is; null before it began. */
  readonly chain: {
    readonly chainId: number;
    readonly hubs: readonly { readonly place: number; readonly hub: string; readonly startBlock: number }[];
    readonly nextBlock: number;
    readonly head: { readonly number: number; readonly hash: string } | null;
  } | null;
  /** The rows of each table, by its name with its schema. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Reads the facts; in a transaction of one snapshot they belong together. Throws an Error when the database has no tables. */
export async function readDatabaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const tables = (await sql.query(TABLES, [])).map(([name]) => String(name));
  if (!tables.includes('public.migration')) throw new Error('The database has no tables of a gateway.');
  const migrations = (await sql.query(MIGRATIONS, [])).map(([name, release, compatibleFrom]) => ({
    name: String(name),
    release: release == null ? null : String(release),
    compatibleFrom: compatibleFrom == null ? null : String(compatibleFrom),
  }));
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = await countRows(sql, table);
  return { migrations, chain: await readStoredChain(sql), counts };
}

/** Counts the rows of a table, by its quoted name with its schema. */
async function countRows(sql: Sql, table: string): Promise<number> {
  const [row] = await sql.query({ name: '', text: `select count(*) from ${table}` }, []);
  return Number(row?.[0]);
}

/** What the read model is of, and how far it is; null before it began. */
export async function readStoredChain(sql: Sql): Promise<DatabaseFacts['chain']> {
  const [cursor] = await sql.query(CURSOR, []);
  if (cursor === undefined) return null;
  const [chainId, hub, startBlock, hubs, nextBlock] = cursor;
  const [block] = await sql.query(HEAD, []);
  const listed = (hubs == null ? [[0, hub, startBlock]] : JSON.parse(String(hubs))) as unknown[][];
  return {
    chainId: Number(chainId),
    hubs: listed.map(([place, address, start]) => ({
      place: Number(place),
      hub: String(address),
      startBlock: Number(start),
    })),
    nextBlock: Number(nextBlock),
    head: block === undefined ? null : { number: Number(block[0]), hash: String(block[1]) },
  };
}

// Of a partitioned table the partitions, which have its rows.
const TABLES = {
  name: '',
  text: `
    select format('%I.%I', n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'replay')
    order by 1`,
};
// Release 0.1.0 created the table without the last two columns.
const MIGRATIONS = {
  name: '',
  text: `select name, to_jsonb(m) ->> 'release', to_jsonb(m) ->> 'compatible_from' from migration m order by id`,
};
const CURSOR = {
  name: '',
  text: `select chain_id, hub, start_block, to_jsonb(c) ->> 'hubs', next_block from chain_cursor c limit 1`,
};
const HEAD = { name: '', text: 'select number, hash from chain_block order by number desc limit 1' };
