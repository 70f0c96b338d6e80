import type {
  ChainColumn,
  ChainNode,
  ChainReads,
  ChainRow,
  ChainTreeLevel,
} from '../../../../core/chain/chain-reads.ts';
import type { PageRequest } from '../../../../core/values/paging.ts';
import { toIsoInstant, type Sql, type Statement } from '../../connection/sql.ts';
import { FLAGS, INSTANTS } from './columns.ts';
import { SOURCES } from './sources.ts';
import { statementText, statementValues } from './statement.ts';
import { readTag, treeText, treeValues } from './tree-statement.ts';

// Shapes multiply by the columns asked for; a connection keeps this many prepared and no more.
const MOST_PREPARED = 400;

/** Reads the read model of the chain: one prepared statement per shape of question (hot path: `chain-…`). */
export function createChainReads(sql: Sql): ChainReads {
  const statements = new Map<string, Statement>();
  const statementFor = (shape: string, textOf: () => string): Statement => {
    const known = statements.get(shape);
    if (known) return known;
    const prepare = statements.size < MOST_PREPARED;
    const statement = { name: prepare ? `chain-${statements.size}` : '', text: textOf() };
    if (prepare) statements.set(shape, statement);
    return statement;
  };
  return {
    async read(source, keys, columns, page) {
      if (keys.length === 0) return [];
      const shape = `${source} ${flagsOf(page)} ${columns.join(' ')}`;
      const statement = statementFor(shape, () => statementText(SOURCES[source], columns, page));
      const rows = await sql.query(statement, statementValues(SOURCES[source], keys, page));
      const places = placesOf(INSTANTS, columns, 1);
      for (const row of rows) toInstants(row as ChainRow, places);
      return rows as ChainRow[];
    },
    async readTree(nodes) {
      const statement = statementFor(nodes.map(shapeOf).join('; '), () => treeText(nodes));
      const rows = await sql.query(statement, treeValues(nodes));
      return toLevels(nodes, rows as ChainRow[]);
    },
  };
}

function flagsOf(page: PageRequest | undefined): string {
  return page ? `${page.backward ? 1 : 0}${page.after ? 1 : 0}${page.before ? 1 : 0}` : '';
}

function shapeOf({ source, above, key, columns, page }: ChainNode): string {
  const members = key.map((member) => ('value' in member ? '$' : `${member.node}.${member.column}`));
  return [source, above, members.join(','), flagsOf(page), ...columns].join(' ');
}

function placesOf(
  wanted: ReadonlySet<ChainColumn>,
  columns: readonly ChainColumn[],
  first: number,
): readonly number[] {
  return columns.flatMap((column, index) => (wanted.has(column) ? [index + first] : []));
}

function toInstants(row: ChainRow, places: readonly number[]): void {
  for (const place of places) if (row[place] !== null) row[place] = toIsoInstant(String(row[place]));
}

/** Sorts the rows of a tree by their nodes. All columns come as text here, truth values too. */
function toLevels(nodes: readonly ChainNode[], rows: readonly ChainRow[]): ChainTreeLevel[] {
  const levels = nodes.map(({ columns }) => ({
    instants: placesOf(INSTANTS, columns, 1),
    flags: placesOf(FLAGS, columns, 1),
    rows: [] as ChainRow[],
    ids: [] as number[],
    aboves: [] as number[],
  }));
  for (const row of inOrder(rows)) {
    const { node, id, above } = readTag(Number(row[0]));
    const level = levels[node] as (typeof levels)[number];
    toInstants(row, level.instants);
    for (const place of level.flags) if (row[place] !== null) row[place] = row[place] === 'true';
    level.rows.push(row);
    level.ids.push(id);
    level.aboves.push(above);
  }
  return levels;
}

/** Rows by their ids; mostly they come like that. */
function inOrder(rows: readonly ChainRow[]): readonly ChainRow[] {
  const highest: number[] = [];
  for (const row of rows) {
    const tag = Number(row[0]);
    const { node } = readTag(tag);
    if (tag < (highest[node] ?? 0)) return rows.toSorted((one, other) => Number(one[0]) - Number(other[0]));
    highest[node] = tag;
  }
  return rows;
}
