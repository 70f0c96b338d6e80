import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql';
import { DEFAULT_PAGE, MAX_PAGE } from '../../../core/values/paging.ts';
import { SCAN_PRICE } from './prices.ts';
import { ownText } from '../plans/selections.ts';

/** The highest cost of one request: about the number of objects and aliased values in its response. */
export const MAX_COST = 5_000;

export type Variables = Readonly<Record<string, unknown>>;

/** How often a field occurs in the response, when that depends on variables. References no part of the document. */
export type Times =
  | { readonly page: readonly PageSize[] }
  | { readonly listIn: string }
  | {
      readonly isSet: {
        readonly variable: string;
        readonly path: readonly string[];
        readonly byDefault: boolean;
      };
    };

/** A `first` or `last`: a number or a variable. */
type PageSize = number | { readonly variable: string; readonly byDefault: number };

/** The cost of a selection set for one object: a fixed part, and parts that may depend on variables. */
export interface Cost {
  fixed: number;
  readonly parts: { readonly times: number | Times; readonly cost: Cost }[];
}

/** The cost of an empty selection set: one object. */
export function newCost(): Cost {
  return { fixed: 1, parts: [] };
}

/** Adds the cost inside a field, multiplied by the number of objects that the field may have. */
export function addPart(cost: Cost, times: number | Times, inner: Cost): void {
  if (typeof times === 'number' && inner.parts.length === 0) cost.fixed += times * inner.fixed;
  else cost.parts.push({ times, cost: inner });
}

/** The cost for the values of the variables. */
export function totalCost({ fixed, parts }: Cost, variables: Variables): number {
  let total = fixed;
  for (const { times, cost } of parts) total += count(times, variables) * totalCost(cost, variables);
  return total;
}

function count(times: number | Times, variables: Variables): number {
  if (typeof times === 'number') return times;
  if ('page' in times) return pageSize(times.page, variables);
  if ('listIn' in times) return listSize(variables[times.listIn]);
  const { variable, path, byDefault } = times.isSet;
  const value = variables[variable];
  return Number(value === undefined ? byDefault : isSetAt(value, path));
}

// Without a value the default of the variable counts, whose length is that of the largest list.
function listSize(value: unknown): number {
  return Array.isArray(value) ? Math.min(value.length, MAX_PAGE) : MAX_PAGE;
}

function isSetAt(value: unknown, [member, ...rest]: readonly string[]): boolean {
  if (value === null || value === undefined) return false;
  if (member === undefined) return true;
  return typeof value === 'object' && isSetAt((value as Variables)[member], rest);
}

function pageSize(sizes: readonly PageSize[], variables: Variables): number {
  let requested = 0;
  for (const size of sizes) {
    const requestedSize = typeof size === 'number' ? size : (variables[size.variable] ?? size.byDefault);
    // Coercion refuses every other value of the argument.
    const number = typeof requestedSize === 'number' ? requestedSize : 0;
    if (number > requested) requested = number;
  }
  return requested > 0 ? Math.min(requested, MAX_PAGE) : DEFAULT_PAGE;
}

/** Whether a type is a Relay connection, which has edges. */
export function isConnection(type: GraphQLNamedType | undefined): boolean {
  return isObjectType(type) && type.getFields()['edges'] !== undefined;
}

/** How many objects a field may have, by the schema: a page, a list without pages, or one. */
export function timesOf(
  field: GraphQLField<unknown, unknown>,
  { arguments: argumentNodes = [] }: FieldNode,
  parent: GraphQLNamedType,
  { variableDefinitions }: OperationDefinitionNode,
): number | Times {
  const type = getNamedType(field.type);
  if (parent.name === 'Query' && field.name === 'nodes') return idsIn(argumentNodes);
  if (!isConnection(type)) return isUnpaged(field, parent) ? MAX_PAGE : 1;
  const page = argumentNodes
    .filter(({ name }) => name.value === 'first' || name.value === 'last')
    .map(({ value }) => sizeIn(value, variableDefinitions));
  return page.every((size) => typeof size === 'number') ? pageSize(page, {}) : { page };
}

/** The number of ids that a look-up names. */
function idsIn(argumentNodes: NonNullable<FieldNode['arguments']>): number | Times {
  const ids = argumentNodes.find(({ name }) => name.value === 'ids')?.value;
  if (ids?.kind === Kind.VARIABLE) return { listIn: ownText(ids.name.value) };
  return ids?.kind === Kind.LIST ? Math.min(ids.values.length, MAX_PAGE) : 1;
}

// The items of a connection are counted with its page; introspection is small and constant.
function isUnpaged(field: GraphQLField<unknown, unknown>, parent: GraphQLNamedType): boolean {
  const type = getNamedType(field.type);
  return (
    isListType(getNullableType(field.type)) &&
    isCompositeType(type) &&
    !isIntrospectionType(type) &&
    !isConnection(parent)
  );
}

type Definitions = OperationDefinitionNode['variableDefinitions'];

function sizeIn(value: ValueNode, definitions: Definitions): PageSize {
  if (value.kind === Kind.INT) return Number(value.value);
  if (value.kind !== Kind.VARIABLE) return 0;
  const byDefault = defaultOf(value.name.value, definitions);
  return {
    variable: ownText(value.name.value),
    byDefault: byDefault?.kind === Kind.INT ? Number(byDefault.value) : 0,
  };
}

function defaultOf(name: string, definitions: Definitions = []): ValueNode | undefined {
  return definitions.find(({ variable }) => variable.name.value === name)?.defaultValue;
}

/** How often a field scans listings for a member of its filter, `search` or `facts`: once when it is set. */
export function scansOf(
  { arguments: argumentNodes = [] }: FieldNode,
  { variableDefinitions }: OperationDefinitionNode,
  member: 'search' | 'facts',
): number | Times {
  const filter = argumentNodes.find(({ name }) => name.value === 'filter')?.value;
  return whetherSet(filter, [member], variableDefinitions);
}

function whetherSet(
  value: ValueNode | undefined,
  path: readonly string[],
  definitions: Definitions,
): number | Times {
  if (value?.kind === Kind.VARIABLE) {
    const { value: variable } = value.name;
    const byDefault = whetherSet(defaultOf(variable, definitions), path, undefined) === 1;
    return { isSet: { variable: ownText(variable), path, byDefault } };
  }
  if (value === undefined || value.kind === Kind.NULL) return 0;
  const [member, ...rest] = path;
  if (member === undefined) return 1;
  if (value.kind !== Kind.OBJECT) return 0;
  return whetherSet(value.fields.find(({ name }) => name.value === member)?.value, rest, definitions);
}

export const SCAN_COST: Cost = { fixed: SCAN_PRICE, parts: [] };

/** The field of a type, when the type has it. */
export function fieldOf(
  type: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}
