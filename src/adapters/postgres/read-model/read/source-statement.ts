import type { ChainColumn } from '../../../ports/chain-reads.ts';
import type { Position } from '../../../../core/values/paging.ts';

/** The SQL that reads one source for each key `w` (columns w.k1, w.k2 and so on). */
export interface SourceStatement {
  /** The SQL types of the key's columns. */
  readonly keys: readonly string[];
  /** A union whose parts must be sorted as the page depends on its direction. */
  readonly from: string | ((direction: Direction) => string);
  readonly where: string;
  /** Joins by alias, used only when a column needs them; a join may refer to those before it. */
  readonly joins: Readonly<Record<string, string>>;
  /** The SQL of columns that this source reads differently. */
  readonly overrides?: Partial<Record<ChainColumn, string>>;
  readonly order?: Order;
  /** The position of a row among those of its key, from 1; for sources with several rows and no order. */
  readonly position?: string;
}

/** The direction in which SQL sorts the rows of a page. */
export type Direction = 'asc' | 'desc';

export interface Order {
  /** The sort expressions, and the SQL type of each in a cursor. */
  readonly by: readonly (readonly [expression: string, type: string])[];
  readonly descending: boolean;
  readonly valuesOf: (position: Position) => readonly string[];
}

/** The values of a cursor with a key and an id. */
export const keyAndId = ({ key, id }: Position) => [key, id];
