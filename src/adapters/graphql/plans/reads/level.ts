import {
  CHAIN_SOURCES,
  type ChainCell,
  type ChainColumn,
  type ChainRow,
  type ChainSource,
  type Subject,
} from '../../../../core/chain/chain-reads.ts';
import type { Page } from '../../../../core/values/paging.ts';

/** A row of a level: its link, then the columns of the level. */
export type Row = readonly [Link, ...ChainCell[]];

/** What a row hangs on, and what hangs on it. */
export interface Link {
  /** The row that it was read for. */
  readonly parent: Row | undefined;
  /** The pages that were read for it, each at the slot of its level. */
  readonly children: Page<Row>[];
}

export type Read = (row: Row) => unknown;

/** One statement of an answer: what it reads, and for the rows of which other level. */
export interface Level {
  readonly source: ChainSource;
  /** Grows while an answer is compiled. */
  readonly columns: ChainColumn[];
  readonly parent: LevelScope | undefined;
}

/** How an object of the schema finds its columns: in a level, the winner's under another name than any passport's. */
export interface LevelScope {
  readonly level: Level;
  readonly isWinner: boolean;
}

/** Where a column stands: in the rows of which level, at which place, so many rows above. */
export interface LevelAddress {
  readonly level: Level;
  readonly index: number;
  readonly up: number;
}

/** Finds a column in a level, or in the one above it, or further up; asks for it by that. */
export function locate({ level, isWinner }: LevelScope, column: ChainColumn): LevelAddress {
  const wanted = isWinner ? (column.replace(/^passport\./, 'winner.') as ChainColumn) : column;
  const index = placeOf(level, wanted);
  if (index !== undefined) return { level, index, up: 0 };
  if (level.parent === undefined) throw new Error(`${level.source} has no ${column}.`);
  const above = locate(level.parent, wanted);
  return { ...above, up: above.up + 1 };
}

/** Reads a column: from the row itself, or from the row that it was read for, or from one further up. */
export function reader(scope: LevelScope, column: ChainColumn): Read {
  const { index, up } = locate(scope, column);
  if (up === 0) return (row) => row[index];
  if (up === 1) return (row) => parentOf(row)[index];
  return (row) => {
    let above = row;
    for (let count = up; count > 0; count -= 1) above = parentOf(above);
    return above[index];
  };
}

/** The row that a row was read for. */
function parentOf([{ parent }]: Row): Row {
  if (parent === undefined) throw new Error('A row of the first level was read for no other.');
  return parent;
}

/** A row as the store read it, linked to the row that it was read for. */
export function link(cells: ChainRow, parent: Row | undefined): Row {
  const row = cells as unknown as [Link, ...ChainCell[]];
  row[0] = { parent, children: [] };
  return row;
}

function placeOf({ source, columns }: Level, column: ChainColumn): number | undefined {
  const subjects: readonly Subject[] = CHAIN_SOURCES[source];
  if (!subjects.includes(column.slice(0, column.indexOf('.')) as Subject)) return undefined;
  const known = columns.indexOf(column);
  return (known === -1 ? columns.push(column) - 1 : known) + 1;
}
