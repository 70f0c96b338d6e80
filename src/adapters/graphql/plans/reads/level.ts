import {
  CHAIN_SOURCES,
  type ChainCell,
  type ChainColumn,
  type ChainRow,
  type ChainSource,
  type Subject,
} from '../../../ports/chain-reads.ts';
import type { Page } from '../../../../core/values/paging.ts';

/** A row of a level: its link, then the columns of the level. */
export type Row = readonly [RowNode, ...ChainCell[]];

/** Links a row to the row above it and to the pages below it. */
export interface RowNode {
  /** The row above; undefined in the first level. */
  readonly parent: Row | undefined;
  /** The pages below the row, each at the index of its level among its siblings. */
  readonly children: Page<Row>[];
}

export type CellReader = (row: Row) => unknown;

/** What one SQL statement of a response reads, and below which other level. */
export interface Level {
  readonly source: ChainSource;
  /** Grows while a response is compiled. */
  readonly columns: ChainColumn[];
  readonly parent: LevelScope | undefined;
}

/** Where an object of the schema finds its columns: in a level; those of the winner's passport have the prefix `winner.`. */
export interface LevelScope {
  readonly level: Level;
  readonly isWinner: boolean;
}

/** Where a column is: in the rows of a level, at an index, and how many levels above the reading row. */
export interface LevelAddress {
  readonly level: Level;
  readonly index: number;
  readonly up: number;
}

/** Finds a column in a level or in the nearest level above that has it, and adds it to the columns that this level reads. */
export function locate({ level, isWinner }: LevelScope, column: ChainColumn): LevelAddress {
  const wanted = isWinner ? (column.replace(/^passport\./, 'winner.') as ChainColumn) : column;
  const index = columnIndex(level, wanted);
  if (index !== undefined) return { level, index, up: 0 };
  if (level.parent === undefined) throw new Error(`${level.source} has no ${column}.`);
  const above = locate(level.parent, wanted);
  return { ...above, up: above.up + 1 };
}

/** Reads a column from the row itself, or from a row above it. */
export function reader(scope: LevelScope, column: ChainColumn): CellReader {
  const { index, up } = locate(scope, column);
  if (up === 0) return (row) => row[index];
  if (up === 1) return (row) => parentOf(row)[index];
  return (row) => {
    let above = row;
    for (let count = up; count > 0; count -= 1) above = parentOf(above);
    return above[index];
  };
}

function parentOf([{ parent }]: Row): Row {
  if (parent === undefined) throw new Error('A row of the first level has no row above it.');
  return parent;
}

/** Links a row of the store to the row above it. The cells become the row; they are not copied. */
export function link(cells: ChainRow, parent: Row | undefined): Row {
  const row = cells as unknown as [RowNode, ...ChainCell[]];
  row[0] = { parent, children: [] };
  return row;
}

function columnIndex({ source, columns }: Level, column: ChainColumn): number | undefined {
  const subjects: readonly Subject[] = CHAIN_SOURCES[source];
  if (!subjects.includes(column.slice(0, column.indexOf('.')) as Subject)) return undefined;
  const known = columns.indexOf(column);
  return (known === -1 ? columns.push(column) - 1 : known) + 1;
}
