import { beforeEach, describe, expect, it } from '@jest/globals';
import { createAnswer, packAnswer, unpackAnswer, type Answer } from '../../src/adapters/cache/answer.ts';
import {
  createAnswerCache,
  type AnswerCache,
  type Made,
  type SharedAnswers,
} from '../../src/adapters/cache/answer-cache.ts';
import { createLocalEpoch, type Epoch } from '../../src/adapters/cache/epoch.ts';
import { heapBytes } from '../support/faults/heap.ts';

const SECOND = 1_000;

let time: number;
let epoch: Epoch;
let events: string[];
let makes: number;
let cache: AnswerCache;
beforeEach(() => {
  time = 1_000_000;
  epoch = createLocalEpoch({ settleMs: 0, now: () => time });
  events = [];
  makes = 0;
  cache = createCache();
});

function createCache(shared?: SharedAnswers): AnswerCache {
  return createAnswerCache({ epoch, shared, now: () => time, onEvent: (event) => events.push(event) });
}

function answerOf(text: string | Buffer): Answer {
  return createAnswer(
    { status: 200, contentType: 'application/json', bornAt: time, epoch: epoch.stamp() },
    Buffer.from(text),
  );
}

/** Makes the answers 'made 1', 'made 2' and so on. */
const make = (): Promise<Made> => {
  makes += 1;
  return Promise.resolve({ answer: answerOf(`made ${makes}`), cacheable: true });
};
const refuse = (): Promise<Made> => {
  makes += 1;
  return Promise.resolve({ answer: answerOf(`refused ${makes}`), cacheable: false });
};
const fail = (): Promise<Made> => {
  makes += 1;
  return Promise.reject(new Error('broken'));
};
/** Reads as a request does: from memory, or else with other requests for a new answer. */
async function request(key: string, how = make, from = cache): Promise<string> {
  const answer = from.find(key, how) ?? (await from.load(key, how));
  return answer.body.toString();
}
/** Requests a key until its answer is cached. */
async function cacheKey(key: string): Promise<string> {
  await request(key);
  return request(key);
}
/** Lets background work finish. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const passSeconds = (seconds: number) => (time += seconds * SECOND);

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
    expect(makes).toBe(1);
  });

  it('evicts nothing when it is requested only once', async () => {
    await cacheKey('a');
    for (let index = 0; index < 25_000; index += 1) await request(`once ${index}`);
    expect(await request('a')).toBe('made 2');
  });

  it('does not affect another key', async () => {
    await cacheKey('a');
    expect(await cacheKey('b')).toBe('made 4');
    expect(await request('a')).toBe('made 2');
  });
});

describe('a hundred simultaneous requests', () => {
  it('share one computed answer', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => request('a')));
    expect(new Set(answers)).toEqual(new Set(['made 1']));
    expect(makes).toBe(1);
  });

  it('all fail with it, and the next request tries again', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => request('a', fail)));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(100);
    expect(makes).toBe(1);
    expect(await request('a')).toBe('made 2');
  });
});

describe('an answer that may not be cached', () => {
  it('is computed for every request in turn', async () => {
    expect([await request('a', refuse), await request('a', refuse), await request('a', refuse)]).toEqual([
      'refused 1',
      'refused 2',
      'refused 3',
    ]);
  });

  it("is computed for each simultaneous request, since it may contain the request's id", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => request('a', refuse)));
    expect(new Set(answers).size).toBe(5);
  });

  it('does not replace a cached one', async () => {
    await cacheKey('a');
    passSeconds(61);
    await request('a', refuse);
    await settle();
    expect(await request('a', refuse)).toBe('made 2');
  });
});

describe('a cached answer', () => {
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
    expect(makes).toBe(3);
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
    expect(makes).toBe(5);
  });

  it('has an age counted from the start of its computation', async () => {
    const slow = async (): Promise<Made> => {
      const answer = answerOf('slow');
      passSeconds(599);
      return { answer, cacheable: true };
    };
    await request('a', slow);
    await request('a', slow);
    passSeconds(1);
    expect(cache.find('a', fail)).toBeUndefined();
  });
});

describe('a change of the feed', () => {
  it('leaves an answer of the last second fresh', async () => {
    await cacheKey('a');
    epoch.advance();
    time += SECOND - 1;
    expect(await request('a')).toBe('made 2');
    expect(events.at(-1)).toBe('hit');
  });

  it('lets an answer of the last five seconds be served once while a new one is computed', async () => {
    await cacheKey('a');
    epoch.advance();
    passSeconds(4);
    expect(await request('a')).toBe('made 2');
    await settle();
    expect(await request('a')).toBe('made 3');
  });

  it('ends an older answer at once', async () => {
    await cacheKey('a');
    passSeconds(5);
    epoch.advance();
    expect(await request('a')).toBe('made 3');
  });

  it('makes an answer that is being computed stale', async () => {
    await request('a');
    await request('a', async () => {
      const made = await make();
      epoch.advance();
      return made;
    });
    passSeconds(5);
    expect(await request('a')).toBe('made 3');
  });
});

describe('the memory of the cache', () => {
  const MIB = 2 ** 20;
  const once: Made = {
    answer: createAnswer({ status: 200, contentType: '', bornAt: 0, epoch: '' }, Buffer.from('')),
    cacheable: true,
  };

  it('holds at most 64 MiB, and evicts the least recently used first', async () => {
    const size = MIB / 4;
    const large = (): Promise<Made> =>
      Promise.resolve({ answer: answerOf(Buffer.alloc(size)), cacheable: true });
    const keys = Array.from({ length: 400 }, (_, index) => `key ${index}`);
    for (const key of keys) {
      await request(key, large);
      await request(key, large);
      await request('key 0', large);
    }
    const kept = keys.filter((key) => cache.find(key, large) !== undefined);
    expect(kept.length).toBeGreaterThan(40);
    expect(kept.length * size).toBeLessThanOrEqual(64 * MIB);
    expect(kept).toEqual(['key 0', ...keys.slice(400 - kept.length + 1)]);
  });

  it('counts long keys, too', async () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `${index}`.padEnd(16_000, ' '));
    for (const key of keys) await cacheKey(key);
    const kept = keys.filter((key) => cache.find(key, make) !== undefined);
    expect(kept.length * 32_000).toBeLessThanOrEqual(64 * MIB);
  });

  it.each([
    ['of 256 KiB is kept', 256 * 1024, true],
    ['of one byte more is neither kept nor shared', 256 * 1024 + 1, false],
  ])('and the shared cache: an answer %s', async (_what, size, isKept) => {
    const stored: string[] = [];
    const shared: SharedAnswers = {
      get: () => Promise.resolve(undefined),
      set: (key) => void stored.push(key),
    };
    const large = (): Promise<Made> =>
      Promise.resolve({ answer: answerOf(Buffer.alloc(size)), cacheable: true });
    const own = createCache(shared);
    await request('large', large, own);
    await request('large', large, own);
    expect(own.find('large', large) !== undefined).toBe(isKept);
    expect(stored).toEqual(isKept ? ['large'] : []);
  });

  it('does not grow with the length of requests that come once', async () => {
    await request('first');
    const before = await heapBytes();
    for (let index = 0; index < 4_000; index += 1)
      await request(Buffer.alloc(16_000, `${index} `).toString('latin1'), () => Promise.resolve(once));
    expect((await heapBytes()) - before).toBeLessThan(8 * MIB);
    expect(cache.find('first', make)).toBeUndefined();
  });

  it('holds a copy of a small answer, not a slice of a larger buffer', async () => {
    await cacheKey('a');
    expect(cache.find('a', make)?.body.buffer.byteLength).toBe('made 2'.length);
  });
});

describe('answers shared with other instances', () => {
  let sharedStore: Map<string, { readonly value: Buffer; readonly forMs: number }>;
  let shared: SharedAnswers;
  beforeEach(() => {
    sharedStore = new Map();
    shared = {
      get: (key) => Promise.resolve(sharedStore.get(key)?.value),
      set: (key, value, forMs) => void sharedStore.set(key, { value, forMs }),
    };
    cache = createCache(shared);
  });

  it('are used instead of computed, with their age', async () => {
    await cacheKey('a');
    passSeconds(50);
    const other = createCache(shared);
    expect(await request('a', make, other)).toBe('made 2');
    passSeconds(549);
    expect(await request('a', fail, other)).toBe('made 2');
    await settle();
    passSeconds(1);
    await expect(request('a', fail, other)).rejects.toThrow('broken');
  });

  it('expire there when they may no longer be served', async () => {
    const slow = async (): Promise<Made> => {
      const { answer } = await make();
      passSeconds(100);
      return { answer, cacheable: true };
    };
    await request('a', slow);
    await request('a', slow);
    expect(sharedStore.get('a')?.forMs).toBe(500 * SECOND);
  });

  it('are not used when they are no longer fresh', async () => {
    await cacheKey('a');
    passSeconds(60);
    expect(await request('a', make, createCache(shared))).toBe('made 3');
  });

  it('are not used when they are older than a change', async () => {
    await cacheKey('a');
    passSeconds(5);
    epoch.advance();
    expect(await request('a', make, createCache(shared))).toBe('made 3');
  });

  it('are computed again when they are damaged', async () => {
    sharedStore.set('a', { value: Buffer.from('nothing'), forMs: 1 });
    expect(await request('a')).toBe('made 1');
  });

  it('are never errors', async () => {
    await request('a', refuse);
    await request('a', refuse);
    expect(sharedStore.size).toBe(0);
  });
});

describe('a packed answer', () => {
  it('is unpacked to the same answer, for any bytes', () => {
    for (const body of [Buffer.from(''), Buffer.from('{"a":"ü\\n"}\n\n🎁'), Buffer.from([0, 10, 255])]) {
      const answer = answerOf(body);
      expect(unpackAnswer(packAnswer(answer))).toEqual(answer);
    }
  });
});
