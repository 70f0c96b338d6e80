import type { IncomingMessage } from 'node:http';
import { SESSION_COOKIE } from '../adapters/auth/sessions.ts';
import { createReadyResponse, type ReadyResponse } from '../adapters/cache/ready-response.ts';
import { createResponseCache, type CacheableResponse } from '../adapters/cache/response-cache.ts';
import { createCachedReads, type PublicRead } from '../adapters/cache/cached-reads.ts';
import { createSharedResponses } from '../adapters/cache/redis.ts';
import type { GraphqlResponse } from '../adapters/graphql/execute/graphql-response.ts';
import type { GraphqlTransport } from '../adapters/graphql/gateway/transport.ts';
import { parseJson } from '../adapters/http/body.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import { pageHeaders } from '../adapters/web/page-headers.ts';
import type { PublicPages } from '../adapters/web/public-pages.ts';
import type { PageQuery } from '../adapters/ports/site.ts';
import { ANONYMOUS } from '../core/access/callers.ts';
import { linkOf } from '../adapters/rest/feed/hub.ts';
import type { createFeedDocuments } from '../adapters/rest/feed/feed-documents.ts';
import { createChangeGate, createReadGate } from './read-gate.ts';
import type { Storage } from './open-storage.ts';
import type { ReadsThread } from './reads/reads-thread.ts';
import type { Served } from './serving/served.ts';
import { toRequestSpan } from './serving/trace-request.ts';
import { tracing } from '../runtime/tracing/tracing.ts';
import { toUtf8 } from '../runtime/utf8.ts';
import { readVersion } from '../runtime/version.ts';
import { ANONYMOUS_TENANT, workFor } from '../runtime/concurrency/tenants.ts';

interface CachedReadsParts {
  readonly storage: Pick<Storage, 'epoch' | 'chainEpoch' | 'redis'>;
  readonly documents: ReturnType<typeof createFeedDocuments>;
  readonly pages: PublicPages;
  readonly transport: GraphqlTransport;
  /** Runs expensive reads; only with a database server. */
  readonly readsThread: ReadsThread | undefined;
}

/**
 * The response cache, which answers first: it holds public pages of the site, the feed documents and public responses of GraphQL.
 */
export function openCachedReads(
  served: Served,
  { storage, documents, pages, transport, readsThread }: CachedReadsParts,
): ReturnType<typeof createCachedReads> {
  const { metrics, admission, takeTurn, takeReadTurn, site } = served;
  const { epoch, chainEpoch, redis } = storage;
  const reads = createReadGate();
  // Mutations, such as sign-in, do not wait for reads.
  const changes = createChangeGate();
  const render = async (read: PublicRead): Promise<CacheableResponse> => {
    const { request, body, cache } = read;
    const { facts, chainFacts } = factsNow(storage);
    if (cache === 'target') return renderDocument(request.url ?? '', facts);
    const parsed = body === undefined ? undefined : parseJson(Buffer.from(body));
    const response = await transport.respondToPublic(request, parsed, { reads, changes });
    return toCacheableResponse(request, response.cacheable === 'chain' ? chainFacts : facts, response);
  };
  const renderDocument = async (target: string, facts: Facts): Promise<CacheableResponse> => {
    const { contentType, body } =
      readsThread && documents.isCostly(target)
        ? await readsThread.readDocument(target)
        : await reads.run(() => documents.read(target));
    return { cacheable: true, response: createReadyResponse({ ...facts, status: 200, contentType }, body) };
  };
  const queryFor =
    (request: IncomingMessage): PageQuery =>
    (document, variables) => {
      const context = {
        caller: ANONYMOUS,
        requestId: requestIdOf(request),
        // Public pages have no operations that are counted by network.
        network: '',
        headers: () => new Headers(),
      };
      return transport.query(document, variables, context, reads);
    };
  const renderPage = async (request: IncomingMessage): Promise<CacheableResponse> => {
    const { facts, chainFacts } = factsNow(storage);
    const page = await pages.render(request, requestIdOf(request), queryFor(request));
    const { status, contentType, body, cacheable, location } = page;
    const own = cacheable ? [] : ['cache-control', 'no-store', 'x-request-id', requestIdOf(request)];
    if (location !== undefined) own.push('location', location);
    const shownFacts = cacheable === 'chain' ? chainFacts : facts;
    const responseFacts = { ...shownFacts, status, contentType, pageHeaders: pageHeaders(page) };
    const response = createReadyResponse(responseFacts, toUtf8(body), own);
    return { cacheable: cacheable !== false, response };
  };
  const renderFor = (request: IncomingMessage, work: () => Promise<CacheableResponse>) =>
    workFor(ANONYMOUS_TENANT, () => tracing.span(() => toRequestSpan(served.findRoute, request), work));
  return createCachedReads({
    ...served,
    cache: createResponseCache({
      epoch,
      chainEpoch,
      shared: redis && createSharedResponses(redis, JSON.stringify([readVersion(), site.facts])),
      now: Date.now,
      onEvent: metrics.countCached,
    }),
    hasCredential: ({ headers }) =>
      headers.authorization !== undefined || headers.cookie?.includes(SESSION_COOKIE) === true,
    render: (read) => renderFor(read.request, () => render(read)),
    pages: {
      keyOf: pages.keyOf,
      render: (request) => renderFor(request, () => renderPage(request)),
    },
    limit: async (request, response, mayChange) => {
      metrics.observe(request, response);
      // Anybody can send a body that looks like a change, so it does not go first.
      await (mayChange ? takeTurn : takeReadTurn)(request);
      await admission.countPublic(request, response);
    },
    corsHeaders: served.cors.headersFor,
    linkOf: (url) => linkOf(url, served.config.PUBLIC_URL),
    now: Date.now,
  });
}

type Facts = Pick<ReadyResponse, 'bornAt' | 'epoch' | 'chainEpoch'>;

/** The facts of a response that is begun now, without and with the chain. */
function factsNow({ epoch, chainEpoch }: CachedReadsParts['storage']): Record<'facts' | 'chainFacts', Facts> {
  const facts = { bornAt: Date.now(), epoch: epoch.stamp() };
  return { facts, chainFacts: { ...facts, chainEpoch: chainEpoch.current() } };
}

function toCacheableResponse(
  request: IncomingMessage,
  facts: Facts,
  { status, headers, body, cacheable }: GraphqlResponse,
): CacheableResponse {
  const contentType = headers.get('content-type') ?? 'application/json; charset=utf-8';
  const own = cacheable ? [] : ['x-request-id', requestIdOf(request), ...toFlatHeaders(headers)];
  const response = createReadyResponse({ ...facts, status, contentType }, body, own);
  return { cacheable: cacheable !== false, response };
}

/** Headers as name, value, name, value, without those that createReadyResponse sets. */
function toFlatHeaders(headers: ReadonlyMap<string, string>): string[] {
  const flat = ['cache-control', 'no-store'];
  for (const [name, value] of headers) {
    if (name === 'content-type' || name === 'content-length' || name === 'cache-control') continue;
    for (const one of name === 'set-cookie' ? value.split('\n') : [value]) flat.push(name, one);
  }
  return flat;
}
