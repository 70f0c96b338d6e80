import { beforeEach, describe, expect, it } from '@jest/globals';
import { brotliDecompressSync } from 'node:zlib';
import {
  createReadyResponse,
  formFor,
  packResponse,
  unpackResponse,
} from '../../src/adapters/cache/ready-response.ts';
import {
  createResponseCache,
  type CacheableResponse,
  type SharedResponses,
} from '../../src/adapters/cache/response-cache.ts';
import { eventually } from '../support/eventually.ts';
import { heapBytes } from '../support/faults/heap.ts';
import {
  SECOND,
  epoch,
  chainEpoch,
  time,
  cache,
  createCache,
  responseOf,
  render,
  refuse,
  fail,
  request,
  cacheKey,
  settle,
  passSeconds,
  shareResponses,
  useTestCache,
} from './test-cache.ts';

useTestCache();

describe('the memory of the cache', () => {
  const MIB = 2 ** 20;
  const once: CacheableResponse = {
    response: createReadyResponse({ status: 200, contentType: '', bornAt: 0, epoch: '' }, Buffer.from('')),
    cacheable: true,
  };

  it('holds at most 64 MiB, and evicts the least recently used first', async () => {
    const size = MIB / 4;
    const large = (): Promise<CacheableResponse> =>
      Promise.resolve({ response: responseOf(Buffer.alloc(size)), cacheable: true });
    const keys = Array.from({ length: 400 }, (_, index) => `key ${index}`);
    for (const key of keys) {
      await request(key, large);
      await request(key, large);
      await request('key 0', large);
    }
    const cachedKeys = keys.filter((key) => cache.find(key, large) !== undefined);
    expect(cachedKeys.length).toBeGreaterThan(40);
    expect(cachedKeys.length * size).toBeLessThanOrEqual(64 * MIB);
    expect(cachedKeys).toEqual(['key 0', ...keys.slice(400 - cachedKeys.length + 1)]);
  });

  it('counts long keys, too', async () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `${index}`.padEnd(16_000, ' '));
    for (const key of keys) await cacheKey(key);
    const cachedKeys = keys.filter((key) => cache.find(key, render) !== undefined);
    expect(cachedKeys.length * 32_000).toBeLessThanOrEqual(64 * MIB);
  });

  it.each([
    ['of 256 KiB is kept', 256 * 1024, true],
    ['of one byte more is neither kept nor shared', 256 * 1024 + 1, false],
  ])('and the shared cache: a response %s', async (_what, size, isKept) => {
    const stored: string[] = [];
    const shared: SharedResponses = {
      get: () => Promise.resolve(undefined),
      set: (key) => void stored.push(key),
    };
    const large = (): Promise<CacheableResponse> =>
      Promise.resolve({ response: responseOf(Buffer.alloc(size)), cacheable: true });
    const sharingCache = createCache(shared);
    await request('large', large, sharingCache);
    await request('large', large, sharingCache);
    expect(sharingCache.find('large', large) !== undefined).toBe(isKept);
    expect(stored).toEqual(isKept ? ['large'] : []);
  });

  it('does not grow with the length of requests that come once', async () => {
    await request('first');
    const before = await heapBytes();
    for (let index = 0; index < 4_000; index += 1)
      await request(Buffer.alloc(16_000, `${index} `).toString('latin1'), () => Promise.resolve(once));
    expect((await heapBytes()) - before).toBeLessThan(8 * MIB);
    expect(cache.find('first', render)).toBeUndefined();
  });

  it('is compressed once for all who request it first, and better for those after them', async () => {
    const response = responseOf(
      Array.from({ length: 2_000 }, (_, index) => `word ${(index * 7919) % 1013}`).join(' '),
    );
    const [first, other] = await Promise.all([formFor(response, 'br'), formFor(response, 'br')]);
    expect(first.encoding).toBe('br');
    expect(other.body).toBe(first.body);
    const better = await eventually(
      async () => formFor(response, 'br'),
      ({ size }) => size < first.size,
    );
    expect(better.size).toBeLessThan(first.size);
    expect(brotliDecompressSync(better.body).toString()).toBe(response.body);
  });

  it('holds a copy of a small response, not a slice of a larger buffer', async () => {
    await cacheKey('a');
    expect(cache.find('a', render)?.body).toHaveProperty('buffer.byteLength', 'made 2'.length);
  });
});

