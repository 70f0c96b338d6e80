import { expect, it } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import { createGate } from '../../../src/runtime/concurrency/gate.ts';

const REFUSED = new Error('refused');
const DEFAULTS = { atOnce: 2, mostWaiting: 3, longestWaitMs: 5_000, refusal: () => REFUSED };

/** Work that ends on demand. */
function createWork() {
  const ends: (() => void)[] = [];
  let maxRunning = 0;
  let running = 0;
  return {
    most: () => maxRunning,
    started: () => ends.length,
    end: (index: number) => ends[index]?.(),
    async work(): Promise<void> {
      maxRunning = Math.max(maxRunning, (running += 1));
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    },
  };
}

it('limits simultaneous work, queues some, and refuses the rest at once', async () => {
  const { most: maxRunning, started, end, work } = createWork();
  const gate = createGate(DEFAULTS);
  const done = Array.from({ length: 5 }, () => gate.run(work));

  await expect(gate.run(work)).rejects.toBe(REFUSED);

  expect(started()).toBe(2);
  for (let index = 0; index < 5; index += 1) {
    end(index);
    await after(5);
  }
  await Promise.all(done);
  expect(maxRunning()).toBe(2);
});

it('refuses work that has waited too long when its turn comes', async () => {
  const { end, work } = createWork();
  const gate = createGate({ ...DEFAULTS, atOnce: 1, longestWaitMs: 10 });
  const first = gate.run(work);
  const late = gate.run(work).catch((error: unknown) => error);
  await after(30);
  end(0);
  await first;
  expect(await late).toBe(REFUSED);
});

it('does slow work one at a time', async () => {
  const { most: maxRunning, started, end, work } = createWork();
  const gate = createGate({ ...DEFAULTS, slowMs: 1 });
  for (let count = 0; count < 5; count += 1) await gate.run(() => after(10));
  const done = [gate.run(work), gate.run(work)];
  await after(5);
  expect(started()).toBe(1);
  end(0);
  await after(20);
  end(1);
  await Promise.all(done);
  expect(maxRunning()).toBe(1);
});

it('continues after work that failed', async () => {
  const gate = createGate({ ...DEFAULTS, atOnce: 1 });
  const failed = gate.run(() => Promise.reject(new Error('failed'))).catch((error: unknown) => error);
  expect(await gate.run(() => Promise.resolve('done'))).toBe('done');
  expect(await failed).toEqual(new Error('failed'));
});
