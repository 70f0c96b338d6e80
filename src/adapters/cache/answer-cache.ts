import { LRUCache } from 'lru-cache';
import type { FeedChanges } from '../../core/ports/feed-changes.ts';
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

/** Ready answers of anonymous public reads: single flight, stale-while-revalidate, bounded by bytes. */
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
  // A key is kept from its second sight on, so that requests that never come back push nothing out.
  const seen = new LRUCache<string, true>({ max: MOST_SEEN_KEYS });
  const flights = new Map<string, Flight>();

  const keep = (key: string, answer: Answer) => {
    kept.set(key, answer);
    const left = answer.bornAt + LONGEST_AGE_MS - now();
    if (left > 0) shared?.set(key, packAnswer(answer), left);
  };

  const fly = async (key: string, make: () => Promise<Made>): Promise<Answer> => {
    const running = flights.get(key);
    if (running) {
      running.wanted = true;
      const { answer, cacheable } = await running.made;
      // What is not for a cache, such as an error that names its request, is made for each.
      return cacheable ? answer : (await make()).answer;
    }
    const flight: Flight = { made: make(), wanted: seen.has(key) };
    seen.set(key, true);
    flights.set(key, flight);
    try {
      const { answer, cacheable } = await flight.made;
      if (cacheable && flight.wanted) keep(key, answer);
      return answer;
    } finally {
      flights.delete(key);
    }
  };

  const alone = async (key: string, make: () => Promise<Made>): Promise<Answer> => {
    const wanted = seen.has(key);
    seen.set(key, true);
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
          kept.set(key, answer);
          return { answer, cacheable: true };
        }
        onEvent('miss');
        return make();
      });
    },
  };
}

/** Announces changes of the feed by moving its epoch on. */
export function createFeedChanges(epoch: Epoch): FeedChanges {
  return { announce: () => epoch.advance() };
}
