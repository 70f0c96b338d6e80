import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { FeedChanges } from '../../core/listings/feed-changes.ts';
import { packResponse, unpackResponse, type ReadyResponse } from './ready-response.ts';
import type { ChainEpoch } from './chain-epoch.ts';
import { TransientMap } from '../../runtime/concurrency/transient-map.ts';
import { toUtf8 } from '../../runtime/utf8.ts';
import type { Epoch } from './epoch.ts';

/** The greatest age of a served response in seconds, counted from when it was made, over all caches (interface section 8). */
export const MAX_AGE_SECONDS = 600;
const FRESH_MS = 60_000;
/** How long a response of the chain's read model is served: it also changes with the chain's clock. */
export const CHAIN_FRESH_SECONDS = 1;
/** The shortest time between two refreshes of one response, however often the feed changes. */
const SHORTEST_FRESH_MS = 1_000;
/** How long a response that is to end is still served while a new one is made. */
const OUTDATED_MS = 5_000;
const MAX_AGE_MS = MAX_AGE_SECONDS * 1_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REQUESTED_KEYS = 20_000;
/** Larger responses are not cached: a few of them would evict everything else. */
const MAX_STORED_BODY = 256 * 1024;

/** The cache that all instances share; while it is unreachable every look-up misses. */
export interface SharedResponses {
  get(key: string): Promise<SharedResponse | undefined>;
  set(key: string, value: Buffer, forMs: number): void;
}

/** A packed response, and how much of the greatest age it has left, in milliseconds by the clock of the shared cache. */
export interface SharedResponse {
  readonly value: Buffer;
  readonly leftMs: number;
}

/** A made response; it is cached when `cacheable`. */
export interface CacheableResponse {
  readonly response: ReadyResponse;
  readonly cacheable: boolean;
}

interface ResponseCacheOptions {
  readonly epoch: Epoch;
  readonly chainEpoch: ChainEpoch;
  readonly shared: SharedResponses | undefined;
  readonly now: () => number;
  readonly onEvent: (event: 'hit' | 'stale' | 'miss' | 'shared') => void;
}

/**
 * Caches responses of anonymous public reads: single flight, stale-while-revalidate. Everything that outlives a request is
 * bounded by bytes: responses with their keys, and the hashes of keys that have no response yet.
 */
export interface ResponseCache {
  /** A fresh or stale response; for a stale one `render` runs in the background. */
  find(key: string, render: () => Promise<CacheableResponse>): ReadyResponse | undefined;
  /**
   * Makes the response after a miss of `find`: once for all simultaneous requests of the key, unless each needs its own. Returns the
   * response that another request has stored meanwhile.
   */
  load(key: string, render: () => Promise<CacheableResponse>, shareable?: boolean): Promise<ReadyResponse>;
}

