import {
  getNamedType,
  GraphQLError,
  isCompositeType,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { isProviderScope } from '../../../core/access/callers.ts';
import { rulesOf, type Cacheable, type CacheKind } from '../guard/field-rules.ts';
import { fragmentsOf, type Fragments } from '../plans/selections.ts';
import { addPart, fieldOf, isConnection, newCost, SCAN_COST, scansOf, timesOf, type Cost } from './cost.ts';

const MAX_SELECTIONS = 500;
const DEEPEST = 10;
const DEEPEST_INTROSPECTION = 15;
const MAX_ALIASES = 30;

/** The facts about an operation, with its fragments counted at every spread. */
export interface DocumentOperation {
  readonly operation: OperationDefinitionNode;
  /** The limits that the operation breaks, worded for the client; empty when it may be executed. */
  readonly broken: readonly string[];
  readonly cost: Cost;
  /** How a response without errors may be cached. */
  readonly cacheable: Cacheable;
  /** Whether it is a query that the readers' thread can answer. */
  readonly isOffloadable: boolean;
  /** The number of selections, with those of fragments at every spread. */
  readonly selections: number;
}

const inspected = new WeakMap<DocumentNode, readonly DocumentOperation[]>();

/** Inspects the operations of a document, which need not be valid; remembers the result for each document. */
export function inspect(schema: GraphQLSchema, document: DocumentNode): readonly DocumentOperation[] {
  let facts = inspected.get(document);
  if (facts === undefined) {
    const fragments = fragmentsOf(document);
    facts = document.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? [inspectOperation(schema, definition, fragments)] : [],
    );
    inspected.set(document, facts);
  }
  return facts;
}

/** Validation rule: the limits of every operation (decision: GraphQL). */
export function limitDocument(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      for (const { operation, broken } of inspect(context.getSchema(), document)) {
        for (const what of broken)
          context.reportError(new GraphQLError(`The operation ${what}`, { nodes: [operation] }));
      }
    },
  };
}

/** Validation rule: refuses introspection except __typename, which clients need. */
export function refuseIntrospection(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (node.name.value === '__schema' || node.name.value === '__type')
        context.reportError(new GraphQLError('Introspection is off here.', { nodes: [node] }));
    },
  };
}

function inspectOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): DocumentOperation {
  const cost = newCost();
  const rootType = schema.getRootType(operation.operation) ?? undefined;
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  const providerMutations = new Set<string>();
  let selections = 0;
  let aliases = 0;
  let deepest = 0;
  let isPureIntrospection = true;
  let cacheable: Cacheable = isQuery && 'feed';
  let isOffloadable = isQuery;

  // The limit of selections also stops fragments that spread each other exponentially or in a cycle.
  const visitSet = (set: SelectionSetNode, type: GraphQLNamedType | undefined, depth: number, at: Place) => {
    for (const selection of set.selections) {
      selections += 1;
      if (selections > MAX_SELECTIONS) return;
      visit(selection, type, depth, at);
    }
  };
  const visit = (
    selection: SelectionNode,
    type: GraphQLNamedType | undefined,
    depth: number,
    at: Place,
  ): void => {
    if (selection.kind === Kind.FIELD) return visitField(selection, type, depth, at);
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (inner === undefined) return;
    const condition = inner.typeCondition && schema.getType(inner.typeCondition.name.value);
    visitSet(inner.selectionSet, condition ?? type, depth, at);
  };
  const visitField = (
    node: FieldNode,
    type: GraphQLNamedType | undefined,
    above: number,
    { cost: own, outside }: Place,
  ): void => {
    const { value: name } = node.name;
    const isMeta = name.startsWith('__');
    const field = isMeta ? META_FIELDS[name] : fieldOf(type, name);
    const rules = rulesOf(field);
    if (type === rootType && !isMeta) {
      isPureIntrospection = false;
      if (rules?.offloadable !== true) isOffloadable = false;
      if (!isQuery && rules && isProviderScope(rules.permission))
        providerMutations.add(node.alias?.value ?? name);
    }
    if (rules?.offloadable === false) isOffloadable = false;
    if (node.alias) aliases += 1;
    if (!isMeta && !isIntrospection(type)) cacheable = cacheable && mostVolatile(cacheable, rules?.cache);
    // The fields that only wrap the items of a page (edges, nodes, node) do not count as a level.
    const depth = isWrapper(type, field, name) ? above : above + 1;
    deepest = Math.max(deepest, depth);
    outside.fixed += rules?.price ?? 0;
    if (!node.selectionSet) {
      if (node.alias) own.fixed += 1;
      return;
    }
    const inner = newCost();
    const isPage = field !== undefined && isConnection(getNamedType(field.type));
    visitSet(node.selectionSet, field && getNamedType(field.type), depth, {
      cost: inner,
      outside: isPage ? own : inner,
    });
    addPart(own, field && type ? timesOf(field, node, type, operation) : 1, inner);
    addPart(own, scansOf(node, operation, 'search'), SCAN_COST);
    addPart(own, scansOf(node, operation, 'facts'), SCAN_COST);
  };
  visitSet(operation.selectionSet, rootType, 0, { cost, outside: cost });

  const allowed = isPureIntrospection ? DEEPEST_INTROSPECTION : DEEPEST;
  const broken = [
    ...(selections > MAX_SELECTIONS
      ? [`has more than ${MAX_SELECTIONS} selections: ask for less at a time.`]
      : []),
    ...(deepest > allowed ? [`is deeper than ${allowed} levels: ask for less at a time.`] : []),
    ...(aliases > MAX_ALIASES ? [`has more than ${MAX_ALIASES} aliases.`] : []),
    // Each waits for the chain, and an idempotency key repeats the response of one mutation only.
    ...(providerMutations.size > 1
      ? ['has more than one mutation of providers: send each in a request of its own.']
      : []),
  ];
  return { operation, broken, cost, cacheable, isOffloadable, selections };
}

function mostVolatile(one: CacheKind, other: CacheKind | undefined): Cacheable {
  return other === undefined ? false : other === 'chain' ? other : one;
}

/** The costs to which a field adds: that of its object, and for fields of a connection that of the object outside the page. */
interface Place {
  readonly cost: Cost;
  readonly outside: Cost;
}

const META_FIELDS: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

function isIntrospection(type: GraphQLNamedType | undefined): boolean {
  return type?.name.startsWith('__') === true;
}

function isWrapper(
  type: GraphQLNamedType | undefined,
  field: GraphQLField<unknown, unknown> | undefined,
  name: string,
): boolean {
  if (field === undefined || !isCompositeType(getNamedType(field.type))) return false;
  if (isConnection(type)) return name === 'edges' || name === 'nodes';
  return name === 'node' && fieldOf(type, 'cursor') !== undefined;
}
