import { unwrapResolverError } from '@apollo/server/errors';
import { HeaderMap } from '@apollo/server';
import { GraphQLError, isValueNode, Kind, type GraphQLFormattedError } from 'graphql';
import { DomainError, isRetryable, recommendedActionFor, type ErrorCode } from '../../../core/errors.ts';
import { toErrorDetails } from '../../../core/error-details.ts';
import { DECISIVE, graphqlStatusOf } from './http-status.ts';
import { shortenMessage } from './shorten-message.ts';

/** The most errors that one response lists. */
export const MAX_ERRORS = 5;

// Codes of Apollo Server with the same meaning as one of ours.
const SAME_AS: Readonly<Record<string, ErrorCode>> = {
  BAD_USER_INPUT: 'INVALID_PAYLOAD',
  INTERNAL_SERVER_ERROR: 'INTERNAL',
};

// The recommended action for errors that have no code of ours.
const ADVICE: Readonly<Record<string, string>> = {
  ANSWER_TOO_LARGE: 'Ask for smaller pages, or for fewer fields.',
  BAD_REQUEST: 'Send the request as the message says: GraphQL over HTTP, as JSON.',
  GRAPHQL_PARSE_FAILED: 'Correct the syntax of the document where the message points.',
  GRAPHQL_VALIDATION_FAILED: 'Correct the document by the schema and its limits, then send it again.',
  OPERATION_NOT_SUPPORTED: 'Send queries and mutations by POST, subscriptions over a WebSocket.',
  OPERATION_RESOLUTION_FAILURE: 'Name one operation of the document in operationName.',
  OPERATION_TOO_COSTLY: 'Ask for smaller pages, or for less inside of them.',
  PERSISTED_QUERY_NOT_FOUND: 'Send the query together with its hash once.',
};

/** The error that a client sees: ours with code, reason and recommended action; an unforeseen error as INTERNAL only. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const original = domainErrorOf(error);
  const { requestId } = formatted.extensions ?? {};
  const position = {
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
  };
  if (original !== undefined) {
    const extensions = { ...toExtensions(original), ...(requestId !== undefined && { requestId }) };
    return { message: original.message, ...position, extensions };
  }
  const formattedCode = formatted.extensions?.['code'];
  const message = shortenMessage(formatted.message);
  const apolloCode = isRefusal(error)
    ? 'BAD_REQUEST'
    : isOfInput(error)
      ? 'BAD_USER_INPUT'
      : typeof formattedCode === 'string'
        ? formattedCode
        : 'INTERNAL_SERVER_ERROR';
  const code = SAME_AS[apolloCode];
  if (code === 'INTERNAL') {
    return {
      message: 'Something went wrong here: try again with back-off.',
      ...position,
      extensions: toExtensions(new DomainError(code, '')),
    };
  }
  if (code !== undefined)
    return { message, ...position, extensions: toExtensions(new DomainError(code, '')) };
  const recommendedAction = ADVICE[apolloCode] ?? ADVICE['BAD_REQUEST'];
  return { message, ...position, extensions: { code: apolloCode, retryable: false, recommendedAction } };
}

// Some errors of Apollo Server have a status but no code.
function isRefusal(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.extensions['code'] !== undefined) return false;
  return (error.extensions['http'] as { readonly status?: number } | undefined)?.status === 400;
}

/**
 * Whether the executor refused a variable, or an argument whose variable is null but must not be. The error then refers to
 * the variable or to the value; when a value of ours does not fit the schema, it refers to the field or to no node.
 */
function isOfInput(error: unknown): boolean {
  const unwrapped = unwrapResolverError(error);
  if (!(unwrapped instanceof GraphQLError) || unwrapped.extensions['code'] !== undefined) return false;
  const [node] = unwrapped.nodes ?? [];
  return node !== undefined && (isValueNode(node) || node.kind === Kind.VARIABLE_DEFINITION);
}

/** Whether an error is caused by the request; any other is a failure of this service. */
export function isForeseen(error: unknown): boolean {
  const original = unwrapResolverError(error);
  if (original instanceof DomainError) return original.code !== 'INTERNAL';
  return (
    original instanceof GraphQLError &&
    (original.extensions['code'] !== undefined || original === error || isOfInput(original))
  );
}

/** The DomainError that an error wraps, from a resolver or from the request as a whole. */
function domainErrorOf(error: unknown): DomainError | undefined {
  const unwrapped = unwrapResolverError(error);
  if (unwrapped instanceof DomainError) return unwrapped;
  return unwrapped instanceof GraphQLError && unwrapped.originalError instanceof DomainError
    ? unwrapped.originalError
    : undefined;
}

/** A DomainError as the error of a whole request, with the HTTP status that its code has here. */
export function toRequestError(error: DomainError, requestId: string): GraphQLError {
  const status = graphqlStatusOf(error.code);
  const headers = new HeaderMap();
  if (error.retryAfterSeconds !== undefined) headers.set('retry-after', String(error.retryAfterSeconds));
  if (status === 401) headers.set('www-authenticate', 'Bearer realm="giveaways", error="invalid_token"');
  return new GraphQLError(error.message, {
    originalError: error,
    extensions: { ...toExtensions(error), requestId, http: { status, headers } },
  });
}

/** The DomainError among a response's errors that decides its HTTP status. */
export function findStatus(
  errors: readonly GraphQLError[],
): { status: number; error: DomainError } | undefined {
  for (const each of errors) {
    const error = domainErrorOf(each);
    if (error !== undefined && DECISIVE.has(error.code))
      return { status: graphqlStatusOf(error.code), error };
  }
  return undefined;
}

function toExtensions(error: DomainError): Record<string, unknown> {
  const { code, reason, details, retryAfterSeconds } = error;
  const shownDetails = toErrorDetails(error);
  return {
    code,
    ...(reason && { reason }),
    retryable: isRetryable(error),
    recommendedAction: recommendedActionFor(error),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(details && { fields: details }),
    ...(shownDetails && { details: shownDetails }),
  };
}
