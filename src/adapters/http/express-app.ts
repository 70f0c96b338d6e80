import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { DomainError } from '../../core/errors.ts';
import type { FindRoute } from '../ports/route.ts';
import { MergedRequest } from './body.ts';
import type { Cors } from './cors.ts';
import { loggedPath } from './logged-path.ts';
import type { Metrics } from './metrics/metrics.ts';
import { requestIdOf } from './request-id.ts';

interface ExpressAppOptions {
  readonly log: Logger;
  readonly findRoute: FindRoute;
  readonly cors: Cors;
  /** The headers of all responses as name, value, name, value. */
  readonly commonHeaders: readonly string[];
  readonly metrics: Metrics;
  /** The routers by path, in order. */
  readonly routes: readonly (readonly [path: string, handler: RequestHandler])[];
  readonly respondWithError: (request: IncomingMessage, response: ServerResponse, error: unknown) => void;
}

/** The express app around all routers: request ids, logs, metrics, CORS, and 404. */
export function createExpressApp({
  log,
  findRoute,
  cors,
  commonHeaders,
  metrics,
  routes,
  respondWithError,
}: ExpressAppOptions): Express {
  const app = express();
  // Express gives each request this prototype, which replaces that of the server's requests.
  app.request = Object.create(MergedRequest.prototype, {
    ...Object.getOwnPropertyDescriptors(express.request),
    ...Object.getOwnPropertyDescriptors(app.request),
  });
  app.disable('x-powered-by').disable('etag').set('case sensitive routing', true);
  const logRequest = pinoHttp({
    logger: log,
    genReqId: requestIdOf,
    autoLogging: { ignore: ({ url = '' }) => findRoute(url)?.isProbe === true },
    quietReqLogger: true,
    serializers: LOGGED,
  });
  app.use(
    (request, response, next) => {
      // A logger of its own, which does not follow a change of the level.
      if (logRequest.logger.level !== log.level) logRequest.logger.level = log.level;
      logRequest(request, response, next);
    },
    (request, response, next) => {
      response.setHeader('x-request-id', requestIdOf(request));
      setFlat(response, commonHeaders);
      metrics.observe(request, response);
      next();
    },
    respondToCors(cors),
  );
  for (const [path, handler] of routes) app.use(path, handler);
  app.use((request, response) => {
    respondWithError(
      request,
      response,
      new DomainError('NOT_FOUND', 'Nothing is at this path: /docs lists the paths.'),
    );
  });
  const respondToFailure: ErrorRequestHandler = (error, request, response, _next) => {
    if (isUnmet(error) && !response.headersSent) respondToUnmet(response, error);
    else respondWithError(request, response, error);
  };
  app.use(respondToFailure);
  return app;
}

interface Unmet {
  readonly status: 412 | 416;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether a file was requested with a precondition or a range that it does not meet (RFC 9110 sections 13.2 and 14.2). */
function isUnmet(error: unknown): error is Unmet {
  const { status } = (error ?? {}) as { readonly status?: unknown };
  return status === 412 || status === 416;
}

function respondToUnmet(response: ServerResponse, { status, headers }: Unmet): void {
  // Those of the file.
  for (const name of ['cache-control', 'content-encoding', 'content-type', 'etag', 'last-modified'])
    response.removeHeader(name);
  response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'content-length': 0 }).end();
}

function respondToCors(cors: Cors): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const { originalUrl: url } = request;
    if (origin === undefined) return next();
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    response.setHeader('vary', 'origin');
    setFlat(response, isPreflight ? cors.preflightHeadersFor(origin, url) : cors.headersFor(origin, url));
    if (isPreflight) response.writeHead(204).end();
    else next();
  };
}

function setFlat(response: ServerResponse, flat: readonly string[]): void {
  for (let at = 0; at < flat.length; at += 2) response.setHeader(flat[at] ?? '', flat[at + 1] ?? '');
}

// Headers, queries and unknown parts of paths are not logged: they may contain credentials.
const LOGGED = {
  req: ({ method, url, remoteAddress }: { method: string; url: string; remoteAddress: string }) => ({
    method,
    path: loggedPath(url),
    remoteAddress,
  }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
};
