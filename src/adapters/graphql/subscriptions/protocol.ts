import { unwrapResolverError } from '@apollo/server/errors';
import {
  createSourceEventStream,
  execute,
  GraphQLError,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { CloseCode, makeServer, type Server } from 'graphql-ws';
import { isDeepStrictEqual } from 'node:util';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Caller } from '../../../core/access/callers.ts';
import { DomainError } from '../../../core/errors.ts';
import { requireJsonLimits } from '../../../core/values/json-limits.ts';
import type { RateLimits } from '../../../core/access/rate-limits.ts';
import { requireAllowance } from '../../../core/access/require-allowance.ts';
import { formatError, isForeseen, MAX_ERRORS } from '../gateway/errors.ts';
import type { CreateContext, SubscriptionContext } from './context.ts';
import type { Message } from './message.ts';
import { toCloseReason } from './close-reason.ts';

import { readDocument } from './document.ts';
import { toResults } from './results.ts';
import { createSubscriptionCount } from './subscription-count.ts';
import { whenFree } from './when-free.ts';

const INIT_WITHIN_MS = 5_000;
/** The most subscriptions of one connection. */
const MAX_PER_CONNECTION = 50;
// Close code of the registry of RFC 6455, 7.4.1: the server is overloaded or temporarily unavailable.
const TRY_AGAIN_LATER = 1013;

/** One WebSocket. */
export interface SocketConnection {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  /** The network of the client. */
  readonly network: string;
  /** Whether the client has answered the last ping. */
  isAlive: boolean;
  /** Called when a subscription has begun; the next message is then processed. */
  begun: () => void;
  /** Undefined until the credential has been checked. */
  caller: Caller | undefined;
  /** The value of the Authorization header, or of the connection parameter in its place. */
  authorization: string | undefined;
}

interface ProtocolOptions {
  readonly schema: GraphQLSchema;
  readonly createContext: CreateContext;
  readonly identify: (headers: { readonly authorization?: string }) => Promise<Caller>;
  readonly rateLimits: RateLimits;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly reportFailure: (error: unknown, requestId: string) => void;
  /** The most subscriptions of all connections. */
  readonly limit: () => number;
}

/** GraphQL over WebSocket (graphql-transport-ws) for subscriptions, with checks of credentials. */
export interface Protocol extends Pick<Server<SocketConnection>, 'opened'> {
  /** Closes the connection when its credential is no longer valid or identifies a caller with other rights. */
  recheck(connection: SocketConnection): Promise<void>;
  /** The number of open subscriptions. */
  subscriptions(): number;
}

