import type { IncomingMessage } from 'node:http';
import type { FindRoute } from '../ports/route.ts';

/** The headers of requests that read: those of GraphQL clients, and of tracing (W3C Trace Context and Baggage, Sentry). */
const READING_HEADERS =
  'content-type, accept, apollo-require-preflight, x-apollo-operation-name, apollographql-client-name, apollographql-client-version, x-request-id, traceparent, tracestate, baggage, sentry-trace';
const ALLOWED_HEADERS = `authorization, idempotency-key, prefer, publisher, ${READING_HEADERS}`;
const EXPOSED_HEADERS =
  'etag, age, retry-after, ratelimit, ratelimit-policy, x-request-id, location, idempotent-replayed';
const PREFLIGHT_SECONDS = '7200';

const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** CORS (Fetch standard, section 3.3): pages of every origin may read in public; pages of trusted ones may do more. */
export interface Cors {
  /** Whether pages of this origin may send credentials and changes. */
  trusts(origin: string): boolean;
  /** Headers of a response, as name, value, name, value; empty for a path that only trusted origins may read. */
  headersFor(origin: string, url: string): readonly string[];
  /** Headers of the response to a preflight. */
  preflightHeadersFor(origin: string, url: string): readonly string[];
}

interface CorsOptions {
  readonly origins: () => readonly string[];
  /** Whether pages that this machine serves are trusted, too. */
  readonly trustsLocalhost: boolean;
  readonly findRoute: FindRoute;
}

export function createCors({ origins, trustsLocalhost, findRoute }: CorsOptions): Cors {
  const trusts = (origin: string) =>
    origins().includes(origin) || (trustsLocalhost && LOCAL_ORIGIN.test(origin));
  const exposed = ['access-control-expose-headers', EXPOSED_HEADERS];
  const headersFor = (origin: string, url: string) => {
    if (trusts(origin))
      return ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', ...exposed];
    return findRoute(url)?.isShared ? ['access-control-allow-origin', '*', ...exposed] : [];
  };
  return {
    trusts,
    headersFor,
    preflightHeadersFor(origin, url) {
      const headers = headersFor(origin, url);
      if (headers.length === 0) return [];
      const isTrusted = trusts(origin);
      return [
        ...headers,
        'access-control-allow-methods',
        isTrusted ? 'GET, POST, DELETE' : 'GET, POST',
        'access-control-allow-headers',
        isTrusted ? ALLOWED_HEADERS : READING_HEADERS,
        'access-control-max-age',
        PREFLIGHT_SECONDS,
      ];
    },
  };
}

/** Whether a page of this service sent the request: its origin has the host that the request was sent to. */
export function isOwnOrigin(origin: string, { headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return URL.parse(origin)?.host === headers.host;
}

/**
 * Whether the request may change something: no page sent it, or a page of this service or of a trusted origin, or it
 * carries a bearer credential, which no other page can send.
 */
export function mayChange(
  { trusts }: Pick<Cors, 'trusts'>,
  request: Pick<IncomingMessage, 'headers'>,
): boolean {
  const { origin, authorization } = request.headers;
  if (origin === undefined || authorization !== undefined) return true;
  return isOwnOrigin(origin, request) || trusts(origin);
}
