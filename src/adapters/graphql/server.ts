import {
  ApolloServer,
  HeaderMap,
  type ApolloServerOptions,
  type ApolloServerPlugin,
  type HTTPGraphQLRequest,
} from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default';
import {
  GraphQLError,
  locatedError,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import type { GraphqlContext, Outcome } from './context.ts';
import { findStatus, formatError, isForeseen, MOST_ERRORS } from './errors.ts';
import { compileFeedPlan, type FeedPlan } from './feed-plan.ts';
import { failWith, isRefusal, type NotePlanFailure } from './plan-failures.ts';
import { compileReadPlan, type ReadPlan } from './reads/plan.ts';
import { fragmentsOf, type Fragments } from './selections.ts';
import {
  costOf,
  LARGEST_COST,
  limitOperations,
  limitProviderMutations,
  MOST_SELECTIONS,
  MOST_TOKENS,
  tooCostly,
} from './limits.ts';

interface GraphqlServerOptions {
  readonly schema: GraphQLSchema;
  /** Introspection and the Sandbox page. */
  readonly introspection: boolean;
  readonly reportFailure: (error: unknown, requestId: string) => void;
  readonly notePlanFailure: NotePlanFailure;
  readonly logger: NonNullable<ApolloServerOptions<GraphqlContext>['logger']>;
}

/** What a request came to. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** An error-free query: the same for every caller who is allowed as much. */
  readonly cacheable: boolean;
}

/** Executes GraphQL over HTTP, for whichever transport brings the request. */
export interface GraphqlServer {
  answer(request: HTTPGraphQLRequest, createContext: () => Promise<GraphqlContext>): Promise<GraphqlAnswer>;
  stop(): Promise<void>;
}

export async function createGraphqlServer({
  schema,
  introspection,
  reportFailure,
  notePlanFailure,
  logger,
}: GraphqlServerOptions): Promise<GraphqlServer> {
  const apollo = new ApolloServer<GraphqlContext>({
    schema,
    introspection,
    logger,
    csrfPrevention: true,
    includeStacktraceInErrorResponses: false,
    // formatError hides them in all errors; this would run a regular expression over what was sent.
    hideSchemaDetailsFromClientErrors: false,
    maxRecursiveSelections: MOST_SELECTIONS,
    parseOptions: { maxTokens: MOST_TOKENS },
    validationOptions: { maxErrors: MOST_ERRORS - 1 },
    validationRules: [limitOperations, limitProviderMutations],
    stopOnTerminationSignals: false,
    formatError,
    plugins: [
      watch(schema, { reportFailure, notePlanFailure }),
      introspection
        ? ApolloServerPluginLandingPageLocalDefault({ embed: true })
        : ApolloServerPluginLandingPageDisabled(),
    ],
  });
  await apollo.start();
  return {
    async answer(httpGraphQLRequest, createContext) {
      let outcome: Outcome | undefined;
      const response = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest,
        context: async () => {
          const context = await createContext();
          outcome = context.outcome;
          return context;
        },
      });
      if (response.body.kind !== 'complete')
        throw new Error('Incremental delivery is not part of this schema.');
      const headers = new HeaderMap(response.headers);
      if (outcome?.cookies.length) headers.set('set-cookie', outcome.cookies.join('\n'));
      return {
        status: response.status ?? 200,
        headers,
        body: response.body.string,
        cacheable: outcome?.cacheable === true && (response.status ?? 200) === 200,
      };
    },
    stop: () => apollo.stop(),
  };
}

const UNPLANNED = 'unplanned';

/** Limits the cost, answers the feed from compiled plans, marks what may be cached, and names the request in errors. */
function watch(
  schema: GraphQLSchema,
  { reportFailure, notePlanFailure }: Pick<GraphqlServerOptions, 'reportFailure' | 'notePlanFailure'>,
): ApolloServerPlugin<GraphqlContext> {
  const plans = new WeakMap<object, FeedPlan | ReadPlan | typeof UNPLANNED>();
  const fragments = new WeakMap<DocumentNode, Fragments>();
  const knownFragments = (document: DocumentNode) => {
    const known = fragments.get(document) ?? fragmentsOf(document);
    fragments.set(document, known);
    return known;
  };

  return {
    async requestDidStart() {
      let cost: { requested: number; limit: number } | undefined;
      let failure: GraphQLError | undefined;
      return {
        async didResolveOperation({ operation, document, request, contextValue }) {
          if (operation === undefined) return;
          contextValue.outcome.changes = operation.operation === OperationTypeNode.MUTATION;
          if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw notSupported();
          const requested = costOf(operation, knownFragments(document), request.variables ?? {});
          cost = { requested, limit: LARGEST_COST };
          if (requested <= LARGEST_COST) return;
          throw tooCostly(requested);
        },
        async responseForOperation({ operation, document, request, contextValue }) {
          if (operation === undefined) return null;
          let plan = plans.get(operation);
          if (plan === undefined) {
            plan =
              compileFeedPlan(schema, document, operation) ??
              compileReadPlan(schema, document, operation) ??
              UNPLANNED;
            plans.set(operation, plan);
          }
          if (plan === UNPLANNED) return null;
          try {
            const data = await plan.execute(request.variables ?? {}, contextValue.ports);
            if (data === undefined) {
              notePlanFailure(plan.name, 'variables');
              return null;
            }
            return {
              http: { headers: new HeaderMap() },
              body: { kind: 'single', singleResult: { data } },
            };
          } catch (error) {
            const isRefused = isRefusal(error);
            notePlanFailure(plan.name, isRefused ? 'refused' : 'failed', error);
            if (isRefused) return null;
            failure = locatedError(error, undefined);
            reportFailure(unwrapResolverError(failure), contextValue.requestId);
            return failWith(failure);
          }
        },
        async willSendResponse({ response, operation, contextValue, errors }) {
          if (response.body.kind !== 'single') return;
          const result = response.body.singleResult;
          if (result.errors === undefined) {
            const { outcome } = contextValue;
            // What the chain says changes with its clock, without anything that would announce it.
            outcome.cacheable = operation?.operation === OperationTypeNode.QUERY && !outcome.readsChain;
          } else {
            const { requestId } = contextValue;
            const decisive = findStatus(errors ?? (failure ? [failure] : []));
            if (decisive) {
              response.http.status = decisive.status;
              const { retryAfterSeconds } = decisive.error;
              if (retryAfterSeconds) response.http.headers.set('retry-after', String(retryAfterSeconds));
            }
            result.errors = result.errors
              .slice(0, MOST_ERRORS)
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

function notSupported(): GraphQLError {
  return new GraphQLError('Subscriptions come over a WebSocket at this address (graphql-transport-ws).', {
    extensions: { code: 'OPERATION_NOT_SUPPORTED', http: { status: 200, headers: new HeaderMap() } },
  });
}
