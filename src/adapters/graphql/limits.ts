import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValueNode,
} from 'graphql';
import { LARGEST_PAGE } from '../../core/paging.ts';

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
