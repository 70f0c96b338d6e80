const ALLOWED_HEADERS =
  'authorization, content-type, accept, apollo-require-preflight, x-apollo-operation-name, apollographql-client-name, apollographql-client-version, idempotency-key, prefer, x-request-id';
const EXPOSED_HEADERS =
  'etag, age, retry-after, ratelimit, ratelimit-policy, x-request-id, location, idempotent-replayed';
const PREFLIGHT_SECONDS = '7200';

/** CORS (Fetch standard, section 3.3) for a list of origins. */
export interface Cors {
  /** Headers of an answer, as name, value, name, value; empty for an origin that is not on the list. */
  headersFor(origin: string): readonly string[];
  /** Headers of the answer to a preflight. */
  preflightHeadersFor(origin: string): readonly string[];
}

/** CORS for these origins, without credentials: other sites use bearer tokens, not cookies. */
export function createCors(origins: readonly string[]): Cors {
  const allowed = new Set(origins);
  const headersFor = (origin: string) =>
    allowed.has(origin)
      ? ['access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED_HEADERS]
      : [];
  return {
    headersFor,
    preflightHeadersFor: (origin) =>
      allowed.has(origin)
        ? [
            ...headersFor(origin),
            'access-control-allow-methods',
            'GET, POST, DELETE',
            'access-control-allow-headers',
            ALLOWED_HEADERS,
            'access-control-max-age',
            PREFLIGHT_SECONDS,
          ]
        : [],
  };
}
