import { pageArguments, readPage, toCursor, toPage, type Page, type PlaceKind } from '../../../core/paging.ts';
import type {
  ChainCell,
  ChainColumn,
  ChainReads,
  ChainRow,
  ChainSource,
} from '../../../core/ports/chain-reads.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { parseInput } from '../../../core/use-case.ts';
import { z } from 'zod';
import { link, reader, type Level, type Read, type Row, type Scope } from './level.ts';

export interface ReadPorts {
  readonly chainReads: ChainReads;
  readonly clock: Clock;
}

/** A level of an answer, bound to the level above it. */
export interface Child {
  readonly level: Level;
  /** Reads the arguments of the field; what it gives goes into `fetch`. Throws DomainError. */
  prepare(args: unknown): unknown;
  /** A page for each of the rows above, in one statement. For the first level there is one row above: none. */
  fetch(ports: ReadPorts, parents: readonly (Row | undefined)[], prepared: unknown): Promise<Page<Row>[]>;
}

/** The order of a list, by which its cursors know it. */
export interface ListOrder {
  readonly name: string;
  readonly kind: PlaceKind;
  /** The columns that a cursor holds. */
  readonly key: ChainColumn;
  readonly id: (at: (column: ChainColumn) => Read) => Read;
}

const pageSchema = z.object(pageArguments);

/** Reads the arguments of a list. Throws INVALID_PAYLOAD. */
export function preparePage(args: unknown, { name, kind }: Pick<ListOrder, 'name' | 'kind'>) {
  return readPage(parseInput(pageSchema, args), name, kind);
}

/** The cursors of the rows of a level. */
export function cursorReader({ name, key, id }: ListOrder, scope: Scope): Read {
  const readKey = reader(scope, key);
  const readId = id((column) => reader(scope, column));
  return (row) => toCursor(name, String(readKey(row)), String(readId(row)));
}

/** A list of rows for each row above, found by columns of that row. */
export function list(source: ChainSource, keys: readonly ChainColumn[], order: ListOrder) {
  return (parent: Scope): Child => {
    const level: Level = { source, columns: [], parent };
    const readKeys = keys.map((column) => reader(parent, column));
    return {
      level,
      prepare: (args) => preparePage(args, order),
      async fetch(ports, parents, prepared) {
        const page = prepared as ReturnType<typeof preparePage>;
        const wanted = parents.map((row) => readKeys.map((read) => read(row as Row) as ChainCell));
        const rows = await readRows(ports, level, source, wanted, page);
        return group(rows, parents).map((found) => toPage(found, page));
      },
    };
  };
}

/** Reads the rows of a level; while nothing is indexed the clock of this service stands for the chain's. */
export async function readRows(
  { chainReads, clock }: ReadPorts,
  { columns }: Level,
  source: ChainSource,
  keys: readonly (readonly ChainCell[])[],
  page?: ReturnType<typeof preparePage>,
): Promise<ChainRow[]> {
  const rows = await chainReads.read(source, keys, columns, page);
  const place = columns.indexOf('giveaway.chainTime') + 1;
  if (place > 0 && rows[0]?.[place] === null) {
    const now = clock.now().toISOString();
    for (const row of rows) row[place] = now;
  }
  return rows;
}

/** The rows of each row above, linked to it. */
export function group(rows: readonly ChainRow[], parents: readonly (Row | undefined)[]): Row[][] {
  const groups: Row[][] = parents.map(() => []);
  for (const cells of rows) {
    const place = Number(cells[0]) - 1;
    groups[place]?.push(link(cells, parents[place]));
  }
  return groups;
}

/** A page of at most one row. */
export function single(row: Row | undefined): Page<Row> {
  return { items: row ? [row] : [], hasNextPage: false, hasPreviousPage: false };
}
