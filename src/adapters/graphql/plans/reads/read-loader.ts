import DataLoader from 'dataloader';
import { CHAIN_COLUMNS, CHAIN_SOURCES, type ChainColumn } from '../../../ports/chain-reads.ts';
import type { Page } from '../../../../core/values/paging.ts';
import type { PageInfoType } from '../../relay/node-types.ts';
import {
  cursorReader,
  fetchLevel,
  fetchObjects,
  type LevelReader,
  type ListOrder,
  type ReadPorts,
} from './level-reader.ts';
import { reader, type Level, type Row, type LevelScope } from './level.ts';
import { presentRow, type ResolvedRow } from './present.ts';
import { NODES, ROOTS, type RootField } from './roots.ts';
import type { MappingName } from '../mappings/type-mapping.ts';
import { TYPE_MAPPINGS } from '../mappings/type-mappings.ts';

/** A connection of the schema. */
export interface ReadConnection<Type> {
  readonly edges: { readonly cursor: string; readonly node: Type }[];
  readonly nodes: Type[];
  readonly pageInfo: PageInfoType;
}

/** Reads the chain's read model for the ordinary executor, for one request: one statement for each field of a level. */
export interface ReadLoader {
  rootOne<Type>(name: keyof typeof ROOTS, args: unknown): Promise<Type | null>;
  rootList<Type>(name: keyof typeof ROOTS, args: unknown): Promise<ReadConnection<Type>>;
  /** The object with a global id; null for ids of other types. */
  node<Type>(id: string): Promise<Type | null>;
  one<Type>(above: object, name: string, args?: unknown): Promise<Type | null>;
  list<Type>(above: object, name: string, args: unknown): Promise<ReadConnection<Type>>;
}

export function createReadLoader(ports: ReadPorts): ReadLoader {
  const branches = new WeakMap<Level, Map<string, Branch>>();
  const branchOf = ({ scope, mapping }: ResolvedRow, name: string, args: unknown): Branch => {
    const ofLevel = branches.get(scope.level) ?? new Map<string, Branch>();
    branches.set(scope.level, ofLevel);
    const key = JSON.stringify([mapping, scope.isWinner, name, args]);
    const known = ofLevel.get(key) ?? createBranch(ports, mapping, scope, name, args);
    ofLevel.set(key, known);
    return known;
  };
  const rootOf = async ({ bind, unless }: RootField, args: unknown) => {
    const child = withAllColumns(bind());
    const scope = { level: child.level, isWinner: false };
    const [page] = await fetchLevel(ports, child, [undefined], child.prepare(args));
    const isMissing = unless && reader(scope, unless);
    return { scope, page: page as Page<Row>, isMissing };
  };
  const oneOf = async <Type>(root: RootField, args: unknown) => {
    const { scope, page, isMissing } = await rootOf(root, args);
    const [row] = page.items;
    return row === undefined || isMissing?.(row) === null
      ? null
      : (presentRow(root.mapping, scope, row) as Type);
  };
  const nodes = new DataLoader<string, unknown>(async (ids) => {
    const byPrefix = Map.groupBy(ids, prefixOf);
    const found = new Map<string, unknown>();
    await Promise.all(
      [...byPrefix].map(async ([prefix, ofPrefix]) => {
        const root = NODES[prefix];
        if (root) await findNodes(ports, root, ofPrefix, found);
      }),
    );
    return ids.map((id) => found.get(id) ?? null);
  });
  return {
    rootOne: (name, args) => oneOf(ROOTS[name], args),
    async rootList(name, args) {
      const root: RootField = ROOTS[name];
      const { scope, page } = await rootOf(root, args);
      return presentPage(root.mapping, root.order as ListOrder, scope, page);
    },
    node: <Type>(id: string) => nodes.load(id) as Promise<Type | null>,
    async one<Type>(above: object, name: string, args?: unknown) {
      const resolved = above as ResolvedRow;
      const { mapping, scope, pages } = branchOf(resolved, name, args);
      const { items } = await load({ pages, row: resolved.row });
      return items[0] === undefined ? null : (presentRow(mapping, scope, items[0]) as Type);
    },
    async list(above, name, args) {
      const resolved = above as ResolvedRow;
      const { mapping, scope, order, pages } = branchOf(resolved, name, args);
      return presentPage(mapping, order as ListOrder, scope, await load({ pages, row: resolved.row }));
    },
  };
}

/** Loads a page; one that failed is read again when it is asked for again. */
async function load({
  pages,
  row,
}: {
  readonly pages: Branch['pages'];
  readonly row: Row;
}): Promise<Page<Row>> {
  try {
    return await pages.load(row);
  } catch (error) {
    pages.clear(row);
    throw error;
  }
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('_'));
}

/** Reads the objects of one type by their ids, in one statement; unknown ids are left out. */
async function findNodes(
  ports: ReadPorts,
  { mapping, bind, unless }: RootField,
  ids: readonly string[],
  found: Map<string, unknown>,
): Promise<void> {
  const child = withAllColumns(bind());
  const scope = { level: child.level, isWinner: false };
  const isMissing = unless && reader(scope, unless);
  const rows = await fetchObjects(
    ports,
    child,
    ids.map((id) => child.prepare({ id })),
  );
  for (const [index, row] of rows.entries())
    if (row !== undefined && isMissing?.(row) !== null)
      found.set(ids[index] as string, presentRow(mapping, scope, row));
}

/** A field with its arguments, read for all rows of one level. */
interface Branch {
  readonly mapping: MappingName;
  readonly scope: LevelScope;
  readonly order: ListOrder | undefined;
  readonly pages: DataLoader<Row, Page<Row>>;
}

function createBranch(
  ports: ReadPorts,
  above: MappingName,
  parent: LevelScope,
  name: string,
  args: unknown,
): Branch {
  const list = TYPE_MAPPINGS[above].lists[name];
  const field = list ?? TYPE_MAPPINGS[above].ones[name];
  if (field === undefined) throw new Error(`${above} has no level ${name}.`);
  const child = withAllColumns(field.bind(parent));
  const prepared = child.prepare(args);
  return {
    mapping: field.mapping,
    scope: { level: child.level, isWinner: false },
    order: list?.order,
    pages: new DataLoader((rows) => fetchLevel(ports, child, rows, prepared)),
  };
}

function withAllColumns(child: LevelReader): LevelReader {
  const { source, columns } = child.level;
  for (const subject of CHAIN_SOURCES[source]) {
    for (const name of CHAIN_COLUMNS[subject]) {
      const column = `${subject}.${name}` as ChainColumn;
      if (!columns.includes(column)) columns.push(column);
    }
  }
  return child;
}

function presentPage<Type>(
  mapping: MappingName,
  order: ListOrder,
  scope: LevelScope,
  { items, hasNextPage, hasPreviousPage }: Page<Row>,
): ReadConnection<Type> {
  const cursorOf = cursorReader(order, scope);
  const edges = items.map((row) => ({
    cursor: String(cursorOf(row)),
    node: presentRow(mapping, scope, row) as Type,
  }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
