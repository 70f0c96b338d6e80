import {
  ApolloServer,
  HeaderMap,
  type ApolloServerOptions,
  type GraphQLResponse,
  type HTTPGraphQLRequest,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphqlContext, Outcome } from './context.ts';
import { createKnownDocuments, hashText } from '../documents/known-documents.ts';
import { rulesFor, type ValidateElsewhere } from '../documents/validate-document.ts';
import { pipelinePlugin } from '../execute/apollo-plugin.ts';
import type { GraphqlResult } from '../execute/complete-result.ts';
import type { GraphqlResponse } from '../execute/graphql-response.ts';
import type { Offload, OffloadedRead } from '../execute/offload.ts';
import { createPipeline } from '../execute/pipeline.ts';
import type { FailureReports } from '../execute/plan-failures.ts';
import {
  createPublicPath,
  type CompletedResult,
  type PublicRequest,
  type DocumentWithoutPlan,
} from '../execute/public-path.ts';
import { formatError, MAX_ERRORS } from './errors.ts';
import { MAX_TOKENS } from '../guard/limits.ts';
import { TransientMap } from '../../../runtime/concurrency/transient-map.ts';

interface GraphqlServerOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly failures: FailureReports;
  readonly logger: NonNullable<ApolloServerOptions<GraphqlContext>['logger']>;
  /** Executes costly reads of anonymous clients; when undefined, this server executes them. */
  readonly offload?: Offload | undefined;
  /** Validates documents of anonymous clients; when undefined, this server validates them. */
  readonly validateElsewhere?: ValidateElsewhere | undefined;
}

type KeyValueCache = Exclude<NonNullable<ApolloServerOptions<GraphqlContext>['cache']>, 'bounded'>;

/** Executes GraphQL over HTTP, and for pages of the site. */
export interface GraphqlServer {
  /** Prepares the document of an anonymous POST. Undefined when there is nothing to wait for. */
  prepare(body: unknown): Promise<void> | undefined;
  /** Answers an anonymous POST from a plan, or like all other requests when no plan can answer. */
  respondToPublic(
    request: PublicRequest,
    toHttpRequest: () => HTTPGraphQLRequest,
    createContext: () => Promise<GraphqlContext>,
  ): Promise<GraphqlResponse | OffloadedRead>;
  respond(
    request: HTTPGraphQLRequest,
    createContext: () => Promise<GraphqlContext>,
  ): Promise<GraphqlResponse | OffloadedRead>;
  /** Executes an operation as a POST of it would be, without HTTP and without text. */
  query(
    request: PublicRequest & { readonly body: PageQuery },
    context: GraphqlContext,
  ): Promise<CompletedResult | OffloadedRead>;
  stop(): Promise<void>;
}

