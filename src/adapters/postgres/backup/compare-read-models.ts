import type { Sql } from '../connection/sql.ts';
import { PROJECTED_TABLES } from '../read-model/write/erase.ts';
import { REPLAY } from './replay-schema.ts';

type ProjectedTable = (typeof PROJECTED_TABLES)[number];

/** How the rows of a table differ from those of a replay of the chain. */
export interface TableComparison {
  readonly table: ProjectedTable;
  /** The rows that were compared, of either side. */
  readonly rows: number;
  /** Rows that the replay does not have. */
  readonly extra: number;
  /** Rows that the replay alone has. */
  readonly missing: number;
  /** Rows of one key with other values. */
  readonly other: number;
  /** The keys of some of them, as JSON. */
  readonly examples: readonly string[];
}

/** What may differ, since it tells how the chain was followed: `*` all of a table, otherwise the kinds of differences. */
const TOLERATED: Partial<Record<ProjectedTable, '*' | readonly ('extra' | 'missing')[]>> = {
  // Of a step, for those that follow it.
  chain_step: '*',
  // Which blocks are stored depends on the steps; one that both have is the same.
  chain_block: ['extra', 'missing'],
  // Rows whose entries a reorganisation removed stay.
  passport_giveaway: ['extra'],
};

/** Columns that no chain has: in them, jobs note when they look at the row again, and the keeper for how many rounds. */
const OF_JOBS: Partial<Record<ProjectedTable, string>> = {
  giveaway: '{due_draws,draw_check_at}',
  prize_delivery: '{check_at}',
  place_delivery: '{check_at}',
};

/** SQL: what is compared of a row, by its name in the statement. */
export function toCompared(table: ProjectedTable, row: string): string {
  const ofJobs = OF_JOBS[table];
  return ofJobs === undefined ? `to_jsonb(${row})` : `to_jsonb(${row}) - '${ofJobs}'::text[]`;
}

/** The tables that are compared. */
export const COMPARED_TABLES = PROJECTED_TABLES.filter((table) => TOLERATED[table] !== '*');

/** Compares each table of the read model with the one of the replay, row by row. */
export async function compareReadModels(sql: Sql, note: (table: string) => void): Promise<TableComparison[]> {
  const comparisons: TableComparison[] = [];
  for (const table of COMPARED_TABLES) {
    note(table);
    comparisons.push(await compareTable(sql, table));
  }
  return comparisons;
}

/** Whether they say the same. */
export function areSame(comparisons: readonly TableComparison[]): boolean {
  return comparisons.every(({ extra, missing, other }) => extra + missing + other === 0);
}

async function compareTable(sql: Sql, table: ProjectedTable): Promise<TableComparison> {
  const key = await readPrimaryKey(sql, table);
  const [row = []] = await sql.query({ name: '', text: compare(table, key) }, []);
  const [rows, extra, missing, other, examples] = row;
  return {
    table,
    rows: Number(rows),
    extra: Number(extra),
    missing: Number(missing),
    other: Number(other),
    examples: JSON.parse(String(examples ?? '[]')) as string[],
  };
}

/** The columns of the table's primary key. */
export async function readPrimaryKey(sql: Sql, table: ProjectedTable): Promise<readonly string[]> {
  const columns = await sql.query(KEY, [`public.${table}`]);
  return columns.map(([column]) => String(column));
}

/** SQL: the keys of the rows that differ, with whether each side has the row; what is tolerated is left out. */
function differing(table: ProjectedTable, key: readonly string[]): string {
  const [first] = key;
  const tolerated = TOLERATED[table] ?? [];
  const extra = tolerated.includes('extra') ? 'false' : `r.${first} is null`;
  const missing = tolerated.includes('missing') ? 'false' : `s.${first} is null`;
  return `
    select ${key.join(', ')}, s.${first} is not null as is_stored, r.${first} is not null as is_replayed
    from public.${table} s full join ${REPLAY}.${table} r using (${key.join(', ')})
    where ${extra} or ${missing} or (s.${first} is not null and r.${first} is not null and ${toCompared(table, 's')} <> ${toCompared(table, 'r')})`;
}

function compare(table: ProjectedTable, key: readonly string[]): string {
  const keyOf = key.map((column) => `'${column}', ${column}`);
  return `
    with differing as materialized (${differing(table, key)})
    select (select count(*) from public.${table}),
      count(*) filter (where not is_replayed), count(*) filter (where not is_stored),
      count(*) filter (where is_stored and is_replayed),
      (select json_agg(example) from (
        select json_build_object(${keyOf.join(', ')})::text as example from differing limit 3) few)
    from differing`;
}

const KEY = {
  name: '',
  text: `
    select quote_ident(a.attname)
    from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = $1::regclass and i.indisprimary
    order by k.place`,
};
