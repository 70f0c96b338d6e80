import { ApolloServer, HeaderMap, type ApolloServerOptions, type HTTPGraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphqlContext, Outcome } from './context.ts';
import { createKnownDocuments, hashText } from '../documents/known-documents.ts';
import { rulesFor, type ValidateElsewhere } from '../documents/validate-document.ts';
import { formatError, MAX_ERRORS } from './errors.ts';
import type { GraphqlAnswer } from './graphql-answer.ts';
import type { HandedOver, HandOver } from './hand-over.ts';
import type { NotePlanFailure } from '../plans/plan-failures.ts';
import { MAX_TOKENS } from '../guard/limits.ts';
import { createPlannedAnswers, type PublicRequest } from '../plans/planned-answers.ts';
import { watchRequests } from './watch-requests.ts';

interface GraphqlServerOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly reportFailure: (error: unknown, requestId: string) => void;
  readonly notePlanFailure: NotePlanFailure;
  readonly logger: NonNullable<ApolloServerOptions<GraphqlContext>['logger']>;
  /** Answers costly reads of anonymous clients; when undefined, this server answers them. */
  readonly handOver?: HandOver | undefined;
  /** Validates documents of anonymous clients; when undefined, this server validates them. */
  readonly validateElsewhere?: ValidateElsewhere | undefined;
}

type KeyValueCache = Exclude<NonNullable<ApolloServerOptions<GraphqlContext>['cache']>, 'bounded'>;

/** Executes GraphQL over HTTP. */
export interface GraphqlServer {
  /** Prepares the document of an anonymous POST. Undefined when there is nothing to wait for. */
  prepare(body: unknown): Promise<void> | undefined;
  /** Answers an anonymous POST from a plan, or like all other requests when no plan can answer. */
  answerPublic(
    request: PublicRequest,
    toHttpRequest: () => HTTPGraphQLRequest,
    createContext: () => Promise<GraphqlContext>,
  ): Promise<GraphqlAnswer | HandedOver>;
  answer(
    request: HTTPGraphQLRequest,
    createContext: () => Promise<GraphqlContext>,
  ): Promise<GraphqlAnswer | HandedOver>;
  stop(): Promise<void>;
}

const HASH_LENGTH = 64;
const MAX_PERSISTED_BYTES = 16 * 1024 * 1024;

export async function createGraphqlServer({
  schema,
  introspection,
  reportFailure,
  notePlanFailure,
  logger,
  handOver,
  validateElsewhere,
}: GraphqlServerOptions): Promise<GraphqlServer> {
  const rules = rulesFor(introspection);
  const documents = createKnownDocuments(schema, rules, validateElsewhere);
  const failures = { reportFailure, notePlanFailure };
  const plannedAnswers = createPlannedAnswers({ schema, documents, failures, handOver });
  // Documents of requests in progress, so that Apollo Server does not parse them again.
  const read = new Map<string, DocumentNode>();
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
      watchRequests({ schema, documents, failures, handOver }),
      ApolloServerPluginCacheControlDisabled(),
      // The route has a page of its own.
      ApolloServerPluginLandingPageDisabled(),
    ],
  });
  await apollo.start();
  const server: GraphqlServer = {
    prepare: plannedAnswers.prepare,
    async answerPublic(request, toHttpRequest, createContext) {
      const planned = await plannedAnswers.answer(request);
      if (planned === undefined) return server.answer(toHttpRequest(), createContext);
      if (!('document' in planned)) return planned;
      const name = hashText(planned.text);
      read.set(name, planned.document);
      try {
        return await server.answer(toHttpRequest(), async () => {
          const context = await createContext();
          context.outcome.needsExecutor = true;
          return context;
        });
      } finally {
        read.delete(name);
      }
    },
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
      if (outcome?.fetchAnswer) return { fetchAnswer: outcome.fetchAnswer };
      if (response.body.kind !== 'complete')
        throw new Error('Incremental delivery is not part of this schema.');
      const headers = new HeaderMap(response.headers);
      if (outcome?.cookies.length) headers.set('set-cookie', outcome.cookies.join('\n'));
      return {
        status: response.status ?? 200,
        headers,
        body: response.body.string,
        cacheable: (response.status ?? 200) === 200 && (outcome?.cacheable ?? false),
      };
    },
    stop: () => apollo.stop(),
  };
  return server;
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
