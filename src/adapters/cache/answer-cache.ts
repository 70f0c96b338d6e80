import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { FeedChanges } from '../../core/feed/feed-changes.ts';
import { packAnswer, unpackAnswer, type Answer } from './answer.ts';
import type { Epoch } from './epoch.ts';

/** Seconds for which an answer may be shown at all, counted from its birth wherever it is kept (interface section 8). */
export const LONGEST_AGE_SECONDS = 600;
const FRESH_MS = 60_000;
/** However often the feed changes, one answer is not made again sooner than this. */
const SHORTEST_FRESH_MS = 1_000;
/** An answer older than a change is still shown this long while a new one is being made. */
const OUTDATED_MS = 5_000;
const LONGEST_AGE_MS = LONGEST_AGE_SECONDS * 1_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_SEEN_KEYS = 20_000;
/** Larger answers are made anew for each request: a few of them would push everything else out. */
const LARGEST_KEPT_BODY = 256 * 1024;

/** Answers shared by all instances; when it is out of reach every look-up misses. */
export interface SharedAnswers {
  get(key: string): Promise<Buffer | undefined>;
  set(key: string, value: Buffer, forMs: number): void;
}

/** An answer that was made: kept when `cacheable`. */
export interface Made {
  readonly answer: Answer;
  readonly cacheable: boolean;
}

interface AnswerCacheOptions {
  readonly epoch: Epoch;
  readonly shared: SharedAnswers | undefined;
  readonly now: () => number;
  readonly onEvent: (event: 'hit' | 'stale' | 'miss' | 'shared') => void;
}

/**
 * Ready answers of anonymous public reads: single flight, stale-while-revalidate. Everything that outlives a request is
 * bounded by bytes: answers with their keys, and of keys without an answer only the hashes.
 */
export interface AnswerCache {
  /** An answer that may be shown now; `make` runs in the background when a newer one is due. */
  find(key: string, make: () => Promise<Made>): Answer | undefined;
  /** The answer of a miss: one `make` for all who ask at the same time, unless each needs an own one. */
  load(key: string, make: () => Promise<Made>, shareable?: boolean): Promise<Answer>;
}

interface Flight {
  readonly made: Promise<Made>;
  /** Whether the key was asked for before, or by several at once. */
  wanted: boolean;
}

export function createAnswerCache({ epoch, shared, now, onEvent }: AnswerCacheOptions): AnswerCache {
  const kept = new LRUCache<string, Answer>({
    maxSize: MOST_BYTES,
    sizeCalculation: (answer, key) => answer.body.length * 2 + key.length * 2 + 512,
  });
  // The hashes of keys: an answer is kept from the second sight of its key on, so that requests that never come back
  // push nothing out.
  const seen = new LRUCache<string, true>({ max: MOST_SEEN_KEYS });
  const flights = new Map<string, Flight>();

  const keep = (key: string, answer: Answer) => {
    if (answer.body.length > LARGEST_KEPT_BODY) return;
    kept.set(key, withOwnBytes(answer));
    const left = answer.bornAt + LONGEST_AGE_MS - now();
    if (left > 0) shared?.set(key, packAnswer(answer), left);
  };

  const fly = async (key: string, make: () => Promise<Made>): Promise<Answer> => {
    const name = nameOf(key);
    const running = flights.get(name);
    if (running) {
      running.wanted = true;
      const { answer, cacheable } = await running.made;
      // What is not for a cache, such as an error that names its request, is made for each.
      return cacheable ? answer : (await make()).answer;
    }
    const flight: Flight = { made: make(), wanted: seen.has(name) };
    seen.set(name, true);
    flights.set(name, flight);
    try {
      const { answer, cacheable } = await flight.made;
      if (cacheable && flight.wanted) keep(key, answer);
      return answer;
    } finally {
      flights.delete(name);
    }
  };

  const alone = async (key: string, make: () => Promise<Made>): Promise<Answer> => {
    const name = nameOf(key);
    const wanted = seen.has(name);
    seen.set(name, true);
    const { answer, cacheable } = await make();
    if (cacheable && wanted) keep(key, answer);
    return answer;
  };

  const stateOf = ({ bornAt, epoch: bornIn }: Answer): 'fresh' | 'stale' | 'gone' => {
    const age = now() - bornAt;
    if (age >= LONGEST_AGE_MS) return 'gone';
    if (bornIn !== epoch.current() && age >= SHORTEST_FRESH_MS) return age < OUTDATED_MS ? 'stale' : 'gone';
    return age < FRESH_MS ? 'fresh' : 'stale';
  };

  return {
    find(key, make) {
      const answer = kept.get(key);
      if (answer === undefined) return undefined;
      const state = stateOf(answer);
      if (state === 'gone') return undefined;
      if (state === 'stale') fly(key, make).catch(() => undefined);
      onEvent(state === 'stale' ? 'stale' : 'hit');
      return answer;
    },
    async load(key, make, shareable = true) {
      const ask = shareable ? fly : alone;
      return ask(key, async () => {
        const packed = await shared?.get(key);
        const answer = packed && unpackAnswer(packed);
        if (answer && stateOf(answer) === 'fresh') {
          onEvent('shared');
          if (answer.body.length <= LARGEST_KEPT_BODY) kept.set(key, withOwnBytes(answer));
          return { answer, cacheable: true };
        }
        onEvent('miss');
        return make();
      });
    },
  };
}

// A short buffer is a part of a larger one that Node shares among many, and would keep all of that.
function withOwnBytes(answer: Answer): Answer {
  const { body } = answer;
  if (body.buffer.byteLength === body.length) return answer;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return { ...answer, body: own };
}

// A key is as long as its request: what may keep twenty thousand of them keeps their hashes.
function nameOf(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** Announces changes of the feed by moving its epoch on. */
export function createFeedChanges(epoch: Epoch): FeedChanges {
  return { announce: () => epoch.advance() };
}
