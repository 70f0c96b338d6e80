import { beforeEach } from '@jest/globals';
import { createAnswer, type Answer } from '../../src/adapters/cache/answer.ts';
import {
  createAnswerCache,
  type AnswerCache,
  type CacheableResponse,
  type SharedAnswers,
} from '../../src/adapters/cache/answer-cache.ts';
import { createChainEpoch, type ChainEpoch } from '../../src/adapters/cache/chain-epoch.ts';
import { createLocalEpoch, type Epoch } from '../../src/adapters/cache/epoch.ts';

export const SECOND = 1_000;

export let time: number;
export let epoch: Epoch;
export let chainEpoch: ChainEpoch;
export let events: string[];
export let makes: number;
export let cache: AnswerCache;

/** Creates a new cache before each test. */
export function useTestCache(): void {
  beforeEach(() => {
    time = 1_000_000;
    epoch = createLocalEpoch({ settleMs: 0, now: () => time });
    chainEpoch = createChainEpoch();
    events = [];
    makes = 0;
    cache = createCache();
  });
}

/** Replaces the cache by one that shares answers. */
export function shareAnswers(shared: SharedAnswers): void {
  cache = createCache(shared);
}

export function createCache(shared?: SharedAnswers): AnswerCache {
  return createAnswerCache({
    epoch,
    chainEpoch,
    shared,
    now: () => time,
    onEvent: (event) => events.push(event),
  });
}

export function answerOf(text: string | Buffer): Answer {
  return createAnswer(
    { status: 200, contentType: 'application/json', bornAt: time, epoch: epoch.stamp() },
    text,
  );
}

/** Makes the answers 'made 1', 'made 2' and so on. */
export const make = (): Promise<CacheableResponse> => {
  makes += 1;
  return Promise.resolve({ answer: answerOf(`made ${makes}`), cacheable: true });
};
export const refuse = (): Promise<CacheableResponse> => {
  makes += 1;
  return Promise.resolve({ answer: answerOf(`refused ${makes}`), cacheable: false });
};
export const fail = (): Promise<CacheableResponse> => {
  makes += 1;
  return Promise.reject(new Error('broken'));
};
/** Makes pages that say that the service is not available. */
export const failWithPage = (): Promise<CacheableResponse> => {
  makes += 1;
  return Promise.resolve({ answer: { ...answerOf('sorry'), status: 503 }, cacheable: false });
};
/** Makes answers of the chain's read model. */
export const makeOfChain = (): Promise<CacheableResponse> => {
  const chain = chainEpoch.current();
  makes += 1;
  const answer = { ...answerOf(`made ${makes}`), chainEpoch: chain };
  return Promise.resolve({ answer, cacheable: true });
};
/** Reads as a request does: from memory, or else with other requests for a new answer. */
export async function request(key: string, how = make, from = cache): Promise<string> {
  const answer = from.find(key, how) ?? (await from.load(key, how));
  return answer.body.toString();
}
/** Requests a key until its answer is cached. */
export async function cacheKey(key: string): Promise<string> {
  await request(key);
  return request(key);
}
/** Lets background work finish. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
export const passSeconds = (seconds: number) => (time += seconds * SECOND);
