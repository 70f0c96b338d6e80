import type { FieldNode, GraphQLField } from 'graphql';
import type { Page } from '../../../../core/values/paging.ts';
import {
  argumentsOf,
  collectOf,
  aliasFor,
  aliasIndexOf,
  UnsupportedSelection,
  type Fragments,
  type Key,
  type Aliases,
} from '../selections.ts';
import { cursorReader, type LevelReader, type ListOrder } from './level-reader.ts';
import { reader, type Row, type LevelScope } from './level.ts';
import type { TypeMapping, MappingName } from '../mappings/type-mapping.ts';
import { TYPE_MAPPINGS } from '../mappings/type-mappings.ts';

/** The document and the schema from which one operation is compiled. */
export interface Compilation {
  readonly fragments: Fragments;
  /** The aliases, which may differ in other documents of the same fingerprint. */
  readonly aliases: Aliases;
  readonly fieldOf: (type: string, name: string) => GraphQLField<unknown, unknown> | undefined;
}

/** A level of a plan and the levels below it. Rows above store its pages at its index among its siblings. */
export interface ReadStep {
  readonly child: LevelReader;
  readonly field: GraphQLField<unknown, unknown>;
  /** The field without its selections. */
  readonly node: FieldNode;
  readonly below: ReadStep[];
}

export type Presenter<Source> = (source: Source, aliases: Aliases) => unknown;
type ReadPage = Presenter<Page<Row>>;

/** Compiles the selections of an object; adds the levels below it to `below`. Throws UnsupportedSelection. */
export function compileObject(
  compilation: Compilation,
  mapping: TypeMapping,
  nodes: readonly FieldNode[],
  scope: LevelScope,
  below: ReadStep[],
): Presenter<Row> {
  return members(
    compilation,
    nodes,
    mapping.name,
    (name, fields) =>
      mapping.values[name]?.((column) => reader(scope, column), scope) ??
      sameRow(compilation, mapping, name, fields, scope, below) ??
      ownLevel(compilation, mapping, name, fields, scope, below),
  );
}

/** Compiles the selections of a connection. Throws UnsupportedSelection. */
export function compileConnection(
  compilation: Compilation,
  mappingName: MappingName,
  order: ListOrder,
  nodes: readonly FieldNode[],
  scope: LevelScope,
  below: ReadStep[],
): ReadPage {
  const readCursor = () => {
    const cursor = cursorReader(order, scope);
    return (_page: Page<Row>, row: Row) => cursor(row);
  };
  return compilePage<Page<Row>, Row>(compilation, nodes, {
    name: mappingName,
    edgeName: mappingName,
    compileNode: (fields) => compileObject(compilation, TYPE_MAPPINGS[mappingName], fields, scope, below),
    readCursor,
    readEnds() {
      const cursor = cursorReader(order, scope);
      const orNull = (row: Row | undefined) => (row === undefined ? null : cursor(row));
      return ({ items }) => ({ startCursor: orNull(items[0]), endCursor: orNull(items.at(-1)) });
    },
  });
}

/** How the members of a connection are read; a function that reads columns is called only where a member needs it. */
interface PageReaders<Source, Item> {
  /** The type of the connection is called after this, and that of its edges after `edgeName`. */
  readonly name: string;
  readonly edgeName: string;
  readonly compileNode: (fields: readonly FieldNode[]) => Presenter<Item>;
  readonly readCursor: () => (page: Source, item: Item) => unknown;
  readonly readEnds: () => (page: Source) => { readonly startCursor: unknown; readonly endCursor: unknown };
  /** Members that other connections do not have. */
  readonly ownMember?: (name: string) => Presenter<Source> | undefined;
}

