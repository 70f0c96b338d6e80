import type { FieldNode, GraphQLField } from 'graphql';
import type { Page } from '../../../../core/values/paging.ts';
import {
  argumentsOf,
  collectOf,
  fromKey,
  toKey,
  Unplanned,
  type Fragments,
  type Key,
  type Names,
} from '../selections.ts';
import { cursorReader, type Child, type ListOrder } from './child.ts';
import { reader, type Row, type LevelScope } from './level.ts';
import type { PlanShape, ShapeName } from '../shapes/shape.ts';
import { SHAPES } from '../shapes/shapes.ts';

/** The document and the schema from which one operation is compiled. */
export interface Compilation {
  readonly fragments: Fragments;
  /** The aliases, which may differ in other documents of the same shape. */
  readonly names: Names;
  readonly fieldOf: (type: string, name: string) => GraphQLField<unknown, unknown> | undefined;
}

/** A level of a plan and the levels below it. Rows above store its pages at its index among its siblings. */
export interface ReadStep {
  readonly child: Child;
  readonly field: GraphQLField<unknown, unknown>;
  /** The field without its selections. */
  readonly node: FieldNode;
  readonly below: ReadStep[];
}

type Show<Source> = (source: Source, names: Names) => unknown;
type ReadPage = Show<Page<Row>>;

/** Compiles the selections of an object; adds the levels below it to `below`. Throws Unplanned. */
export function compileObject(
  compilation: Compilation,
  shape: PlanShape,
  nodes: readonly FieldNode[],
  scope: LevelScope,
  below: ReadStep[],
): Show<Row> {
  return members(
    compilation,
    nodes,
    shape.name,
    (name, fields) =>
      shape.values[name]?.((column) => reader(scope, column), scope) ??
      sameRow(compilation, shape, name, fields, scope, below) ??
      ownLevel(compilation, shape, name, fields, scope, below),
  );
}

/** Compiles the selections of a connection. Throws Unplanned. */
export function compileConnection(
  compilation: Compilation,
  shapeName: ShapeName,
  order: ListOrder,
  nodes: readonly FieldNode[],
  scope: LevelScope,
  below: ReadStep[],
): ReadPage {
  const node = (fields: readonly FieldNode[]) =>
    compileObject(compilation, SHAPES[shapeName], fields, scope, below);
  return members<Page<Row>>(compilation, nodes, `${shapeName}Connection`, (name, fields) => {
    if (name === 'nodes') {
      const read = node(fields);
      return ({ items }, names) => items.map((row) => read(row, names));
    }
    if (name === 'edges') {
      const read = members<Row>(compilation, fields, `${shapeName}Edge`, (member, inner) => {
        if (member === 'cursor') return cursorReader(order, scope);
        return member === 'node' ? node(inner) : undefined;
      });
      return ({ items }, names) => items.map((row) => read(row, names));
    }
    if (name !== 'pageInfo') return undefined;
    return members<Page<Row>>(compilation, fields, 'PageInfo', (member) => pageInfo(member, order, scope));
  });
}

function pageInfo(name: string, order: ListOrder, scope: LevelScope): ReadPage | undefined {
  if (name === 'hasNextPage') return ({ hasNextPage }) => hasNextPage;
  if (name === 'hasPreviousPage') return ({ hasPreviousPage }) => hasPreviousPage;
  const cursor = cursorReader(order, scope);
  const orNull = (row: Row | undefined) => (row === undefined ? null : cursor(row));
  if (name === 'startCursor') return ({ items }) => orNull(items[0]);
  return name === 'endCursor' ? ({ items }) => orNull(items.at(-1)) : undefined;
}

function sameRow(
  compilation: Compilation,
  shape: PlanShape,
  name: string,
  nodes: readonly FieldNode[],
  scope: LevelScope,
  below: ReadStep[],
): Show<Row> | undefined {
  const field = shape.objects[name];
  if (field === undefined) return undefined;
  const inner = { level: scope.level, isWinner: field.isWinner === true };
  const read = compileObject(compilation, SHAPES[field.shape], nodes, inner, below);
  if (field.unless === undefined) return read;
  const isMissing = reader(scope, field.unless);
  return (row, names) => (isMissing(row) === null ? null : read(row, names));
}

function ownLevel(
  compilation: Compilation,
  shape: PlanShape,
  name: string,
  nodes: readonly FieldNode[],
  scope: LevelScope,
  below: ReadStep[],
): Show<Row> | undefined {
  const list = shape.lists[name];
  const one = list ?? shape.ones[name];
  const field = compilation.fieldOf(shape.name, name);
  if (one === undefined || field === undefined) return undefined;
  const child = one.bind(scope);
  const step: ReadStep = { child, field, node: argumentsOf(nodes[0] as FieldNode), below: [] };
  const slot = below.push(step) - 1;
  const inner = { level: child.level, isWinner: false };
  if (list) {
    const read = compileConnection(compilation, list.shape, list.order, nodes, inner, step.below);
    return ([{ children }], names) => read(children[slot] as Page<Row>, names);
  }
  const read = compileObject(compilation, SHAPES[one.shape], nodes, inner, step.below);
  return ([{ children }], names) => {
    const row = children[slot]?.items[0];
    return row === undefined ? null : read(row, names);
  };
}

/** Compiles a selection set into a function that returns an object with a value for each response key. */
function members<Source>(
  { fragments, names }: Compilation,
  nodes: readonly FieldNode[],
  typeName: string,
  readerOf: (name: string, nodes: readonly FieldNode[]) => Show<Source> | undefined,
): Show<Source> {
  const all: (readonly [key: Key, show: Show<Source>])[] = [];
  for (const [key, fields] of collectOf(nodes, typeName, fragments)) {
    const name = fields[0]?.name.value ?? '';
    const show = name === '__typename' ? () => typeName : readerOf(name, fields);
    if (show === undefined) throw new Unplanned();
    all.push([toKey(key, names), show]);
  }
  return (source, aliases) => {
    const result: Record<string, unknown> = {};
    for (const [key, show] of all) result[fromKey(key, aliases)] = show(source, aliases);
    return result;
  };
}