describe('answers shared with other instances', () => {
  let sharedStore: Map<string, { readonly value: Buffer; readonly forMs: number; readonly at: number }>;
  let shared: SharedResponses;
  beforeEach(() => {
    sharedStore = new Map();
    shared = {
      async get(key) {
        const found = sharedStore.get(key);
        return found && { value: found.value, leftMs: found.at + found.forMs - time };
      },
      set: (key, value, forMs) => void sharedStore.set(key, { value, forMs, at: time }),
    };
    shareResponses(shared);
  });

  /** A cache of an instance whose clock is ahead, by seconds. */
  const aheadBy = (seconds: number) => {
    const now = () => time + seconds * SECOND;
    const ahead = createResponseCache({ epoch, chainEpoch, shared, now, onEvent: () => undefined });
    const renderThere = async (): Promise<CacheableResponse> => ({
      response: { ...responseOf('made ahead'), bornAt: now() },
      cacheable: true,
    });
    return { cache: ahead, render: renderThere };
  };

  it('are not used while they seem to come from the future', async () => {
    const ahead = aheadBy(3_600);
    await request('a', ahead.render, ahead.cache);
    await request('a', ahead.render, ahead.cache);
    expect(sharedStore.size).toBe(1);
    expect(await request('a')).toBe('made 1');
    await expect(request('a', fail, createCache(shared))).rejects.toThrow('broken');
  });

  it('are served for ten minutes in all, although the clock of their instance was ahead', async () => {
    const ahead = aheadBy(50);
    await request('a', ahead.render, ahead.cache);
    await request('a', ahead.render, ahead.cache);
    passSeconds(55);
    const other = createCache(shared);
    expect(await request('a', render, other)).toBe('made ahead');
    passSeconds(544);
    expect(await request('a', fail, other)).toBe('made ahead');
    await settle();
    passSeconds(1);
    await expect(request('a', fail, other)).rejects.toThrow('broken');
  });

  it('are used instead of computed, with their age', async () => {
    await cacheKey('a');
    passSeconds(50);
    const other = createCache(shared);
    expect(await request('a', render, other)).toBe('made 2');
    passSeconds(549);
    expect(await request('a', fail, other)).toBe('made 2');
    await settle();
    passSeconds(1);
    await expect(request('a', fail, other)).rejects.toThrow('broken');
  });

  it('expire there when they may no longer be served', async () => {
    const slow = async (): Promise<CacheableResponse> => {
      const { response } = await render();
      passSeconds(100);
      return { response, cacheable: true };
    };
    await request('a', slow);
    await request('a', slow);
    expect(sharedStore.get('a')?.forMs).toBe(500 * SECOND);
  });

  it('are not used when they are no longer fresh', async () => {
    await cacheKey('a');
    passSeconds(60);
    expect(await request('a', render, createCache(shared))).toBe('made 3');
  });

  it('are not used when they are older than a change', async () => {
    await cacheKey('a');
    passSeconds(5);
    epoch.advance();
    expect(await request('a', render, createCache(shared))).toBe('made 3');
  });

  it('are computed again when they are damaged', async () => {
    sharedStore.set('a', { value: Buffer.from('nothing'), forMs: 1, at: time });
    expect(await request('a')).toBe('made 1');
  });

  it('are never errors', async () => {
    await request('a', refuse);
    await request('a', refuse);
    expect(sharedStore.size).toBe(0);
  });
});

describe('a packed response', () => {
  it('is unpacked to the same response, for any bytes', () => {
    for (const body of [Buffer.from(''), Buffer.from('{"a":"ü\\n"}\n\n🎁'), Buffer.from([0, 10, 255])]) {
      const response = responseOf(body);
      expect(unpackResponse(packResponse(response))).toEqual(response);
    }
  });
});