/** Compiles the selections of a connection whose pages are read in any way. Throws UnsupportedSelection. */
export function compilePage<Source extends Page<Item>, Item>(
  compilation: Compilation,
  nodes: readonly FieldNode[],
  { name, edgeName, compileNode, readCursor, readEnds, ownMember }: PageReaders<Source, Item>,
): Presenter<Source> {
  interface Edge {
    readonly page: Source;
    readonly item: Item;
  }
  return members<Source>(compilation, nodes, `${name}Connection`, (member, fields) => {
    if (member === 'nodes') {
      const present = compileNode(fields);
      return ({ items }, aliases) => items.map((item) => present(item, aliases));
    }
    if (member === 'edges') {
      const present = members<Edge>(compilation, fields, `${edgeName}Edge`, (inner, selected) => {
        if (inner === 'cursor') {
          const read = readCursor();
          return ({ page, item }) => read(page, item);
        }
        if (inner !== 'node') return undefined;
        const presentNode = compileNode(selected);
        return ({ item }, aliases) => presentNode(item, aliases);
      });
      return (page, aliases) => page.items.map((item) => present({ page, item }, aliases));
    }
    if (member !== 'pageInfo') return ownMember?.(member);
    return members<Source>(compilation, fields, 'PageInfo', (inner) => {
      if (inner === 'hasNextPage') return ({ hasNextPage }) => hasNextPage;
      if (inner === 'hasPreviousPage') return ({ hasPreviousPage }) => hasPreviousPage;
      if (inner !== 'startCursor' && inner !== 'endCursor') return undefined;
      const read = readEnds();
      return (page) => read(page)[inner];
    });
  });
}

function sameRow(
  compilation: Compilation,
  mapping: TypeMapping,
  name: string,
  nodes: readonly FieldNode[],
  scope: LevelScope,
  below: ReadStep[],
): Presenter<Row> | undefined {
  const field = mapping.objects[name];
  if (field === undefined) return undefined;
  const inner = { level: scope.level, isWinner: field.isWinner === true };
  const read = compileObject(compilation, TYPE_MAPPINGS[field.mapping], nodes, inner, below);
  if (field.unless === undefined) return read;
  const isMissing = reader(scope, field.unless);
  return (row, aliases) => (isMissing(row) === null ? null : read(row, aliases));
}

function ownLevel(
  compilation: Compilation,
  mapping: TypeMapping,
  name: string,
  nodes: readonly FieldNode[],
  scope: LevelScope,
  below: ReadStep[],
): Presenter<Row> | undefined {
  const list = mapping.lists[name];
  const one = list ?? mapping.ones[name];
  const field = compilation.fieldOf(mapping.name, name);
  if (one === undefined || field === undefined) return undefined;
  const child = one.bind(scope);
  const step: ReadStep = { child, field, node: argumentsOf(nodes[0] as FieldNode), below: [] };
  const slot = below.push(step) - 1;
  const inner = { level: child.level, isWinner: false };
  if (list) {
    const read = compileConnection(compilation, list.mapping, list.order, nodes, inner, step.below);
    return ([{ children }], aliases) => read(children[slot] as Page<Row>, aliases);
  }
  const read = compileObject(compilation, TYPE_MAPPINGS[one.mapping], nodes, inner, step.below);
  return ([{ children }], aliases) => {
    const row = children[slot]?.items[0];
    return row === undefined ? null : read(row, aliases);
  };
}

/** Compiles a selection set into a function that returns an object with a value for each response key. */
export function members<Source>(
  { fragments, aliases }: Compilation,
  nodes: readonly FieldNode[],
  typeName: string,
  readerOf: (name: string, nodes: readonly FieldNode[]) => Presenter<Source> | undefined,
): Presenter<Source> {
  const all: (readonly [key: Key, present: Presenter<Source>])[] = [];
  for (const [key, fields] of collectOf(nodes, typeName, fragments)) {
    const name = fields[0]?.name.value ?? '';
    const present = name === '__typename' ? () => typeName : readerOf(name, fields);
    if (present === undefined) throw new UnsupportedSelection();
    all.push([aliasIndexOf(key, aliases), present]);
  }
  return (source, aliases) => {
    const result: Record<string, unknown> = {};
    for (const [key, present] of all) result[aliasFor(key, aliases)] = present(source, aliases);
    return result;
  };
}
