import { describe, expect, it } from '@jest/globals';
import type { CacheableResponse } from '../../src/adapters/cache/answer-cache.ts';
import {
  cache,
  chainEpoch,
  epoch,
  fail,
  makeOfChain,
  makes,
  passSeconds,
  request,
  shareAnswers,
  useTestCache,
} from './test-cache.ts';

useTestCache();

/** Requests a key of the chain until its answer is cached. */
async function cacheOfChain(key: string): Promise<string> {
  await request(key, makeOfChain);
  return request(key, makeOfChain);
}

describe('an answer of the read model of the chain', () => {
  it('is served for a second, and never after that', async () => {
    await cacheOfChain('a');
    passSeconds(0.999);
    expect(await request('a', fail)).toBe('made 2');
    passSeconds(0.001);
    await expect(request('a', fail)).rejects.toThrow('broken');
  });

  it('is not served after a step of the projection', async () => {
    await cacheOfChain('a');
    chainEpoch.advance();
    expect(await request('a', makeOfChain)).toBe('made 3');
  });

  it('is still served after a change of the feed', async () => {
    await cacheOfChain('a');
    epoch.advance();
    expect(await request('a', fail)).toBe('made 2');
  });

  it('is made once for simultaneous requests', async () => {
    await cacheOfChain('a');
    passSeconds(1);
    await Promise.all(Array.from({ length: 50 }, () => request('a', makeOfChain)));
    expect(makes).toBe(3);
  });

  it('is not shared with a request that arrives after a step of the projection', async () => {
    let finish = (): void => undefined;
    const slow = async (): Promise<CacheableResponse> => {
      const made = await makeOfChain();
      await new Promise<void>((resolve) => (finish = resolve));
      return made;
    };
    const before = request('a', slow);
    await Promise.resolve();
    chainEpoch.advance();
    const after = await request('a', makeOfChain);
    finish();
    expect([await before, after]).toEqual(['made 1', 'made 2']);
    expect(await request('a', fail)).toBe('made 2');
  });

  it('is not stored in the cache of all instances', async () => {
    const stored: string[] = [];
    shareAnswers({ get: () => Promise.resolve(undefined), set: (key) => stored.push(key) });
    await cacheOfChain('a');
    expect(stored).toEqual([]);
    expect(cache.find('a', fail)).toBeDefined();
  });
});
