import { HeaderMap, type ApolloServerPlugin, type GraphQLResponse } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type FormattedExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { DomainError } from '../../../core/errors.ts';
import type { GraphqlContext } from './context.ts';
import { MAX_COST, totalCost } from '../documents/cost.ts';
import { operationIn, planOf, type KnownDocuments } from '../documents/known-documents.ts';
import { withoutDirectivesOfSubscriptions } from '../documents/validate-document.ts';
import { findStatus, formatError, isForeseen, MAX_ERRORS, toRequestError } from './errors.ts';
import { isHandedOver, type HandOver } from './hand-over.ts';
import { answerTooLarge, isTooLarge, tooCostly } from '../guard/limits.ts';
import { failWith, isRefusal, placeFailure, type FailureReports } from '../plans/plan-failures.ts';

interface WatchOptions {
  readonly schema: GraphQLSchema;
  readonly documents: KnownDocuments;
  readonly failures: FailureReports;
  readonly handOver: HandOver | undefined;
}

/** Limits cost and size, answers reads from plans, marks cacheable answers, and adds the id of the request to errors. */
export function watchRequests({
  schema,
  documents,
  failures: { reportFailure, notePlanFailure },
  handOver,
}: WatchOptions): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      let cost: { requested: number; limit: number } | undefined;
      let failure: GraphQLError | undefined;
      return {
        async parsingDidStart(request: { document?: DocumentNode }) {
          // The document is set when parsing ends, and validated after that.
          return async () => {
            if (request.document) request.document = withoutDirectivesOfSubscriptions(request.document);
          };
        },
        async didResolveOperation({ operation, document, request, contextValue }) {
          if (operation === undefined) return;
          contextValue.outcome.changes = operation.operation === OperationTypeNode.MUTATION;
          if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw notSupported();
          if (contextValue.outcome.changes && !contextValue.mayChange)
            throw toRequestError(foreignPage(), contextValue.requestId);
          const known = operationIn(documents.of(document), operation);
          const requested = totalCost(known.cost, request.variables ?? {});
          cost = { requested, limit: MAX_COST };
          if (requested > MAX_COST) throw tooCostly(requested);
        },
        async responseForOperation({ operation, document, request, source, contextValue }) {
          if (operation === undefined || contextValue.outcome.needsExecutor) return null;
          const known = documents.of(document);
          const knownOperation = operationIn(known, operation);
          const { caller, requestId } = contextValue;
          if (handOver && caller.kind === 'anonymous' && isHandedOver(knownOperation, cost?.requested ?? 0)) {
            const { operationName, variables = {}, http } = request;
            const accept = http?.headers.get('accept');
            contextValue.outcome.fetchAnswer = () =>
              handOver({ query: source, operationName, variables, accept, requestId });
            return toResponse({ data: {} });
          }
          const plan = planOf(schema, known, knownOperation, operation);
          if (plan === null) return null;
          try {
            const data = await plan.execute(request.variables ?? {}, contextValue.ports, known.names);
            if (data !== undefined) return toResponse({ data });
            notePlanFailure(plan.name, 'variables');
            return null;
          } catch (error) {
            const isRefused = isRefusal(error);
            notePlanFailure(plan.name, isRefused ? 'refused' : 'failed', error);
            if (isRefused) return null;
            failure = placeFailure(error, document, operation);
            reportFailure(unwrapResolverError(failure), contextValue.requestId);
            return toResponse(failWith(failure));
          }
        },
        async willSendResponse({ response, document, operation, contextValue, errors }) {
          if (response.body.kind !== 'single') return;
          const result = response.body.singleResult;
          const { requestId, outcome, caller } = contextValue;
          // The answer to a mutation is never replaced, because its changes are already made.
          const isQuery = operation?.operation === OperationTypeNode.QUERY;
          if (isQuery && isTooLarge(result.data)) {
            delete result.data;
            const error = answerTooLarge();
            result.errors = [formatError(error.toJSON(), error)];
            response.http.status = 400;
          }
          if (result.errors === undefined) {
            outcome.cacheable =
              isQuery &&
              document !== undefined &&
              caller.kind === 'anonymous' &&
              outcome.cookies.length === 0 &&
              operationIn(documents.of(document), operation).cacheable;
          } else {
            const decisive = findStatus(errors ?? (failure ? [failure] : []));
            if (decisive) {
              response.http.status = decisive.status;
              const { retryAfterSeconds } = decisive.error;
              if (retryAfterSeconds) response.http.headers.set('retry-after', String(retryAfterSeconds));
            }
            result.errors = result.errors
              .slice(0, MAX_ERRORS)
              .map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
          }
          if (cost !== undefined) result.extensions = { ...result.extensions, cost };
        },
        async didEncounterErrors({ errors, contextValue }) {
          for (const error of errors)
            if (!isForeseen(error)) reportFailure(unwrapResolverError(error), contextValue.requestId);
        },
      };
    },
  };
}

function toResponse(singleResult: FormattedExecutionResult): GraphQLResponse {
  return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
}

function foreignPage(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'Pages of this origin may send queries only: ask the operator to list the origin, or send a credential.',
  );
}

function notSupported(): GraphQLError {
  return new GraphQLError('Subscriptions come over a WebSocket at this address (graphql-transport-ws).', {
    extensions: { code: 'OPERATION_NOT_SUPPORTED', http: { status: 200, headers: new HeaderMap() } },
  });
}
