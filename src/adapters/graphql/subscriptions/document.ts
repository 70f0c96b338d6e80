import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { MAX_COST, totalCost } from '../documents/cost.ts';
import { inspect, limitDocument } from '../documents/inspect.ts';
import { parseDocument, validateDocument } from '../documents/validate-document.ts';
import { MAX_ERRORS } from '../gateway/errors.ts';
import { tooCostly } from '../guard/limits.ts';

/** Reads a subscription document, with the limits of queries; returns the errors when it may not be executed. */
export function readDocument(
  schema: GraphQLSchema,
  { query, operationName, variables }: SubscribePayload,
):
  | Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues' | 'options'>
  | readonly GraphQLError[] {
  let document: DocumentNode;
  try {
    document = parseDocument(query);
  } catch (error) {
    return [coded('GRAPHQL_PARSE_FAILED', error instanceof Error ? error.message : String(error))];
  }
  const invalid = validateDocument(schema, document, [limitDocument]);
  if (invalid.length > 0)
    return invalid.map(({ message, nodes }) => coded('GRAPHQL_VALIDATION_FAILED', message, nodes));

  const operation = getOperationAST(document, operationName);
  if (!operation)
    return [coded('OPERATION_RESOLUTION_FAILURE', 'The document has no operation of this name.')];
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION)
    return [coded('OPERATION_NOT_SUPPORTED', 'Send queries and mutations over HTTP.')];
  const facts = inspect(schema, document).find((each) => each.operation === operation);
  const cost = facts ? totalCost(facts.cost, variables ?? {}) : 0;
  if (cost > MAX_COST) return [tooCostly(cost)];
  return {
    schema,
    document,
    operationName: operationName ?? null,
    variableValues: variables ?? null,
    options: { maxCoercionErrors: MAX_ERRORS },
  };
}

function coded(code: string, message: string, nodes?: GraphQLError['nodes']): GraphQLError {
  return new GraphQLError(message, { ...(nodes && { nodes }), extensions: { code } });
}
