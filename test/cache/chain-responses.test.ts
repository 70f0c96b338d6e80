import { describe, expect, it } from '@jest/globals';
import type { CacheableResponse } from '../../src/adapters/cache/response-cache.ts';
import {
  cache,
  chainEpoch,
  epoch,
  fail,
  renderOfChain,
  renders,
  passSeconds,
  request,
  shareResponses,
  useTestCache,
} from './test-cache.ts';

useTestCache();

/** Requests a key of the chain until its response is cached. */
async function cacheOfChain(key: string): Promise<string> {
  await request(key, renderOfChain);
  return request(key, renderOfChain);
}

describe('a response of the read model of the chain', () => {
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
    expect(await request('a', renderOfChain)).toBe('made 3');
  });

  it('is still served after a change of the feed', async () => {
    await cacheOfChain('a');
    epoch.advance();
    expect(await request('a', fail)).toBe('made 2');
  });

  it('is made once for simultaneous requests', async () => {
    await cacheOfChain('a');
    passSeconds(1);
    await Promise.all(Array.from({ length: 50 }, () => request('a', renderOfChain)));
    expect(renders).toBe(3);
  });

  it('is not shared with a request that arrives after a step of the projection', async () => {
    let finish = (): void => undefined;
    const slow = async (): Promise<CacheableResponse> => {
      const rendered = await renderOfChain();
      await new Promise<void>((resolve) => (finish = resolve));
      return rendered;
    };
    const before = request('a', slow);
    await Promise.resolve();
    chainEpoch.advance();
    const after = await request('a', renderOfChain);
    finish();
    expect([await before, after]).toEqual(['made 1', 'made 2']);
    expect(await request('a', fail)).toBe('made 2');
  });

  it('is not stored in the cache of all instances', async () => {
    const stored: string[] = [];
    shareResponses({ get: () => Promise.resolve(undefined), set: (key) => stored.push(key) });
    await cacheOfChain('a');
    expect(stored).toEqual([]);
    expect(cache.find('a', fail)).toBeDefined();
  });
});
