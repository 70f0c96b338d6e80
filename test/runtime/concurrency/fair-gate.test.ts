import { expect, it } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import { createFairGate } from '../../../src/runtime/concurrency/fair-gate.ts';

const DEFAULTS = {
  ofUserMs: 60_000,
  windowMs: 600_000,
  mostWaiting: 3,
  longestWaitMs: 60_000,
  refusal: () => new Error('refused'),
  refusalOfUser: () => new Error('used up'),
};

/** Work that takes at least this long, and says so in the log when it starts. */
function createWork(log: string[]) {
  return (name: string, ms = 0) =>
    async () => {
      log.push(name);
      await after(ms);
    };
}

it('runs one piece of work at a time, the oldest of the user who has used the least time', async () => {
  const log: string[] = [];
  const work = createWork(log);
  const gate = createFairGate(DEFAULTS);
  await gate.run('much', work('much 1', 20));
  const done = [
    gate.run('much', work('much 2')),
    gate.run('much', work('much 3')),
    gate.run('much', work('much 4')),
    gate.run('little', work('little')),
  ];
  await Promise.all(done);
  expect(log).toEqual(['much 1', 'much 2', 'little', 'much 3', 'much 4']);
});

it('refuses work when the queue is full, and goes on after work that fails', async () => {
  const log: string[] = [];
  const work = createWork(log);
  const gate = createFairGate(DEFAULTS);
  const failing = gate.run('one', () => Promise.reject(new Error('failed')));
  const waiting = ['2', '3', '4'].map((name) => gate.run('one', work(name)));
  await expect(gate.run('other', work('5'))).rejects.toThrow('refused');
  await expect(failing).rejects.toThrow('failed');
  await Promise.all(waiting);
  expect(log).toEqual(['2', '3', '4']);
});

it('refuses all waiting work that has waited too long', async () => {
  const log: string[] = [];
  const work = createWork(log);
  const gate = createFairGate({ ...DEFAULTS, longestWaitMs: 1 });
  const first = gate.run('one', work('1', 20));
  const late = ['2', '3'].map((name) => gate.run('one', work(name)).catch((error: unknown) => error));
  await first;
  expect(await Promise.all(late)).toEqual([new Error('refused'), new Error('refused')]);
  expect(log).toEqual(['1']);
});

it('refuses work of a user who has used up its time, also what waits already', async () => {
  const log: string[] = [];
  const work = createWork(log);
  const gate = createFairGate({ ...DEFAULTS, ofUserMs: 5 });
  const first = gate.run('one', work('1', 20));
  const waiting = gate.run('one', work('2')).catch((error: unknown) => error);
  await first;
  expect(await waiting).toEqual(new Error('used up'));
  await expect(gate.run('one', work('3'))).rejects.toThrow('used up');
  await gate.run('other', work('4'));
  expect(log).toEqual(['1', '4']);
});
