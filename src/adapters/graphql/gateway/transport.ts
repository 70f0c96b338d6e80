import { HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANONYMOUS, type Caller } from '../../../core/access/callers.ts';
import { DomainError } from '../../../core/errors.ts';
import { requireJsonLimits } from '../../../core/values/json-limits.ts';
import type { Run } from '../../ports/ports.ts';
import { requireClient } from '../../ports/require-client.ts';
import { responseTypeOf } from './response-type.ts';
import type { GraphqlContext, GraphqlPorts, Outcome } from './context.ts';
import { toRequestError } from './errors.ts';
import { graphqlStatusOf } from './http-status.ts';
import { createLoaders } from './loaders.ts';
import type { GraphqlResponse } from '../execute/graphql-response.ts';
import type { GraphqlResult } from '../execute/complete-result.ts';
import type { OffloadedRead } from '../execute/offload.ts';
import type { FailureReports } from '../execute/plan-failures.ts';
import { toPageResult } from '../execute/page-result.ts';
import type { Gate } from '../../../runtime/concurrency/gate.ts';
import type { PageQueryResult } from '../../ports/site.ts';
import { isMutation, mayBeMutation } from '../documents/is-mutation.ts';
import type { GraphqlServer } from './server.ts';

interface TransportOptions {
  readonly server: GraphqlServer;
  readonly ports: GraphqlPorts;
  readonly run: Run;
  readonly requestIdOf: (request: IncomingMessage) => string;
  /** The client network by which requests with effects on others, such as e-mails, are counted. */
  readonly networkOf: (request: IncomingMessage) => string;
  /** Whether the page that sent the request, if any, may send mutations. */
  readonly mayChange: (request: IncomingMessage) => boolean;
  /** Whether the request carries the cookie of a session. */
  readonly hasSession: (request: IncomingMessage) => boolean;
  /** Reports a failure before a request has a context. */
  readonly reportFailure: FailureReports['reportFailure'];
}

/** The caller of an operation, and facts about its request. */
export interface RequestContext {
  readonly caller: Caller;
  readonly requestId: string;
  readonly network: string;
  /** The headers of the request that concern its session. */
  readonly headers: () => Headers;
  /** Whether mutations are allowed; true by default. */
  readonly mayChange?: boolean;
}

/** Limits concurrent reads, and apart from them concurrent mutations, which must not wait for reads. */
interface Gates {
  readonly reads: Gate;
  readonly changes: Gate;
}

/** The result of a page's operation. */
interface QueryResult extends PageQueryResult {
  /** Set-Cookie values. */
  readonly cookies: readonly string[];
}

/** Connects HTTP requests, and pages of the site, to the GraphQL server. A read that another thread executes leaves the gate before. */
export interface GraphqlTransport {
  /** Answers an anonymous request. */
  respondToPublic(request: IncomingMessage, body: unknown, gates: Gates): Promise<GraphqlResponse>;
  /** Answers the caller that `identify` returns; a DomainError that it throws becomes the response. */
  respondToCaller(
    request: IncomingMessage,
    body: unknown,
    identify: () => Promise<Caller>,
  ): Promise<GraphqlResponse>;
  /** Executes an operation without HTTP, as a POST of it: with the same plans, limits and permissions. */
  query(
    document: string,
    variables: Readonly<Record<string, unknown>>,
    context: RequestContext,
    gate?: Gate,
  ): Promise<QueryResult>;
}

