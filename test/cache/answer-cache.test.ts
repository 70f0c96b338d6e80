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
/** Asks as a request does: from memory, else with the others for a new answer. */
async function ask(key: string, how = make, from = cache): Promise<string> {
  const answer = from.find(key, how) ?? (await from.load(key, how));
  return answer.body.toString();
}
/** Asks often enough that the answer is kept. */
async function keep(key: string): Promise<string> {
  await ask(key);
  return ask(key);
}
/** Lets what runs in the background finish. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const passSeconds = (seconds: number) => (time += seconds * SECOND);

describe('a new key', () => {
  it('is made anew at its second sight, and kept from then on', async () => {
    expect([await ask('a'), await ask('a'), await ask('a'), await ask('a')]).toEqual([
      'made 1',
      'made 2',
      'made 2',
      'made 2',
    ]);
    expect(events).toEqual(['miss', 'miss', 'hit', 'hit']);
  });

  it('is kept at once when several ask for it at the same time', async () => {
    await Promise.all([ask('a'), ask('a')]);
    expect(await ask('a')).toBe('made 1');
    expect(makes).toBe(1);
  });

  it('pushes nothing out when it is never asked for again', async () => {
    await keep('a');
    for (let index = 0; index < 25_000; index += 1) await ask(`once ${index}`);
    expect(await ask('a')).toBe('made 2');
  });

  it('has nothing to do with another', async () => {
    await keep('a');
    expect(await keep('b')).toBe('made 4');
    expect(await ask('a')).toBe('made 2');
  });
});

describe('a hundred who ask at once', () => {
  it('are answered by one making', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('a')));
    expect(new Set(answers)).toEqual(new Set(['made 1']));
    expect(makes).toBe(1);
  });

  it('all learn that it failed, and the next one tries again', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => ask('a', fail)));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(100);
    expect(makes).toBe(1);
    expect(await ask('a')).toBe('made 2');
  });
});

describe('an answer that is not for keeping', () => {
  it('is made for everybody who asks one after the other', async () => {
    expect([await ask('a', refuse), await ask('a', refuse), await ask('a', refuse)]).toEqual([
      'refused 1',
      'refused 2',
      'refused 3',
    ]);
  });

  it('is made for each who asks at the same time, too, since it may name its request', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('a', refuse)));
    expect(new Set(answers).size).toBe(5);
  });

  it('does not take the place of one that is kept', async () => {
    await keep('a');
    passSeconds(61);
    await ask('a', refuse);
    await settle();
    expect(await ask('a', refuse)).toBe('made 2');
  });
});

describe('a kept answer', () => {
  it('is fresh for a minute, then shown while a new one is made', async () => {
    await keep('a');
    passSeconds(59);
    expect(await ask('a')).toBe('made 2');
    passSeconds(1);
    expect(await ask('a')).toBe('made 2');
    await settle();
    expect(await ask('a')).toBe('made 3');
    expect(events.slice(2)).toEqual(['hit', 'stale', 'hit']);
  });

  it('is renewed once, however many ask meanwhile', async () => {
    await keep('a');
    passSeconds(60);
    await Promise.all(Array.from({ length: 50 }, () => ask('a')));
    await settle();
    expect(makes).toBe(3);
  });

  it('is never shown from its 600th second on', async () => {
    await keep('a');
    passSeconds(599);
    expect(await ask('a', fail)).toBe('made 2');
    await settle();
    passSeconds(1);
    await expect(ask('a', fail)).rejects.toThrow('broken');
    expect(await ask('a')).toMatch(/^made/);
  });

  it('stands in for one that cannot be made, each time trying again', async () => {
    await keep('a');
    passSeconds(100);
    for (let time = 0; time < 3; time += 1) {
      expect(await ask('a', fail)).toBe('made 2');
      await settle();
    }
    expect(makes).toBe(5);
  });

  it('counts its age from when its making began', async () => {
    const slow = async (): Promise<Made> => {
      const answer = answerOf('slow');
      passSeconds(599);
      return { answer, cacheable: true };
    };
    await ask('a', slow);
    await ask('a', slow);
    passSeconds(1);
    expect(cache.find('a', fail)).toBeUndefined();
  });
});

describe('a change of the feed', () => {
  it('leaves an answer of the last second as it is', async () => {
    await keep('a');
    epoch.advance();
    time += SECOND - 1;
    expect(await ask('a')).toBe('made 2');
    expect(events.at(-1)).toBe('hit');
  });

  it('lets an answer of the last five seconds be shown once more while a new one is made', async () => {
    await keep('a');
    epoch.advance();
    passSeconds(4);
    expect(await ask('a')).toBe('made 2');
    await settle();
    expect(await ask('a')).toBe('made 3');
  });

  it('ends an older answer at once', async () => {
    await keep('a');
    passSeconds(5);
    epoch.advance();
    expect(await ask('a')).toBe('made 3');
  });

  it('while an answer is being made makes that one old, not fresh', async () => {
    await ask('a');
    await ask('a', async () => {
      const made = await make();
      epoch.advance();
      return made;
    });
    passSeconds(5);
    expect(await ask('a')).toBe('made 3');
  });
});

describe('the memory', () => {
  const MIB = 2 ** 20;
  const once: Made = {
    answer: createAnswer({ status: 200, contentType: '', bornAt: 0, epoch: '' }, Buffer.from('')),
    cacheable: true,
  };

  it('holds at most 64 MiB, and lets the longest unused go first', async () => {
    const size = MIB / 4;
    const large = (): Promise<Made> =>
      Promise.resolve({ answer: answerOf(Buffer.alloc(size)), cacheable: true });
    const keys = Array.from({ length: 400 }, (_, index) => `key ${index}`);
    for (const key of keys) {
      await ask(key, large);
      await ask(key, large);
      await ask('key 0', large);
    }
    const kept = keys.filter((key) => cache.find(key, large) !== undefined);
    expect(kept.length).toBeGreaterThan(40);
    expect(kept.length * size).toBeLessThanOrEqual(64 * MIB);
    expect(kept).toEqual(['key 0', ...keys.slice(400 - kept.length + 1)]);
  });

  it('counts long keys, too', async () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `${index}`.padEnd(16_000, ' '));
    for (const key of keys) await keep(key);
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
    await ask('large', large, own);
    await ask('large', large, own);
    expect(own.find('large', large) !== undefined).toBe(isKept);
    expect(stored).toEqual(isKept ? ['large'] : []);
  });

  it('does not grow with the length of requests that come once', async () => {
    await ask('first');
    const before = await heapBytes();
    for (let index = 0; index < 4_000; index += 1)
      await ask(Buffer.alloc(16_000, `${index} `).toString('latin1'), () => Promise.resolve(once));
    expect((await heapBytes()) - before).toBeLessThan(8 * MIB);
    expect(cache.find('first', make)).toBeUndefined();
  });

  it('of a small answer is its own, not a share of a larger buffer', async () => {
    await keep('a');
    expect(cache.find('a', make)?.body.buffer.byteLength).toBe('made 2'.length);
  });
});

describe('answers shared with other instances', () => {
  let shelf: Map<string, { readonly value: Buffer; readonly forMs: number }>;
  let shared: SharedAnswers;
  beforeEach(() => {
    shelf = new Map();
    shared = {
      get: (key) => Promise.resolve(shelf.get(key)?.value),
      set: (key, value, forMs) => void shelf.set(key, { value, forMs }),
    };
    cache = createCache(shared);
  });

  it('are taken over instead of made, with their age', async () => {
    await keep('a');
    passSeconds(50);
    const other = createCache(shared);
    expect(await ask('a', make, other)).toBe('made 2');
    passSeconds(549);
    expect(await ask('a', fail, other)).toBe('made 2');
    await settle();
    passSeconds(1);
    await expect(ask('a', fail, other)).rejects.toThrow('broken');
  });

  it('are put there for no longer than they may be shown', async () => {
    const slow = async (): Promise<Made> => {
      const { answer } = await make();
      passSeconds(100);
      return { answer, cacheable: true };
    };
    await ask('a', slow);
    await ask('a', slow);
    expect(shelf.get('a')?.forMs).toBe(500 * SECOND);
  });

  it('are not taken when they are not fresh any more', async () => {
    await keep('a');
    passSeconds(60);
    expect(await ask('a', make, createCache(shared))).toBe('made 3');
  });

  it('are not taken when they are older than a change', async () => {
    await keep('a');
    passSeconds(5);
    epoch.advance();
    expect(await ask('a', make, createCache(shared))).toBe('made 3');
  });

  it('that are damaged are made anew', async () => {
    shelf.set('a', { value: Buffer.from('nothing'), forMs: 1 });
    expect(await ask('a')).toBe('made 1');
  });

  it('are never errors', async () => {
    await ask('a', refuse);
    await ask('a', refuse);
    expect(shelf.size).toBe(0);
  });
});

describe('a packed answer', () => {
  it('unpacks to the same answer, whatever its bytes', () => {
    for (const body of [Buffer.from(''), Buffer.from('{"a":"ü\\n"}\n\n🎁'), Buffer.from([0, 10, 255])]) {
      const answer = answerOf(body);
      expect(unpackAnswer(packAnswer(answer))).toEqual(answer);
    }
  });
});
