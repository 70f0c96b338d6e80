import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '../../core/errors.ts';
import { JSON_TYPE } from '../ports/json-type.ts';
import { requireClient } from '../ports/require-client.ts';
import type { FindRoute, Route } from '../ports/route.ts';
import { formFor, type ReadyResponse, type SentForm } from './ready-response.ts';
import {
  CHAIN_FRESH_SECONDS,
  MAX_AGE_SECONDS,
  type ResponseCache,
  type CacheableResponse,
} from './response-cache.ts';

// Clients cache a response briefly; shared caches may serve it during an outage, never beyond its greatest age.
const CACHE_CONTROL = `public, max-age=10, stale-while-revalidate=50, stale-if-error=${MAX_AGE_SECONDS - 60}`;
const CHAIN_CACHE_CONTROL = `public, max-age=${CHAIN_FRESH_SECONDS}`;
const MAX_KEY = 16_384;
const MAX_ACCEPT = 200;
const NO_JSON = /^[/!]/;
const PLAIN_ACCEPT = new Set([undefined, '*/*', 'application/json']);

/** A public read over HTTP. */
export interface PublicRead {
  readonly request: IncomingMessage;
  /** The body of a POST. */
  readonly body: string | undefined;
  readonly cache: NonNullable<Route['cache']>;
}

interface CachedReadsOptions {
  readonly cache: ResponseCache;
  readonly findRoute: FindRoute;
  /** Whether the request may carry a credential; the response cache leaves such a request to the routes. */
  readonly hasCredential: (request: IncomingMessage) => boolean;
  readonly render: (read: PublicRead) => Promise<CacheableResponse>;
  /** The public pages of the site. */
  readonly pages: {
    /** The key of the page that a GET or HEAD requests; undefined for other requests. */
    keyOf(request: IncomingMessage): string | undefined;
    render(request: IncomingMessage): Promise<CacheableResponse>;
  };
  /** Counts a request that memory does not answer, and may set headers. Rejects above the rate limit. */
  readonly limit: (request: IncomingMessage, response: ServerResponse, mayChange: boolean) => Promise<void>;
  /** Answers a request that failed. */
  readonly respondWithError: (request: IncomingMessage, response: ServerResponse, error: unknown) => void;
  /** The CORS headers for an Origin and a URL, as name, value, name, value. */
  readonly corsHeaders: (origin: string, url: string) => readonly string[];
  /** The Link header of a feed document by its URL; undefined for other responses. */
  readonly linkOf: (url: string) => string | undefined;
  /** The headers of all responses as name, value, name, value. */
  readonly commonHeaders: readonly string[];
  readonly now: () => number;
}

/**
 * The first handler of a request. It answers anonymous public reads: GraphQL queries, by the text of the request, the feed
 * documents, and public pages of the site. Returns whether it took the request.
 */
export function createCachedReads(
  options: CachedReadsOptions,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { url = '', method } = request;
    const cache = options.findRoute(url)?.cache;
    if (cache === undefined || !isCacheable(request, cache)) return servePage(options, request, response);
    // The feed documents are the same for every caller; the response of a GraphQL query depends on the caller.
    if (cache === 'graphql' && options.hasCredential(request)) return false;
    const { accept } = request.headers;
    if (accept !== undefined && accept.length > MAX_ACCEPT) return false;
    if (method === 'POST') receive(options, request, response);
    else {
      const key = cache === 'target' ? url : toKey(accept, url);
      serve(options, response, key, { request, body: undefined, cache });
    }
    return true;
  };
}

/** Serves a public page of the site, which is the same with and without a cookie. */
function servePage(options: CachedReadsOptions, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '' } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.length > MAX_KEY) return false;
  const pageKey = options.pages.keyOf(request);
  if (pageKey === undefined) return false;
  // No other key has a line feed after the slash: neither a target nor a body that is looked up.
  const key = `/\n${pageKey}`;
  const render = () => options.pages.render(request);
  const ready = options.cache.find(key, render);
  if (ready) send(options, request, response, ready);
  else
    void load(options, request, response, { mayChange: false, load: () => options.cache.load(key, render) });
  return true;
}

function receive(options: CachedReadsOptions, request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', (cause) => options.respondWithError(request, response, cause));
  request.on('end', () => {
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const body = bytes.toString('utf8');
    if (!isUtf8(bytes) || NO_JSON.test(body)) {
      const error = new DomainError('INVALID_PAYLOAD', 'The body is not valid JSON in UTF-8.');
      options.respondWithError(request, response, error);
      return;
    }
    serve(options, response, toKey(request.headers.accept, body), { request, body, cache: 'graphql' });
  });
}