export function createGraphqlTransport({
  server,
  ports,
  run,
  requestIdOf,
  networkOf,
  mayChange,
  hasSession,
  reportFailure,
}: TransportOptions): GraphqlTransport {
  const createContext = ({
    caller,
    requestId,
    network,
    headers,
    mayChange: allowsChanges = true,
  }: RequestContext): GraphqlContext => {
    const outcome: Outcome = { cookies: [], cacheable: false, needsExecutor: false, changes: false };
    const chainReads = () => (outcome.changes ? ports.chainReads : ports.publicChainReads);
    const own: GraphqlPorts = {
      ...ports,
      chainReads: {
        read: (...args) => chainReads().read(...args),
        readTree: (...args) => chainReads().readTree(...args),
      },
    };
    return {
      caller,
      requestId,
      network,
      mayChange: allowsChanges,
      headers,
      loaders: createLoaders(own),
      ports: own,
      run: (useCase, rawInput) => run(caller, useCase, rawInput),
      outcome,
    };
  };
  const contextOf = (request: IncomingMessage, caller: Caller): RequestContext => ({
    caller,
    requestId: requestIdOf(request),
    network: networkOf(request),
    headers: () => toHeaders(request),
    mayChange: mayChange(request),
  });
  const response = async (request: IncomingMessage, body: unknown, identify: () => Promise<Caller>) => {
    const requestId = requestIdOf(request);
    requireParameterLimits(request);
    const result = await server.respond(toGraphqlRequest(request, body, hasSession), async () => {
      try {
        const caller = await identify();
        if (mayBeMutation(body)) await requireClient(request);
        return createContext(contextOf(request, caller));
      } catch (error) {
        if (error instanceof DomainError) throw toRequestError(error, requestId);
        reportFailure(error, requestId);
        throw error;
      }
    });
    return 'runInThread' in result ? result : withRequestId(result, requestId);
  };
  // Plans only read.
  const publicPorts = { ...ports, chainReads: ports.publicChainReads };
  const respondToNobody = async (request: IncomingMessage, body: unknown) => {
    const contentType = request.method === 'POST' ? responseTypeOf(request.headers.accept) : undefined;
    if (contentType === undefined) return response(request, body, () => Promise.resolve(ANONYMOUS));
    const requestId = requestIdOf(request);
    const result = await server.respondToPublic(
      { body, contentType, requestId, ports: publicPorts },
      () => toGraphqlRequest(request, body, hasSession),
      () => Promise.resolve(createContext(contextOf(request, ANONYMOUS))),
    );
    return 'runInThread' in result ? result : withRequestId(result, requestId);
  };
  return {
    async respondToPublic(request, body, { reads, changes }) {
      // A new document must not keep a place from reads that could start.
      const preparing = server.prepare(body);
      if (preparing) await preparing;
      const gate = isMutation(body) ? changes : reads;
      return readResponse(await gate.run(() => respondToNobody(request, body)));
    },
    respondToCaller: async (request, body, identify) => readResponse(await response(request, body, identify)),
    async query(document, variables, requestContext, gate) {
      const context = createContext(requestContext);
      const request = {
        body: { query: document, variables },
        contentType: PAGE_TYPE,
        requestId: context.requestId,
        ports: publicPorts,
      };
      const execute = () => server.query(request, context);
      const executed = await (gate ? gate.run(execute) : execute());
      const { cookies } = context.outcome;
      if ('result' in executed) return { ...toPageResult(executed.result, executed.cacheable), cookies };
      const { body, cacheable } = await executed.runInThread();
      // The response of this service in another thread.
      return { ...toPageResult(JSON.parse(body) as GraphqlResult, cacheable), cookies };
    },
  };
}

/** The response of this thread, or of the one that executes the read. */
function readResponse(answered: GraphqlResponse | OffloadedRead): GraphqlResponse | Promise<GraphqlResponse> {
  return 'runInThread' in answered ? answered.runInThread() : answered;
}

const PAGE_TYPE = 'application/json';

const JSON_PARAMETERS = ['variables', 'extensions'];

/** Applies the limits of a body to the JSON parameters of a GET. Throws INVALID_PAYLOAD. */
function requireParameterLimits({ method, url = '' }: IncomingMessage): void {
  if (method !== 'GET') return;
  const parameters = new URLSearchParams(searchOf(url));
  for (const name of JSON_PARAMETERS) {
    for (const text of parameters.getAll(name)) requireJsonLimits(parseOrSkip(text), `The parameter ${name}`);
  }
}

// The GraphQL server reports invalid JSON.
function parseOrSkip(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds the id of the request to errors from before the operation began. */
function withRequestId(response: GraphqlResponse, requestId: string): GraphqlResponse {
  if (response.status < 400 || typeof response.body !== 'string') return response;
  if (!response.body.startsWith('{"errors":')) return response;
  const { errors, ...rest } = JSON.parse(response.body) as { errors: GraphQLFormattedError[] };
  const named = errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return { ...response, body: `${JSON.stringify({ errors: named, ...rest })}\n` };
}

/** Answers a request whose operation could not be read with an error of GraphQL over HTTP. */
export function sendGraphqlError(response: ServerResponse, error: DomainError, requestId: string): void {
  const { message, extensions } = toRequestError(error, requestId);
  const { http: _http, ...shown } = extensions;
  const body = JSON.stringify({ errors: [{ message, extensions: shown }] });
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
  response.writeHead(graphqlStatusOf(error.code), {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** Writes a response that is for one caller only. */
export function sendGraphqlResponse(
  response: ServerResponse,
  { status, headers, body }: GraphqlResponse,
): void {
  response.statusCode = status;
  for (const [name, value] of headers)
    response.setHeader(name, name === 'set-cookie' ? value.split('\n') : value);
  response.setHeader('cache-control', 'no-store');
  response.end(body);
}

function toGraphqlRequest(
  request: IncomingMessage,
  body: unknown,
  hasSession: TransportOptions['hasSession'],
): HTTPGraphQLRequest {
  const { method = 'GET', url = '', headers } = request;
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // A GET runs only queries, which have no effects: without a cookie a page of another site cannot abuse it.
  if (method === 'GET' && !hasSession(request)) map.set('apollo-require-preflight', 'true');
  return { method, headers: map, search: searchOf(url), body };
}

function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/** The headers of a request that concern its session. */
export function toHeaders({ headers }: IncomingMessage): Headers {
  const result = new Headers();
  for (const name of ['authorization', 'cookie', 'user-agent'] as const) {
    const value = headers[name];
    if (value !== undefined) result.set(name, value);
  }
  return result;
}
