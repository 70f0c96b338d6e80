import { HeaderMap } from '@apollo/server';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ASTVisitor,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValueNode,
} from 'graphql';
import { isProviderScope } from '../../core/callers.ts';
import { LARGEST_PAGE } from '../../core/paging.ts';
import { GUARDED } from './permissions.ts';

/** The most tokens of a document. */
export const MOST_TOKENS = 2_000;
/** The most selections of an operation, fragments counted where they are spread. */
export const MOST_SELECTIONS = 500;
/** The most objects that one request may ask for. */
export const LARGEST_COST = 5_000;
const DEEPEST = 10;
const DEEPEST_INTROSPECTION = 15;
const MOST_ALIASES = 30;

/** Validation rule: depth (15 for pure introspection) and aliases of every operation. */
export function limitOperations(context: ValidationContext): ASTVisitor {
  const fragment = (name: string) => context.getFragment(name) ?? undefined;
  return {
    OperationDefinition(operation) {
      const fields = fieldsOf(operation.selectionSet, fragment);
      const introspects = fields.length > 0 && fields.every(({ name }) => name.value.startsWith('__'));
      const deepest = introspects ? DEEPEST_INTROSPECTION : DEEPEST;
      const { depth, aliases } = measure(operation.selectionSet, fragment, deepest + 1);
      if (depth > deepest)
        report(context, operation, `is deeper than ${deepest} levels: ask for less at a time.`);
      if (aliases > MOST_ALIASES) report(context, operation, `has more than ${MOST_ALIASES} aliases.`);
    },
  };
}

/**
 * Validation rule: one mutation of providers at most in an operation. Each waits for the chain and has an answer of its
 * own, which an idempotency key repeats (decision: GraphQL).
 */
export function limitProviderMutations(context: ValidationContext): ASTVisitor {
  const fragment = (name: string) => context.getFragment(name) ?? undefined;
  return {
    OperationDefinition(operation) {
      if (operation.operation !== OperationTypeNode.MUTATION) return;
      const fields = fieldsOf(operation.selectionSet, fragment);
      const asked = fields.filter(({ name }) => PROVIDER_MUTATIONS.has(name.value));
      // Fields of one response key are one field.
      if (new Set(asked.map(({ alias, name }) => (alias ?? name).value)).size > 1)
        report(
          context,
          operation,
          'has more than one mutation of providers: send each in a request of its own.',
        );
    },
  };
}

const PROVIDER_MUTATIONS: ReadonlySet<string> = new Set(
  Object.entries(GUARDED['Mutation'] ?? {}).flatMap(([name, permission]) =>
    isProviderScope(permission) ? [name] : [],
  ),
);

/** What an operation may cost at most: one for itself, and every list's size times what stands inside it. */
export function costOf(
  { selectionSet, variableDefinitions = [] }: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): number {
  const defaults = new Map(
    variableDefinitions.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  );
  const numberOf = (value: ValueNode | undefined): number => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind !== Kind.VARIABLE) return 0;
    const given = variables[value.name.value];
    return given === undefined ? numberOf(defaults.get(value.name.value)) : Number(given);
  };
  const sizeOf = (field: FieldNode): number => {
    if (!CONNECTIONS.has(field.name.value)) return 1;
    const sizes = (field.arguments ?? [])
      .filter(({ name }) => name.value === 'first' || name.value === 'last')
      .map(({ value }) => numberOf(value));
    const asked = Math.max(0, ...sizes.filter((size) => size > 0));
    return asked > 0 ? Math.min(asked, LARGEST_PAGE) : DEFAULT_SIZE;
  };
  const cost = (set: SelectionSetNode): number => {
    let sum = 1;
    for (const field of fieldsOf(set, (name) => fragments.get(name))) {
      if (field.selectionSet) sum += sizeOf(field) * cost(field.selectionSet);
    }
    return sum;
  };
  return cost(selectionSet);
}

/** What is wrong with an operation that costs more than LARGEST_COST. */
export function tooCostly(requested: number): GraphQLError {
  return new GraphQLError(
    `The operation could return ${requested} objects, more than the ${LARGEST_COST} allowed: ask for smaller pages.`,
    { extensions: { code: 'OPERATION_TOO_COSTLY', http: { status: 400, headers: new HeaderMap() } } },
  );
}

const DEFAULT_SIZE = 20;
const CONNECTIONS = new Set([
  'feed',
  'myListings',
  'auditLog',
  'wallets',
  'providers',
  'serviceClients',
  'giveaways',
  'rounds',
  'entries',
  'history',
  'passports',
  'transfers',
  'webhooks',
  'webhookDeliveries',
]);

type FindFragment = (name: string) => FragmentDefinitionNode | undefined;

/** The fields of a selection set, those of its fragments included. */
function fieldsOf({ selections }: SelectionSetNode, fragment: FindFragment): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragment(selection.name.value);
    return inner ? fieldsOf(inner.selectionSet, fragment) : [];
  });
}

// The framework's selection limit has already bounded what fragments can unfold to.
function measure(
  selectionSet: SelectionSetNode,
  fragment: FindFragment,
  atMost: number,
): { depth: number; aliases: number } {
  let depth = 1;
  let aliases = 0;
  for (const field of fieldsOf(selectionSet, fragment)) {
    if (field.alias) aliases += 1;
    if (!field.selectionSet || atMost <= 1) continue;
    const inner = measure(field.selectionSet, fragment, atMost - 1);
    depth = Math.max(depth, inner.depth + 1);
    aliases += inner.aliases;
  }
  return { depth, aliases };
}

function report(context: ValidationContext, node: OperationDefinitionNode, what: string): void {
  context.reportError(new GraphQLError(`The operation ${what}`, { nodes: [node] }));
}
