import { beforeEach } from '@jest/globals';
import { createReadyResponse, type ReadyResponse } from '../../src/adapters/cache/ready-response.ts';
import {
  createResponseCache,
  type ResponseCache,
  type CacheableResponse,
  type SharedResponses,
} from '../../src/adapters/cache/response-cache.ts';
import { createChainEpoch, type ChainEpoch } from '../../src/adapters/cache/chain-epoch.ts';
import { createLocalEpoch, type Epoch } from '../../src/adapters/cache/epoch.ts';

export const SECOND = 1_000;

export let time: number;
export let epoch: Epoch;
export let chainEpoch: ChainEpoch;
export let events: string[];
export let renders: number;
export let cache: ResponseCache;

/** Creates a new cache before each test. */
export function useTestCache(): void {
  beforeEach(() => {
    time = 1_000_000;
    isHearing = true;
    epoch = { ...createLocalEpoch({ settleMs: 0, now: () => time }), hearsOthers: () => isHearing };
    chainEpoch = createChainEpoch();
    events = [];
    renders = 0;
    cache = createCache();
  });
}

let isHearing = true;
/** Whether this instance hears of the changes of others. */
export function hearOthers(hears: boolean): void {
  isHearing = hears;
}

/** Replaces the cache by one that shares responses. */
export function shareResponses(shared: SharedResponses): void {
  cache = createCache(shared);
}

export function createCache(shared?: SharedResponses): ResponseCache {
  return createResponseCache({
    epoch,
    chainEpoch,
    shared,
    now: () => time,
    onEvent: (event) => events.push(event),
  });
}

export function responseOf(text: string | Buffer): ReadyResponse {
  return createReadyResponse(
    { status: 200, contentType: 'application/json', bornAt: time, epoch: epoch.stamp() },
    text,
  );
}

/** Makes the responses 'made 1', 'made 2' and so on. */
export const render = (): Promise<CacheableResponse> => {
  renders += 1;
  return Promise.resolve({ response: responseOf(`made ${renders}`), cacheable: true });
};
export const refuse = (): Promise<CacheableResponse> => {
  renders += 1;
  return Promise.resolve({ response: responseOf(`refused ${renders}`), cacheable: false });
};
export const fail = (): Promise<CacheableResponse> => {
  renders += 1;
  return Promise.reject(new Error('broken'));
};
/** Makes pages that say that the service is not available. */
export const failWithPage = (): Promise<CacheableResponse> => {
  renders += 1;
  return Promise.resolve({ response: { ...responseOf('sorry'), status: 503 }, cacheable: false });
};
/** Makes responses of the chain's read model. */
export const renderOfChain = (): Promise<CacheableResponse> => {
  const chain = chainEpoch.current();
  renders += 1;
  const response = { ...responseOf(`made ${renders}`), chainEpoch: chain };
  return Promise.resolve({ response, cacheable: true });
};
/** Reads as a request does: from memory, or else with other requests for a new response. */
export async function request(key: string, how = render, from = cache): Promise<string> {
  const response = from.find(key, how) ?? (await from.load(key, how));
  return response.body.toString();
}
/** Requests a key until its response is cached. */
export async function cacheKey(key: string): Promise<string> {
  await request(key);
  return request(key);
}
/** Lets background work finish. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
export const passSeconds = (seconds: number) => (time += seconds * SECOND);