export function createResponseCache({
  epoch,
  chainEpoch,
  shared,
  now,
  onEvent,
}: ResponseCacheOptions): ResponseCache {
  const entries = new LRUCache<string, ReadyResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: (response, key) => response.size * 2 + key.length * 2 + 512,
  });
  // The hashes of requested keys, and whether they were requested again: a response is cached from the second request of its key
  // on, so that requests which are never repeated evict nothing.
  const requestedKeys = new LRUCache<string, 'once' | 'repeatedly'>({ max: MAX_REQUESTED_KEYS });
  const flights = new TransientMap<string, Promise<CacheableResponse>>();

  const store = (key: string, response: ReadyResponse) => {
    if (response.size > MAX_STORED_BODY) return;
    // A response that took longer does not replace one that was begun after it.
    const stored = entries.peek(key);
    if (stored && stateOf(stored) !== 'expired' && stored.bornAt >= response.bornAt) return;
    entries.set(key, withOwnBytes(response));
    // Other instances do not know the epoch of this one.
    if (response.chainEpoch !== undefined) return;
    const left = response.bornAt + MAX_AGE_MS - now();
    if (left > 0) shared?.set(key, packResponse(response), left);
  };

  const noteRequest = (key: string) => {
    const name = nameOf(key);
    requestedKeys.set(name, requestedKeys.has(name) ? 'repeatedly' : 'once');
  };

  const loadUnshared = async (
    key: string,
    render: () => Promise<CacheableResponse>,
    name = nameOf(key),
  ): Promise<CacheableResponse> => {
    const rendered = await render();
    // Whoever requests the key while its response is made counts too.
    if (rendered.cacheable && requestedKeys.get(name) === 'repeatedly') store(key, rendered.response);
    return rendered;
  };

  const loadOnce = async (
    key: string,
    render: () => Promise<CacheableResponse>,
  ): Promise<CacheableResponse> => {
    const name = nameOf(key);
    // A response that was begun before a step of the projection may lack it, so no later request shares it.
    const flightName = `${name} ${chainEpoch.current()}`;
    const running = flights.get(flightName);
    if (running) {
      const rendered = await running;
      // An uncacheable response, such as an error that names its request, is made for each request.
      return rendered.cacheable ? rendered : render();
    }
    const flight = loadUnshared(key, render, name);
    flights.set(flightName, flight);
    try {
      return await flight;
    } finally {
      flights.delete(flightName);
    }
  };

  /** Makes a response again that is served meanwhile; a page that is gone ends it. */
  const renew = async (key: string, render: () => Promise<CacheableResponse>): Promise<void> => {
    const { response } = await loadOnce(key, render);
    if (response.status === 404) entries.delete(key);
  };

  // The clocks of instances differ, so the age of a shared response is that by the cache that they share, if it is greater.
  const findShared = async (key: string): Promise<ReadyResponse | undefined> => {
    const found = await shared?.get(key);
    const response = found && unpackResponse(found.value);
    if (found === undefined || response === undefined || response.bornAt > now()) return undefined;
    return { ...response, bornAt: Math.min(response.bornAt, now() + found.leftMs - MAX_AGE_MS) };
  };

  // An outdated response is better than none while the database is away, unless it shows the chain (RFC 5861 section 4).
  const renderOr = async (
    render: () => Promise<CacheableResponse>,
    outdated: ReadyResponse | undefined,
  ): Promise<CacheableResponse> => {
    const isUsable = () =>
      outdated !== undefined && outdated.chainEpoch === undefined && isYoung(now() - outdated.bornAt);
    const instead = () => {
      onEvent('stale');
      return { response: outdated as ReadyResponse, cacheable: true };
    };
    try {
      const rendered = await render();
      return rendered.response.status >= 500 && isUsable() ? instead() : rendered;
    } catch (error) {
      if (isUsable()) return instead();
      throw error;
    }
  };

  const stateOf = ({
    bornAt,
    epoch: bornIn,
    chainEpoch: chainBornIn,
  }: ReadyResponse): 'fresh' | 'stale' | 'expired' => {
    const age = now() - bornAt;
    if (chainBornIn !== undefined)
      return chainBornIn === chainEpoch.current() && age >= 0 && age < CHAIN_FRESH_SECONDS * 1_000
        ? 'fresh'
        : 'expired';
    if (!isYoung(age)) return 'expired';
    if (bornIn !== epoch.current() && age >= SHORTEST_FRESH_MS)
      return age < OUTDATED_MS ? 'stale' : 'expired';
    if (epoch.hearsOthers()) return age < FRESH_MS ? 'fresh' : 'stale';
    // It may show what another instance has taken down, so it is renewed before it is a minute old.
    if (age >= FRESH_MS) return 'expired';
    return age < FRESH_MS - OUTDATED_MS ? 'fresh' : 'stale';
  };

  return {
    find(key, render) {
      const response = entries.get(key);
      const state = response && stateOf(response);
      if (response === undefined || state === 'expired') {
        noteRequest(key);
        return undefined;
      }
      if (state === 'stale') {
        requestedKeys.set(nameOf(key), 'repeatedly');
        renew(key, render).catch(() => undefined);
      }
      onEvent(state === 'stale' ? 'stale' : 'hit');
      return response;
    },
    async load(key, render, shareable = true) {
      // Another request may have stored it since this one missed.
      const stored = entries.get(key);
      if (stored && stateOf(stored) === 'fresh') {
        onEvent('hit');
        return stored;
      }
      const loadEntry = shareable ? loadOnce : loadUnshared;
      const { response } = await loadEntry(key, async () => {
        const found = await findShared(key);
        if (found && stateOf(found) === 'fresh') {
          onEvent('shared');
          if (found.size <= MAX_STORED_BODY) entries.set(key, withOwnBytes(found));
          return { response: found, cacheable: true };
        }
        onEvent('miss');
        return renderOr(render, entries.peek(key) ?? found);
      });
      return response;
    },
  };
}

/** Whether an age in milliseconds may be served at all; it is negative after a clock was ahead, and then unknown. */
function isYoung(age: number): boolean {
  return age >= 0 && age < MAX_AGE_MS;
}

// Node allocates short buffers from a shared pool; a cached slice would keep the whole pool in memory.
function withOwnBytes(response: ReadyResponse): ReadyResponse {
  const bytes = toUtf8(response.body);
  if (bytes === response.body && bytes.buffer.byteLength === bytes.length) return response;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return { ...response, body: own };
}

// A key is as long as its request, so the list of requested keys holds hashes.
function nameOf(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** Announces changes of the feed by advancing its epoch. */
export function createFeedChanges(epoch: Epoch): FeedChanges {
  return { announce: () => epoch.advance() };
}
