import {
  CHAIN_SOURCES,
  type ChainCell,
  type ChainColumn,
  type ChainRow,
  type ChainSource,
  type Subject,
} from '../../../core/ports/chain-reads.ts';
import type { Page } from '../../../core/paging.ts';

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
  readonly parent: Scope | undefined;
}

/** How an object of the schema finds its columns: in a level, the winner's under another name than any passport's. */
export interface Scope {
  readonly level: Level;
  readonly isWinner: boolean;
}

/** Reads a column: from the row itself, or from the row that it was read for, or from the one above it. */
export function reader({ level, isWinner }: Scope, column: ChainColumn): Read {
  const wanted = isWinner ? (column.replace(/^passport\./, 'winner.') as ChainColumn) : column;
  const place = placeOf(level, wanted);
  if (place !== undefined) return (row) => row[place];
  if (level.parent === undefined) throw new Error(`${level.source} has no ${column}.`);
  const read = reader(level.parent, wanted);
  return (row) => read(parentOf(row));
}

/** The row that a row was read for. */
export function parentOf([{ parent }]: Row): Row {
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
