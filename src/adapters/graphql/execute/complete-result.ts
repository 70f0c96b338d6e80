import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { findStatus, formatError, MAX_ERRORS } from '../gateway/errors.ts';
import type { FailureReports } from './plan-failures.ts';
import { responseTooLarge, isTooLarge } from '../guard/limits.ts';

/** The result of an operation; completeResult makes it ready to be sent. */
export interface GraphqlResult {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
  extensions?: Readonly<Record<string, unknown>>;
}

/** The cost of an operation, and the most that is allowed. */
export interface RequestCost {
  readonly requested: number;
  readonly limit: number;
}

/** What the errors of a result say about its HTTP response. */
export interface ResponseFacts {
  /** Undefined for the status of a result without such errors. */
  readonly status?: number;
  readonly retryAfterSeconds?: number | undefined;
}

interface Completion {
  readonly requestId: string;
  /** Undefined when the document is refused. */
  readonly cost: RequestCost | undefined;
  /** The data of a mutation is never replaced, because its changes are already made. */
  readonly isQuery: boolean;
  /** The errors before they were formatted. */
  readonly causes: readonly GraphQLError[];
  readonly noteErrors: FailureReports['noteErrors'];
}

/**
 * Completes a result in place: refuses data above the limit of size, leaves few errors and gives them the id of the request, and
 * adds the cost.
 */
export function completeResult(
  result: GraphqlResult,
  { requestId, cost, isQuery, causes, noteErrors }: Completion,
): ResponseFacts {
  let facts: ResponseFacts = {};
  if (isQuery && isTooLarge(result.data)) {
    delete result.data;
    result.errors = formatErrors([responseTooLarge()]);
    facts = { status: 400 };
  }
  if (result.errors !== undefined) {
    const decisive = findStatus(causes);
    if (decisive) facts = { status: decisive.status, retryAfterSeconds: decisive.error.retryAfterSeconds };
    result.errors = result.errors
      .slice(0, MAX_ERRORS)
      .map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
    noteErrors(result.errors.map(({ extensions }) => String(extensions?.['code'])));
  }
  if (cost !== undefined) result.extensions = { ...result.extensions, cost };
  return facts;
}

/** The errors of a request that is not executed, as the client sees them. */
export function formatErrors(errors: readonly GraphQLError[]): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error.toJSON(), error));
}
