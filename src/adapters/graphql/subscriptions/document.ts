import {
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { MOST_ERRORS } from '../errors.ts';
import { costOf, LARGEST_COST, limitOperations, MOST_SELECTIONS, MOST_TOKENS, tooCostly } from '../limits.ts';
import { fragmentsOf, type Fragments } from '../selections.ts';

/** A document that may be executed, or why it may not be: the limits are those of queries. */
export function readDocument(
  schema: GraphQLSchema,
  { query, operationName, variables }: SubscribePayload,
): Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'> | readonly GraphQLError[] {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: MOST_TOKENS });
  } catch (error) {
    return [coded('GRAPHQL_PARSE_FAILED', error instanceof Error ? error.message : String(error))];
  }
  const invalid = findInvalid(schema, document);
  if (invalid.length > 0)
    return invalid.map(({ message, nodes }) => coded('GRAPHQL_VALIDATION_FAILED', message, nodes));

  const operation = getOperationAST(document, operationName);
  if (!operation)
    return [coded('OPERATION_RESOLUTION_FAILURE', 'The document has no operation of this name.')];
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION)
    return [coded('OPERATION_NOT_SUPPORTED', 'Queries and mutations are not taken here.')];
  const cost = costOf(operation, fragmentsOf(document), variables ?? {});
  if (cost > LARGEST_COST) return [tooCostly(cost)];
  return { schema, document, operationName: operationName ?? null, variableValues: variables ?? null };
}

function findInvalid(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const options = { maxErrors: MOST_ERRORS - 1 };
  const invalid = validate(schema, document, undefined, options);
  if (invalid.length > 0) return invalid;
  // The limits follow fragments, which must be few and in no circle by then.
  const fragments = fragmentsOf(document);
  const long = document.definitions.filter(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      countSelections(definition.selectionSet, fragments) > MOST_SELECTIONS,
  );
  return long.length > 0
    ? [new GraphQLError(`The operation has more than ${MOST_SELECTIONS} selections.`, { nodes: long })]
    : validate(schema, document, [limitOperations], options);
}

/** Selections with those of fragments wherever they are spread. */
function countSelections(
  { selections }: SelectionSetNode,
  fragments: Fragments,
  counted = new Map<string, number>(),
): number {
  let sum = selections.length;
  for (const selection of selections) {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      if (selection.selectionSet) sum += countSelections(selection.selectionSet, fragments, counted);
      continue;
    }
    const name = selection.name.value;
    const fragment = fragments.get(name);
    const count =
      counted.get(name) ?? (fragment ? countSelections(fragment.selectionSet, fragments, counted) : 0);
    counted.set(name, count);
    sum += count;
  }
  return sum;
}

function coded(code: string, message: string, nodes?: GraphQLError['nodes']): GraphQLError {
  return new GraphQLError(message, { ...(nodes && { nodes }), extensions: { code } });
}
