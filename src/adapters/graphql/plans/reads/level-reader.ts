import {
  pageArguments,
  readPage,
  toCursor,
  toPage,
  type Page,
  type PageRequest,
  type PositionKind,
} from '../../../../core/values/paging.ts';
import type {
  ChainCell,
  ChainColumn,
  ChainReads,
  ChainRow,
  ChainSource,
} from '../../../ports/chain-reads.ts';
import type { Clock } from '../../../../core/clock.ts';
import { parseInput } from '../../../../core/use-case.ts';
import { z } from 'zod';
import {
  link,
  locate,
  reader,
  type LevelAddress,
  type Level,
  type CellReader,
  type Row,
  type LevelScope,
} from './level.ts';

export interface ReadPorts {
  readonly chainReads: ChainReads;
  readonly clock: Clock;
}

/** A level of a response, with its parent level. */
export interface LevelReader {
  readonly level: Level;
  /** Reads the arguments of the field. The result is the `prepared` of the other members. Throws DomainError. */
  prepare(args: unknown): unknown;
  /** What to read for each row above; undefined when no row can match the arguments. */
  toRequest(prepared: unknown): ReadRequest | undefined;
  /** Turns the rows found for each row above into a page. The first level has one parent, which is undefined. */
  toPages(
    rowsByParent: readonly (readonly ChainRow[])[],
    parents: readonly (Row | undefined)[],
    prepared: unknown,
  ): Page<Row>[];
}

export interface ReadRequest {
  readonly source: ChainSource;
  readonly key: readonly KeyMember[];
  readonly page?: PageRequest;
}

/** A member of a key: a column of a row above, a value, or a function of the row above. */
export type KeyMember =
  | { readonly read: CellReader; readonly address: LevelAddress }
  | { readonly read: CellReader; readonly value: ChainCell }
  | { readonly read: CellReader };

/** A member of a key that is a column of a row above. */
export function columnMember(scope: LevelScope, column: ChainColumn): KeyMember {
  return { read: reader(scope, column), address: locate(scope, column) };
}

export function valueMember(value: ChainCell): KeyMember {
  return { read: () => value, value };
}

/** Reads a level for its rows above, in one statement. The first level has one parent, which is undefined. */
export async function fetchLevel(
  ports: ReadPorts,
  child: LevelReader,
  parents: readonly (Row | undefined)[],
  prepared: unknown,
): Promise<Page<Row>[]> {
  const rowsByParent: ChainRow[][] = parents.map(() => []);
  const request = child.toRequest(prepared);
  if (request) {
    const { source, key, page } = request;
    const keys = parents.map((row) => key.map(({ read }) => read(row ?? NO_ROW) as ChainCell));
    const rows = await ports.chainReads.read(source, keys, child.level.columns, page);
    fillTime(rows, child.level, ports);
    for (const cells of rows) rowsByParent[Number(cells[0]) - 1]?.push(cells);
  }
  return child.toPages(rowsByParent, parents, prepared);
}

/**
 * Reads single objects of the first level in one statement; `prepared` has the arguments of each. The result has a row, or
 * undefined, for each of them.
 */
export async function fetchObjects(
  ports: ReadPorts,
  child: LevelReader,
  prepared: readonly unknown[],
): Promise<(Row | undefined)[]> {
  const requests = prepared.map((each) => child.toRequest(each));
  const requested = requests.flatMap((request, index) => (request ? [{ request, index }] : []));
  const [first] = requested;
  const rowsByParent: ChainRow[][] = prepared.map(() => []);
  if (first) {
    const keys = requested.map(({ request }) => request.key.map(({ read }) => read(NO_ROW) as ChainCell));
    const rows = await ports.chainReads.read(first.request.source, keys, child.level.columns);
    fillTime(rows, child.level, ports);
    for (const cells of rows) rowsByParent[requested[Number(cells[0]) - 1]?.index ?? -1]?.push(cells);
  }
  const none = prepared.map(() => undefined);
  return child.toPages(rowsByParent, none, undefined).map(({ items }) => items[0]);
}

// In the first level no member of a key reads the row above.
const NO_ROW = undefined as unknown as Row;

/** Fills in the time of this service while nothing is indexed and the chain's time is therefore unknown. */
export function fillTime(rows: readonly ChainRow[], { columns }: Level, { clock }: ReadPorts): void {
  const index = columns.indexOf('giveaway.chainTime') + 1;
  if (index === 0 || rows[0]?.[index] !== null) return;
  const now = clock.now().toISOString();
  for (const row of rows) row[index] = now;
}

/** The order of a list. Cursors contain its name. */
export interface ListOrder {
  readonly name: string;
  readonly kind: PositionKind;
  /** The column that a cursor contains. */
  readonly key: ChainColumn;
  readonly id: (at: (column: ChainColumn) => CellReader) => CellReader;
}

const pageSchema = z.object(pageArguments);

/** Reads the arguments of a list. Throws INVALID_PAYLOAD. */
export function preparePage(args: unknown, { name, kind }: Pick<ListOrder, 'name' | 'kind'>) {
  return readPage(parseInput(pageSchema, args), name, kind);
}

/** Computes the cursor of a row. */
export function cursorReader({ name, key, id }: ListOrder, scope: LevelScope): CellReader {
  const readKey = reader(scope, key);
  const readId = id((column) => reader(scope, column));
  return (row) => toCursor(name, String(readKey(row)), String(readId(row)));
}

/** A list of rows for each row above, found by the values of its columns. */
export function list(source: ChainSource, columns: readonly ChainColumn[], order: ListOrder) {
  return (parent: LevelScope): LevelReader => {
    const key = columns.map((column) => columnMember(parent, column));
    return {
      level: { source, columns: [], parent },
      prepare: (args) => preparePage(args, order),
      toRequest: (prepared) => ({ source, key, page: prepared as PageRequest }),
      toPages: (rowsByParent, parents, prepared) =>
        rowsByParent.map((rows, index) => linkedPage(rows, parents[index], prepared as PageRequest)),
    };
  };
}

/** Cuts rows to a page, and links each to the row above. */
export function linkedPage(rows: readonly ChainRow[], parent: Row | undefined, page: PageRequest): Page<Row> {
  const cut = toPage(rows, page);
  return { ...cut, items: cut.items.map((cells) => link(cells, parent)) };
}

/** A page of at most one row. */
export function single(row: Row | undefined): Page<Row> {
  return { items: row ? [row] : [], hasNextPage: false, hasPreviousPage: false };
}
