import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CacheableResponse } from '../../src/adapters/cache/response-cache.ts';
import {
  SECOND,
  epoch,
  events,
  renders,
  cache,
  responseOf,
  render,
  refuse,
  fail,
  failWithPage,
  request,
  cacheKey,
  settle,
  passSeconds,
  hearOthers,
  useTestCache,
} from './test-cache.ts';

useTestCache();

describe('a new key', () => {
  it('is cached from its second request on', async () => {
    expect([await request('a'), await request('a'), await request('a'), await request('a')]).toEqual([
      'made 1',
      'made 2',
      'made 2',
      'made 2',
    ]);
    expect(events).toEqual(['miss', 'miss', 'hit', 'hit']);
  });

  it('is cached at once when several request it at the same time', async () => {
    await Promise.all([request('a'), request('a')]);
    expect(await request('a')).toBe('made 1');
    expect(renders).toBe(1);
  });

  it('evicts nothing when it is requested only once', async () => {
    await cacheKey('a');
    for (let index = 0; index < 25_000; index += 1) await request(`once ${index}`);
    expect(await request('a')).toBe('made 2');
  });

  it('is made again after the clock was set back', async () => {
    await cacheKey('a');
    passSeconds(-3_600);
    await expect(request('a', fail)).rejects.toThrow('broken');
    expect(await request('a')).toBe('made 4');
  });

  it('does not affect another key', async () => {
    await cacheKey('a');
    expect(await cacheKey('b')).toBe('made 4');
    expect(await request('a')).toBe('made 2');
  });
});

describe('a hundred simultaneous requests', () => {
  it('share one computed response', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => request('a')));
    expect(new Set(responses)).toEqual(new Set(['made 1']));
    expect(renders).toBe(1);
  });

  it('share it also when some of them wait, for their rate limit, until it is there', async () => {
    expect(['a', 'a', 'a'].map((key) => cache.find(key, render))).toEqual([undefined, undefined, undefined]);
    for (let request = 1; request <= 3; request += 1) await cache.load('a', render);
    expect(renders).toBe(1);
    expect(events).toEqual(['miss', 'hit', 'hit']);
  });

  it('all fail with it, and the next request tries again', async () => {
    const responses = await Promise.allSettled(Array.from({ length: 100 }, () => request('a', fail)));
    expect(responses.filter(({ status }) => status === 'rejected')).toHaveLength(100);
    expect(renders).toBe(1);
    expect(await request('a')).toBe('made 2');
  });
});

describe('a response that may not be cached', () => {
  it('is computed for every request in turn', async () => {
    expect([await request('a', refuse), await request('a', refuse), await request('a', refuse)]).toEqual([
      'refused 1',
      'refused 2',
      'refused 3',
    ]);
  });

  it("is computed for each simultaneous request, since it may contain the request's id", async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => request('a', refuse)));
    expect(new Set(responses).size).toBe(5);
  });

  it('does not replace a cached one', async () => {
    await cacheKey('a');
    passSeconds(61);
    await request('a', refuse);
    await settle();
    expect(await request('a', refuse)).toBe('made 2');
  });
});

describe('a cached response', () => {
  it('is fresh for a minute, then served while a new one is computed', async () => {
    await cacheKey('a');
    passSeconds(59);
    expect(await request('a')).toBe('made 2');
    passSeconds(1);
    expect(await request('a')).toBe('made 2');
    await settle();
    expect(await request('a')).toBe('made 3');
    expect(events.slice(2)).toEqual(['hit', 'stale', 'hit']);
  });

  it('is renewed once, however many request it meanwhile', async () => {
    await cacheKey('a');
    passSeconds(60);
    await Promise.all(Array.from({ length: 50 }, () => request('a')));
    await settle();
    expect(renders).toBe(3);
  });

  it('is never served from its 600th second on', async () => {
    await cacheKey('a');
    passSeconds(599);
    expect(await request('a', fail)).toBe('made 2');
    await settle();
    passSeconds(1);
    await expect(request('a', fail)).rejects.toThrow('broken');
    expect(await request('a')).toMatch(/^made/);
  });

  it('replaces one that cannot be computed, with a new attempt each time', async () => {
    await cacheKey('a');
    passSeconds(100);
    for (let time = 0; time < 3; time += 1) {
      expect(await request('a', fail)).toBe('made 2');
      await settle();
    }
    expect(renders).toBe(5);
  });

  it('ends when the new one says that nothing is there any more', async () => {
    await cacheKey('a');
    passSeconds(60);
    const findNothing = async (): Promise<CacheableResponse> => ({
      response: { ...responseOf('nothing'), status: 404 },
      cacheable: false,
    });
    expect(await request('a', findNothing)).toBe('made 2');
    await settle();
    expect(await request('a', findNothing)).toBe('nothing');
  });

  it('has an age counted from the start of its computation', async () => {
    const slow = async (): Promise<CacheableResponse> => {
      const response = responseOf('slow');
      passSeconds(599);
      return { response, cacheable: true };
    };
    await request('a', slow);
    await request('a', slow);
    passSeconds(1);
    expect(cache.find('a', fail)).toBeUndefined();
  });
});

describe('a cached response of an instance that does not hear of the changes of others', () => {
  beforeEach(() => hearOthers(false));

  it('is served for a minute', async () => {
    await cacheKey('a');
    passSeconds(60);
    expect(await request('a')).toBe('made 3');
  });

  it('is renewed by who requests it in the last five seconds', async () => {
    await cacheKey('a');
    passSeconds(54);
    expect(await request('a')).toBe('made 2');
    passSeconds(1);
    expect(await request('a')).toBe('made 2');
    await settle();
    expect(await request('a')).toBe('made 3');
    expect(events.slice(2)).toEqual(['hit', 'stale', 'hit']);
  });

  it('replaces one that cannot be computed, for ten minutes at most', async () => {
    await cacheKey('a');
    passSeconds(599);
    expect(await request('a', failWithPage)).toBe('made 2');
    passSeconds(1);
    await expect(request('a', fail)).rejects.toThrow('broken');
  });
});

describe('a change of the feed', () => {
  it('leaves a response of the last second fresh', async () => {
    await cacheKey('a');
    epoch.advance();
    passSeconds(1 - 1 / SECOND);
    expect(await request('a')).toBe('made 2');
    expect(events.at(-1)).toBe('hit');
  });

  it('lets a response of the last five seconds be served once while a new one is computed', async () => {
    await cacheKey('a');
    epoch.advance();
    passSeconds(4);
    expect(await request('a')).toBe('made 2');
    await settle();
    expect(await request('a')).toBe('made 3');
  });

  it('ends an older response at once', async () => {
    await cacheKey('a');
    passSeconds(5);
    epoch.advance();
    expect(await request('a')).toBe('made 3');
  });

  it.each([
    ['cannot be computed', fail],
    ['is an error', failWithPage],
  ])('serves an outdated response when the new one %s, for ten minutes at most', async (_how, failing) => {
    await cacheKey('a');
    passSeconds(5);
    epoch.advance();
    expect(await Promise.all([request('a', failing), request('a', failing)])).toEqual(['made 2', 'made 2']);
    expect(renders).toBe(3);
    expect(await request('a')).toBe('made 4');
    passSeconds(600);
    expect(await request('a', failing).catch(() => 'none')).not.toBe('made 4');
  });

  it('makes a response that is being computed stale', async () => {
    await request('a');
    await request('a', async () => {
      const rendered = await render();
      epoch.advance();
      return rendered;
    });
    passSeconds(5);
    expect(await request('a')).toBe('made 3');
  });
});