// The key contains the media type, which follows from Accept. Paths begin with /, bodies with neither / nor !.
function toKey(accept: string | undefined, requested: string): string {
  return PLAIN_ACCEPT.has(accept) ? requested : `!${accept}\n${requested}`;
}

/** Whether a request is a public read; others are left to the ordinary routes and their errors. */
function isCacheable(
  { method, url = '', headers }: IncomingMessage,
  cache: NonNullable<Route['cache']>,
): boolean {
  if (method === 'POST') return cache === 'graphql' && !url.includes('?') && isSmallJson(headers);
  if ((method !== 'GET' && method !== 'HEAD') || url.length > MAX_KEY) return false;
  if (cache === 'target') return true;
  // A browser that opens the address gets the explorer.
  return method === 'GET' && url.includes('?') && !headers.accept?.includes('text/html');
}

function isSmallJson(headers: IncomingMessage['headers']): boolean {
  return (
    JSON_TYPE.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined &&
    Number(headers['content-length']) <= MAX_KEY
  );
}

function serve(options: CachedReadsOptions, response: ServerResponse, key: string, read: PublicRead): void {
  const { cache, render } = options;
  const ready = cache.find(key, () => render(read));
  if (ready) send(options, read.request, response, ready);
  else {
    const isShared = isShareable(read);
    void load(options, read.request, response, {
      mayChange: !isShared,
      load: () => cache.load(key, () => render(read), isShared),
    });
  }
}

async function load(
  options: CachedReadsOptions,
  request: IncomingMessage,
  response: ServerResponse,
  {
    mayChange,
    load: loadResponse,
  }: { readonly mayChange: boolean; readonly load: () => Promise<ReadyResponse> },
): Promise<void> {
  try {
    await options.limit(request, response, mayChange);
    if (mayChange) await requireClient(request);
    send(options, request, response, await loadResponse());
  } catch (error) {
    options.respondWithError(request, response, error);
  }
}

// Simultaneous equal queries share one response; a request that may contain a mutation is executed for each.
function isShareable({ body }: PublicRead): boolean {
  return body === undefined || (body.includes('"query"') && !body.includes('mutation'));
}

function send(
  { commonHeaders, corsHeaders, linkOf, now }: CachedReadsOptions,
  { headers, method, url = '' }: IncomingMessage,
  response: ServerResponse,
  ready: ReadyResponse,
): void {
  const { pageHeaders } = ready;
  const vary = pageHeaders ? 'accept-encoding, accept-language' : 'accept-encoding, origin, accept';
  const flat = ['vary', vary, ...commonHeaders];
  if (pageHeaders) flat.push(...pageHeaders);
  else if (headers.origin !== undefined) flat.push(...corsHeaders(headers.origin, url));
  if (ready.headers.length > 0) {
    // Never cached: errors, mutations, and responses with headers of their own.
    flat.push(...ready.headers);
    sendBody(response, ready, flat, pageHeaders && headers['accept-encoding']);
    return;
  }
  const age = Math.max(0, Math.floor((now() - ready.bornAt) / 1000));
  const control = ready.chainEpoch === undefined ? CACHE_CONTROL : CHAIN_CACHE_CONTROL;
  const link = linkOf(url);
  if (link !== undefined) flat.push('link', link);
  flat.push('etag', ready.etag, 'cache-control', control, 'age', String(age));
  const known = headers['if-none-match'];
  if (known !== undefined && method !== 'POST' && matches(known, ready.etag)) {
    response.writeHead(304, flat).end();
    return;
  }
  sendBody(response, ready, flat, headers['accept-encoding']);
}

function sendBody(
  response: ServerResponse,
  ready: ReadyResponse,
  headers: string[],
  acceptEncoding: string | undefined,
): void {
  const write = ({ body, size, encoding }: SentForm) => {
    if (encoding !== undefined) headers.push('content-encoding', encoding);
    headers.push('content-type', ready.contentType, 'content-length', String(size));
    response.writeHead(ready.status, headers).end(body);
  };
  const form = formFor(ready, acceptEncoding);
  if (form instanceof Promise) void form.then(write);
  else write(form);
}

// Weak comparison (RFC 9110 section 13.1.2).
function matches(known: string, etag: string): boolean {
  const opaque = etag.slice(2);
  return known === etag || known.split(',').some((tag) => ['*', etag, opaque].includes(tag.trim()));
}
