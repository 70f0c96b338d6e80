import type {
  ChainColumn,
  ChainNode,
  ChainReads,
  ChainRow,
  ChainTreeLevel,
} from '../../../ports/chain-reads.ts';
import type { PageRequest } from '../../../../core/values/paging.ts';
import { toIsoInstant, type Sql, type Statement } from '../../connection/sql.ts';
import { FLAGS, INSTANTS } from './columns.ts';
import { SOURCES } from './sources.ts';
import { statementText, statementValues } from './statement.ts';
import { readTag, treeText, treeValues } from './tree-statement.ts';

// The statements differ by the requested columns; a connection prepares at most this many.
const MAX_PREPARED = 400;

/** Reads the read model of the chain: one prepared statement per source, columns and page (hot path: `chain-…`). */
export function createChainReads(sql: Sql): ChainReads {
  const statements = new Map<string, Statement>();
  const statementFor = (fingerprint: string, textOf: () => string): Statement => {
    const known = statements.get(fingerprint);
    if (known) return known;
    const prepare = statements.size < MAX_PREPARED;
    const statement = { name: prepare ? `chain-${statements.size}` : '', text: textOf() };
    if (prepare) statements.set(fingerprint, statement);
    return statement;
  };
  return {
    async read(source, keys, columns, page) {
      if (keys.length === 0) return [];
      const fingerprint = `${source} ${flagsOf(page)} ${columns.join(' ')}`;
      const statement = statementFor(fingerprint, () => statementText(SOURCES[source], columns, page));
      const rows = await sql.query(statement, statementValues(SOURCES[source], keys, page));
      const indexes = indexesOf(INSTANTS, columns, 1);
      for (const row of rows) toInstants(row as ChainRow, indexes);
      return rows as ChainRow[];
    },
    async readTree(nodes) {
      const statement = statementFor(nodes.map(fingerprintOf).join('; '), () => treeText(nodes));
      const rows = await sql.query(statement, treeValues(nodes));
      return toLevels(nodes, rows as ChainRow[]);
    },
  };
}

function flagsOf(page: PageRequest | undefined): string {
  return page ? `${page.backward ? 1 : 0}${page.after ? 1 : 0}${page.before ? 1 : 0}` : '';
}

function fingerprintOf({ source, above, key, columns, page }: ChainNode): string {
  const members = key.map((member) => ('value' in member ? '$' : `${member.node}.${member.column}`));
  return [source, above, members.join(','), flagsOf(page), ...columns].join(' ');
}

function indexesOf(
  selected: ReadonlySet<ChainColumn>,
  columns: readonly ChainColumn[],
  first: number,
): readonly number[] {
  return columns.flatMap((column, position) => (selected.has(column) ? [position + first] : []));
}

function toInstants(row: ChainRow, indexes: readonly number[]): void {
  for (const index of indexes) if (row[index] !== null) row[index] = toIsoInstant(String(row[index]));
}

/** Groups the rows of a tree by node. All columns arrive as text here, booleans too. */
function toLevels(nodes: readonly ChainNode[], rows: readonly ChainRow[]): ChainTreeLevel[] {
  const levels = nodes.map(({ columns }) => ({
    instants: indexesOf(INSTANTS, columns, 1),
    flags: indexesOf(FLAGS, columns, 1),
    rows: [] as ChainRow[],
    ids: [] as number[],
    aboves: [] as number[],
  }));
  for (const row of orderById(rows)) {
    const { node, id, above } = readTag(Number(row[0]));
    const level = levels[node] as (typeof levels)[number];
    toInstants(row, level.instants);
    for (const index of level.flags) if (row[index] !== null) row[index] = row[index] === 'true';
    level.rows.push(row);
    level.ids.push(id);
    level.aboves.push(above);
  }
  return levels;
}

/** Sorts rows by id, unless they already are in order, as is usual. */
function orderById(rows: readonly ChainRow[]): readonly ChainRow[] {
  const highest: number[] = [];
  for (const row of rows) {
    const tag = Number(row[0]);
    const { node } = readTag(tag);
    if (tag < (highest[node] ?? 0)) return rows.toSorted((one, other) => Number(one[0]) - Number(other[0]));
    highest[node] = tag;
  }
  return rows;
}