/** An operation of a page. */
interface PageQuery {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const HASH_LENGTH = 64;
const MAX_PERSISTED_BYTES = 16 * 1024 * 1024;

export async function createGraphqlServer({
  schema,
  introspection,
  failures,
  logger,
  offload,
  validateElsewhere,
}: GraphqlServerOptions): Promise<GraphqlServer> {
  const rules = rulesFor(introspection);
  const documents = createKnownDocuments(schema, rules, validateElsewhere);
  const pipeline = createPipeline({ schema, failures, offload });
  const publicPath = createPublicPath(documents, pipeline, failures.noteErrors);
  // Documents of requests in progress, so that Apollo Server does not parse them again.
  const read = new TransientMap<string, DocumentNode>();
  const apollo = new ApolloServer<GraphqlContext>({
    schema,
    // Where introspection is off, the rule refuseIntrospection refuses it.
    introspection: true,
    logger,
    csrfPrevention: true,
    includeStacktraceInErrorResponses: false,
    // formatError removes them from all errors; this option would run a regular expression over client input.
    hideSchemaDetailsFromClientErrors: false,
    documentStore: {
      // The keys of Apollo Server end in the hash of the text.
      get: async (name) => read.get(name.slice(-HASH_LENGTH)) ?? documents.find(name.slice(-HASH_LENGTH)),
      set: async (name, document) => documents.store(name.slice(-HASH_LENGTH), document),
      delete: async () => undefined,
    },
    cache: persistedTexts(),
    parseOptions: { maxTokens: MAX_TOKENS },
    executionOptions: { maxCoercionErrors: MAX_ERRORS },
    validationOptions: { maxErrors: MAX_ERRORS - 1 },
    validationRules: rules,
    stopOnTerminationSignals: false,
    formatError,
    plugins: [
      pipelinePlugin({ documents, pipeline, failures }),
      ApolloServerPluginCacheControlDisabled(),
      // The route has a page of its own.
      ApolloServerPluginLandingPageDisabled(),
    ],
  });
  await apollo.start();
  /** Lets Apollo Server execute a request; a document that was read for it is not parsed again, and has no plan. */
  const executeWithoutPlan = async <Result>(
    withoutPlan: DocumentWithoutPlan,
    context: GraphqlContext,
    execute: () => Promise<Result>,
  ): Promise<Result> => {
    context.outcome.needsExecutor = true;
    const name = hashText(withoutPlan.text);
    read.set(name, withoutPlan.document);
    try {
      return await execute();
    } finally {
      read.delete(name);
    }
  };
  const server: GraphqlServer = {
    prepare: publicPath.prepare,
    async respondToPublic(request, toHttpRequest, createContext) {
      const executed = await publicPath.execute(request);
      if (executed === undefined) return server.respond(toHttpRequest(), createContext);
      if ('result' in executed) return toResponse(executed, request.contentType);
      if ('runInThread' in executed) return executed;
      const context = await createContext();
      return executeWithoutPlan(executed, context, () =>
        server.respond(toHttpRequest(), async () => context),
      );
    },
    async respond(httpGraphQLRequest, createContext) {
      let outcome: Outcome | undefined;
      const response = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest,
        context: async () => {
          const context = await createContext();
          outcome = context.outcome;
          return context;
        },
      });
      if (outcome?.offloaded) return outcome.offloaded;
      if (response.body.kind !== 'complete') throw incremental();
      const headers = new HeaderMap(response.headers);
      if (outcome?.cookies.length) headers.set('set-cookie', outcome.cookies.join('\n'));
      return {
        status: response.status ?? 200,
        headers,
        body: response.body.string,
        cacheable: (response.status ?? 200) === 200 && (outcome?.cacheable ?? false),
      };
    },
    async query(request, context) {
      const { body } = request;
      const { outcome, caller } = context;
      const executed = caller.kind === 'anonymous' ? await publicPath.execute(request) : undefined;
      if (executed !== undefined && !('document' in executed)) return executed;
      const execute = () => apollo.executeOperation(body, { contextValue: context });
      const response = await (executed ? executeWithoutPlan(executed, context, execute) : execute());
      if (outcome.offloaded) return outcome.offloaded;
      const { status = 200 } = response.http;
      return { result: resultOf(response), status, cacheable: status === 200 && outcome.cacheable };
    },
    stop: () => apollo.stop(),
  };
  return server;
}

/** The HTTP response to a request that took the public path. */
function toResponse(
  { result, status = 200, retryAfterSeconds, cacheable }: CompletedResult,
  contentType: string,
): GraphqlResponse {
  const headers = new Map([['content-type', contentType]]);
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds));
  const { errors, data, extensions } = result;
  // The order of the members is that of Apollo Server.
  return { status, headers, body: `${JSON.stringify({ errors, data, extensions })}\n`, cacheable };
}

function resultOf({ body }: GraphQLResponse): GraphqlResult {
  if (body.kind !== 'single') throw incremental();
  return body.singleResult;
}

function incremental(): Error {
  return new Error('Incremental delivery is not part of this schema.');
}

/** The texts of persisted queries; the least recently used are evicted. */
function persistedTexts(): KeyValueCache {
  const texts = new LRUCache<string, string>({
    maxSize: MAX_PERSISTED_BYTES,
    // A character takes up to two bytes.
    sizeCalculation: ({ length }, { length: nameLength }) => 2 * (length + nameLength) + 100,
  });
  return {
    get: async (name) => texts.get(name),
    set: async (name, text) => void texts.set(name, text),
    delete: async (name) => texts.delete(name),
  };
}
