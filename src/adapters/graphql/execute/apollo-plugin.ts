import { HeaderMap, type ApolloServerPlugin, type GraphQLResponse } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, OperationTypeNode, type DocumentNode, type FormattedExecutionResult } from 'graphql';
import { DomainError } from '../../../core/errors.ts';
import type { KnownDocuments } from '../documents/known-documents.ts';
import { withoutDirectivesOfSubscriptions } from '../documents/validate-document.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { isForeseen, toRequestError } from '../gateway/errors.ts';
import { responseTypeOf } from '../gateway/response-type.ts';
import { tooCostly } from '../guard/limits.ts';
import { completeResult, type GraphqlResult } from './complete-result.ts';
import type { Pipeline, PricedOperation } from './pipeline.ts';
import type { FailureReports } from './plan-failures.ts';

interface PluginOptions {
  readonly documents: KnownDocuments;
  readonly pipeline: Pipeline;
  readonly failures: Pick<FailureReports, 'reportFailure' | 'noteErrors'>;
}

/** Lets requests of Apollo Server take the steps of the pipeline. */
export function pipelinePlugin({
  documents,
  pipeline,
  failures: { reportFailure, noteErrors },
}: PluginOptions): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      let priced: PricedOperation | undefined;
      let planCauses: readonly GraphQLError[] = [];
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
          priced = pipeline.price(documents.of(document), operation, request.variables ?? {});
          const { requested, limit } = priced.cost;
          if (requested > limit) throw tooCostly(requested);
        },
        async responseForOperation({ request, source, contextValue }) {
          const { caller, requestId, outcome, ports } = contextValue;
          if (priced === undefined || outcome.needsExecutor) return null;
          if (caller.kind === 'anonymous') {
            const { operationName, http } = request;
            const accept = http?.headers.get('accept');
            // Apollo Server refuses the request only now.
            if (responseTypeOf(accept) === undefined) return toResponse({ data: {} });
            const read = { query: source, operationName, accept, requestId };
            outcome.offloaded = pipeline.offload(priced, read);
            if (outcome.offloaded) return toResponse({ data: {} });
          }
          const executed = await pipeline.executePlan(priced, ports, requestId);
          if (executed === undefined) return null;
          planCauses = executed.causes;
          return toResponse(executed.result);
        },
        async willSendResponse({ response, operation, contextValue, errors = planCauses }) {
          if (response.body.kind !== 'single') return;
          const { requestId, outcome, caller } = contextValue;
          const isQuery = operation?.operation === OperationTypeNode.QUERY;
          const result = response.body.singleResult;
          outcome.cacheable = false;
          const cost = priced?.cost;
          const facts = completeResult(result, { requestId, cost, isQuery, causes: errors, noteErrors });
          if (facts.status !== undefined) response.http.status = facts.status;
          const { retryAfterSeconds } = facts;
          if (retryAfterSeconds) response.http.headers.set('retry-after', String(retryAfterSeconds));
          if (isQuery && priced && result.errors === undefined && outcome.cookies.length === 0)
            outcome.cacheable = caller.kind === 'anonymous' && priced.facts.cacheable;
        },
        async didEncounterErrors({ errors, contextValue }) {
          for (const error of errors)
            if (!isForeseen(error)) reportFailure(unwrapResolverError(error), contextValue.requestId);
        },
      };
    },
  };
}

function toResponse(result: GraphqlResult): GraphQLResponse {
  // The data of a plan is an object by the names of the response.
  const singleResult = result as FormattedExecutionResult;
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
