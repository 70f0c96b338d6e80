import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { FeedChanges } from '../../core/listings/feed-changes.ts';
import { packAnswer, bytesOf, unpackAnswer, type Answer } from './answer.ts';
import type { ChainEpoch } from './chain-epoch.ts';
import { TransientMap } from '../../runtime/concurrency/transient-map.ts';
import type { Epoch } from './epoch.ts';

/** The greatest age of a served answer in seconds, counted from when it was made, over all caches (interface section 8). */
export const MAX_AGE_SECONDS = 600;
const FRESH_MS = 60_000;
/** How long an answer of the chain's read model is served: it also changes with the chain's clock. */
export const CHAIN_FRESH_SECONDS = 1;
/** The shortest time between two refreshes of one answer, however often the feed changes. */
const SHORTEST_FRESH_MS = 1_000;
/** How long an answer from before a change is still served while a new one is made. */
const OUTDATED_MS = 5_000;
const MAX_AGE_MS = MAX_AGE_SECONDS * 1_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_SEEN_KEYS = 20_000;
/** Larger answers are not cached: a few of them would evict everything else. */
const MAX_STORED_BODY = 256 * 1024;

/** The cache that all instances share; while it is unreachable every look-up misses. */
export interface SharedAnswers {
  get(key: string): Promise<SharedAnswer | undefined>;
  set(key: string, value: Buffer, forMs: number): void;
}

/** A packed answer, and how much of the greatest age it has left, in milliseconds by the clock of the shared cache. */
export interface SharedAnswer {
  readonly value: Buffer;
  readonly leftMs: number;
}

/** A made answer; it is cached when `cacheable`. */
export interface CacheableResponse {
  readonly answer: Answer;
  readonly cacheable: boolean;
}

interface AnswerCacheOptions {
  readonly epoch: Epoch;
  readonly chainEpoch: ChainEpoch;
  readonly shared: SharedAnswers | undefined;
  readonly now: () => number;
  readonly onEvent: (event: 'hit' | 'stale' | 'miss' | 'shared') => void;
}

/**
 * Caches answers of anonymous public reads: single flight, stale-while-revalidate. Everything that outlives a request is
 * bounded by bytes: answers with their keys, and the hashes of keys that have no answer yet.
 */
export interface AnswerCache {
  /** A fresh or stale answer; for a stale one `make` runs in the background. */
  find(key: string, render: () => Promise<CacheableResponse>): Answer | undefined;
  /** Makes the answer after a miss: once for all simultaneous requests of the key, unless each needs its own. */
  load(key: string, render: () => Promise<CacheableResponse>, shareable?: boolean): Promise<Answer>;
}

interface Flight {
  readonly made: Promise<CacheableResponse>;
  /** Whether the key was requested before, or by several requests at once. */
  isRepeated: boolean;
}

