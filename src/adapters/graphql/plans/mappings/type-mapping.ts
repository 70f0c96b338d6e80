import type { ChainColumn } from '../../../ports/chain-reads.ts';
import type { LevelReader, ListOrder } from '../reads/level-reader.ts';
import type { CellReader, LevelScope } from '../reads/level.ts';

/** Returns the reader of a column, and adds the column to those that the level reads. */
export type At = (column: ChainColumn) => CellReader;

export type MappingName =
  | 'Giveaway'
  | 'Round'
  | 'RoundPlace'
  | 'Winner'
  | 'PlaceDraw'
  | 'DrawProof'
  | 'Receipt'
  | 'PrizeDelivery'
  | 'Entry'
  | 'CountedEntry'
  | 'EntryChange'
  | 'Passport'
  | 'PassportTransfer'
  | 'PassportProvision';

/** How the fields of a type of the schema are read from rows. */
export interface TypeMapping {
  readonly name: MappingName;
  /** Scalars and enums. */
  readonly values: Readonly<Record<string, (at: At, scope: LevelScope) => CellReader>>;
  /** Objects read from the same row; null when the column `unless` is null. */
  readonly objects: Readonly<Record<string, ObjectField>>;
  /** Connections; each is read by a level of its own. */
  readonly lists: Readonly<Record<string, ListField>>;
  /** Single objects; each is read by a level of its own. */
  readonly ones: Readonly<Record<string, OneField>>;
}

export interface ObjectField {
  readonly mapping: MappingName;
  readonly unless?: ChainColumn;
  /** Whether its passport is that of the winner. */
  readonly isWinner?: boolean;
}

export interface OneField {
  readonly mapping: MappingName;
  readonly bind: (scope: LevelScope) => LevelReader;
}

export interface ListField extends OneField {
  readonly order: ListOrder;
}

type ValueMaker = (at: At) => CellReader;

/** The value of the column, unchanged. */
export function plain(column: ChainColumn): ValueMaker {
  return (at) => at(column);
}

/** A whole number; `whenNull` when the column is null. */
export function number(column: ChainColumn, whenNull: number | null = null): ValueMaker {
  return (at) => {
    const read = at(column);
    return (row) => {
      const value = read(row);
      return value === null ? whenNull : Number(value);
    };
  };
}

/** A text; null when it is empty. */
export function textOrNull(column: ChainColumn): ValueMaker {
  return (at) => {
    const read = at(column);
    return (row) => read(row) || null;
  };
}

/** A value computed from several columns. */
export function computed(
  columns: readonly ChainColumn[],
  compute: (...values: readonly unknown[]) => unknown,
): ValueMaker {
  return (at) => {
    const reads = columns.map(at);
    return (row) => compute(...reads.map((read) => read(row)));
  };
}