export function createProtocol(options: ProtocolOptions): Protocol {
  const { schema, createContext, identify, rateLimits, requestIdOf, reportFailure, limit } = options;
  const count = createSubscriptionCount(limit);

  const consume = async ({ caller, network }: SocketConnection) => {
    const by =
      caller?.kind === 'key' ? caller.keyId : caller?.kind === 'client' ? caller.namespace : undefined;
    requireAllowance(
      await rateLimits.consume(by === undefined ? 'request-by-network' : 'request-by-key', by ?? network),
    );
  };
  const show = (errors: readonly GraphQLError[], { request }: SocketConnection): GraphQLFormattedError[] =>
    errors.slice(0, MAX_ERRORS).map((error) => {
      if (!isForeseen(error)) reportFailure(unwrapResolverError(error), requestIdOf(request));
      const formatted = formatError(error.toJSON(), error);
      return { ...formatted, extensions: { ...formatted.extensions, requestId: requestIdOf(request) } };
    });

  /** Closes the connection and throws when its credential is no longer valid or identifies a caller with other rights. */
  const recheck = async ({ socket, authorization, caller }: SocketConnection) => {
    if (authorization === undefined) return;
    const now = await identify({ authorization }).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') close(socket, error);
      throw error;
    });
    if (isDeepStrictEqual(now, caller)) return;
    const changed = 'What the credential may do has changed: connect again.';
    socket.close(CloseCode.Forbidden, changed);
    throw new DomainError('UNAUTHORIZED', changed);
  };

  const server = makeServer<Record<string, unknown>, SocketConnection>({
    connectionInitWaitTimeout: INIT_WITHIN_MS,
    async onConnect({ extra: connection, connectionParams }) {
      const { socket, request } = connection;
      const authorization = readAuthorization(
        connectionParams?.['authorization'] ??
          connectionParams?.['Authorization'] ??
          request.headers.authorization,
      );
      connection.authorization = authorization;
      try {
        // Cookies are ignored: browsers also send them with connections from other sites.
        connection.caller = await identify(authorization === undefined ? {} : { authorization });
        return true;
      } catch (error) {
        close(socket, error);
        if (!(error instanceof DomainError)) reportFailure(error, requestIdOf(request));
        return false;
      }
    },
    async onSubscribe({ extra: connection, subscriptions }, _id, payload) {
      try {
        await consume(connection);
        requireJsonLimits(payload, 'The payload');
        // The credential may have been revoked since the last heartbeat.
        await whenFree(connection, () => recheck(connection));
      } catch (error) {
        return [toGraphqlError(error)];
      }
      // `subscriptions` includes the requested one.
      if (Object.keys(subscriptions).length > MAX_PER_CONNECTION)
        return [tooMany(`A connection has at most ${MAX_PER_CONNECTION} subscriptions: end some.`)];
      const read = readDocument(schema, payload);
      if (!('document' in read)) return read;
      const { caller, request } = connection;
      if (caller === undefined) throw new Error('The connection subscribes before its caller is identified.');
      const context = createContext(caller, requestIdOf(request), connection.network);
      return { ...read, contextValue: { ...context, connection } };
    },
    async subscribe(args) {
      const { connection } = args.contextValue as ConnectedContext;
      const over = count.begin(connection.network);
      if (typeof over === 'string') return { errors: [tooMany(FULL[over])] };
      const events = await runWhenFree(connection, async () => createSourceEventStream(args)).catch(
        (error: unknown) => ({ errors: [toGraphqlError(error)] }),
      );
      if (Symbol.asyncIterator in events)
        return toResults(events, (event) => resultOf(connection, args, event), over);
      over();
      return events;
    },
    onOperation: ({ extra }) => extra.begun(),
    onNext({ extra }, _id, _payload, _args, { data, errors }) {
      if (errors === undefined) return undefined;
      return { ...(data !== undefined && { data }), errors: show(errors, extra) };
    },
    onError: ({ extra }, _id, _payload, errors) => show(errors, extra),
  });

  return {
    opened: server.opened,
    subscriptions: count.open,
    // When the check fails for another reason, the next heartbeat repeats it.
    recheck: (connection) => recheck(connection).catch(() => undefined),
  };
}

const FULL = {
  FULL: 'There are too many subscriptions here now: try again later.',
  FULL_FOR_NETWORK: 'There are too many subscriptions from this address: end some.',
} as const;

function readAuthorization(parameters: unknown): string | undefined {
  // A value that is not a string becomes an empty credential, which is refused.
  return parameters == null ? undefined : typeof parameters === 'string' ? parameters : '';
}

/** Closes with a code from which clients know whether to connect again. */
function close(socket: WebSocket, error: unknown): void {
  if (!(error instanceof DomainError))
    socket.close(CloseCode.InternalServerError, 'Something went wrong here.');
  else if (error.code === 'UNAUTHENTICATED')
    socket.close(CloseCode.Unauthorized, toCloseReason(error.message));
  else socket.close(TRY_AGAIN_LATER, toCloseReason(error.message));
}

function tooMany(message: string): GraphQLError {
  return toGraphqlError(
    new DomainError('RATE_LIMITED', message, { reason: 'TOO_MANY_SUBSCRIPTIONS', retryAfterSeconds: 60 }),
  );
}

function toGraphqlError(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}

type ConnectedContext = SubscriptionContext & { readonly connection: SocketConnection };

/** Executes the document for an event: a `Message`, whose extensions stand beside the data. */
async function resultOf(
  connection: SocketConnection,
  args: ExecutionArgs,
  event: unknown,
): Promise<ExecutionResult> {
  const result = await runWhenFree(connection, async () => execute({ ...args, rootValue: event }));
  const { extensions } = event as Message<unknown>;
  return extensions === undefined ? result : { ...result, extensions };
}

/** Repeats an execution that fails because the service is busy. */
function runWhenFree<Result extends object>(
  connection: SocketConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  const failureOf = (result: Result) =>
    'errors' in result ? (result as ExecutionResult).errors?.map(unwrapResolverError) : undefined;
  return whenFree(connection, work, failureOf);
}