export function createAnswerCache({
  epoch,
  chainEpoch,
  shared,
  now,
  onEvent,
}: AnswerCacheOptions): AnswerCache {
  const entries = new LRUCache<string, Answer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (answer, key) => answer.size * 2 + key.length * 2 + 512,
  });
  // The hashes of requested keys: an answer is cached from the second request of its key on, so that requests which are never
  // repeated evict nothing.
  const requestedKeys = new LRUCache<string, true>({ max: MAX_SEEN_KEYS });
  const flights = new TransientMap<string, Flight>();

  const store = (key: string, answer: Answer) => {
    if (answer.size > MAX_STORED_BODY) return;
    entries.set(key, withOwnBytes(answer));
    // Other instances do not know the epoch of this one.
    if (answer.chainEpoch !== undefined) return;
    const left = answer.bornAt + MAX_AGE_MS - now();
    if (left > 0) shared?.set(key, packAnswer(answer), left);
  };

  const loadOnce = async (key: string, render: () => Promise<CacheableResponse>): Promise<Answer> => {
    const name = nameOf(key);
    // An answer that was begun before a step of the projection may lack it, so no later request shares it.
    const flightName = `${name} ${chainEpoch.current()}`;
    const running = flights.get(flightName);
    if (running) {
      running.isRepeated = true;
      const { answer, cacheable } = await running.made;
      // An uncacheable answer, such as an error that names its request, is made for each request.
      return cacheable ? answer : (await render()).answer;
    }
    const flight: Flight = { made: render(), isRepeated: requestedKeys.has(name) };
    requestedKeys.set(name, true);
    flights.set(flightName, flight);
    try {
      const { answer, cacheable } = await flight.made;
      if (cacheable && flight.isRepeated) store(key, answer);
      return answer;
    } finally {
      flights.delete(flightName);
    }
  };

  const loadUnshared = async (key: string, render: () => Promise<CacheableResponse>): Promise<Answer> => {
    const name = nameOf(key);
    const isRepeated = requestedKeys.has(name);
    requestedKeys.set(name, true);
    const { answer, cacheable } = await render();
    if (cacheable && isRepeated) store(key, answer);
    return answer;
  };

  // The clocks of instances differ, so the age of a shared answer is that by the cache that they share, if it is greater.
  const findShared = async (key: string): Promise<Answer | undefined> => {
    const found = await shared?.get(key);
    const answer = found && unpackAnswer(found.value);
    if (found === undefined || answer === undefined || answer.bornAt > now()) return undefined;
    return { ...answer, bornAt: Math.min(answer.bornAt, now() + found.leftMs - MAX_AGE_MS) };
  };

  // An outdated answer is better than none while the database is away, unless it shows the chain (RFC 5861 section 4).
  const makeOr = async (
    render: () => Promise<CacheableResponse>,
    outdated: Answer | undefined,
  ): Promise<CacheableResponse> => {
    const isUsable = () =>
      outdated !== undefined && outdated.chainEpoch === undefined && isYoung(now() - outdated.bornAt);
    const instead = () => {
      onEvent('stale');
      return { answer: outdated as Answer, cacheable: true };
    };
    try {
      const made = await render();
      return made.answer.status >= 500 && isUsable() ? instead() : made;
    } catch (error) {
      if (isUsable()) return instead();
      throw error;
    }
  };

  const stateOf = ({
    bornAt,
    epoch: bornIn,
    chainEpoch: chainBornIn,
  }: Answer): 'fresh' | 'stale' | 'gone' => {
    const age = now() - bornAt;
    if (chainBornIn !== undefined)
      return chainBornIn === chainEpoch.current() && age >= 0 && age < CHAIN_FRESH_SECONDS * 1_000
        ? 'fresh'
        : 'gone';
    if (!isYoung(age)) return 'gone';
    if (bornIn !== epoch.current() && age >= SHORTEST_FRESH_MS) return age < OUTDATED_MS ? 'stale' : 'gone';
    return age < FRESH_MS ? 'fresh' : 'stale';
  };

  return {
    find(key, render) {
      const answer = entries.get(key);
      if (answer === undefined) return undefined;
      const state = stateOf(answer);
      if (state === 'gone') return undefined;
      if (state === 'stale') loadOnce(key, render).catch(() => undefined);
      onEvent(state === 'stale' ? 'stale' : 'hit');
      return answer;
    },
    async load(key, render, shareable = true) {
      const ask = shareable ? loadOnce : loadUnshared;
      return ask(key, async () => {
        const answer = await findShared(key);
        if (answer && stateOf(answer) === 'fresh') {
          onEvent('shared');
          if (answer.size <= MAX_STORED_BODY) entries.set(key, withOwnBytes(answer));
          return { answer, cacheable: true };
        }
        onEvent('miss');
        return makeOr(render, entries.peek(key) ?? answer);
      });
    },
  };
}

/** Whether an age in milliseconds may be served at all; it is negative after a clock was ahead, and then unknown. */
function isYoung(age: number): boolean {
  return age >= 0 && age < MAX_AGE_MS;
}

// Node allocates short buffers from a shared pool; a cached slice would keep the whole pool in memory.
function withOwnBytes(answer: Answer): Answer {
  const bytes = bytesOf(answer.body);
  if (bytes === answer.body && bytes.buffer.byteLength === bytes.length) return answer;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return { ...answer, body: own };
}

// A key is as long as its request, so the list of requested keys holds hashes.
function nameOf(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** Announces changes of the feed by advancing its epoch. */
export function createFeedChanges(epoch: Epoch): FeedChanges {
  return { announce: () => epoch.advance() };
}
