import { expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTurns, type Turns } from '../../../src/runtime/concurrency/turns.ts';

const BUSY_MS = 4;

/** Requests pieces of work, all in one turn, that each occupy the event loop; returns their order and the turn of each. */
async function runAll(turns: Turns, groups: readonly string[]): Promise<[group: string, turn: number][]> {
  const ran: [string, number][] = [];
  let turn = 0;
  const work = async (group: string) => {
    await turns.take(() => group);
    for (const until = performance.now() + BUSY_MS; performance.now() < until;);
    ran.push([group, turn]);
  };
  // As for requests on several connections, the microtasks of one run before the next arrives.
  for (const group of groups) setImmediate(() => void work(group));
  for (; ran.length < groups.length; turn += 1) await nextTurn();
  return ran;
}

const many = (group: string, count: number) => Array.from({ length: count }, () => group);

it('starts a few pieces of work at once, and then one in each turn of the event loop', async () => {
  const ran = await runAll(createTurns(), many('a', 20));
  const perTurn = Map.groupBy(ran, ([, turn]) => turn);
  expect(perTurn.get(0)?.length).toBeLessThanOrEqual(4);
  for (const [turn, pieces] of perTurn) if (turn > 0) expect(pieces).toHaveLength(1);
});

it('lets a group that comes late start among those of a group with much work', async () => {
  const ran = await runAll(createTurns(), [...many('a', 40), 'b', 'b']);
  expect(ran.findLastIndex(([group]) => group === 'b')).toBeLessThan(15);
});

it('starts urgent work of a group before its other work', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const work = async (name: string, isUrgent: boolean) => {
    await turns.take(() => 'a', { isUrgent });
    for (const until = performance.now() + BUSY_MS; performance.now() < until;);
    order.push(name);
  };
  for (let count = 0; count < 20; count += 1) setImmediate(() => void work('other', false));
  setImmediate(() => void work('urgent', true));
  while (order.length < 21) await nextTurn();
  expect(order.indexOf('urgent')).toBeLessThan(6);
});

it('starts some work of known groups in each turn, however many other groups wait', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const work = async (group: string, isKnown: boolean) => {
    await turns.take(() => group, { isKnown });
    for (const until = performance.now() + BUSY_MS; performance.now() < until;);
    order.push(group);
  };
  for (let network = 0; network < 60; network += 1)
    setImmediate(() => void work(`network ${network}`, false));
  for (const name of ['a', 'a', 'a', 'b']) setImmediate(() => void work(name, true));
  while (order.length < 64) await nextTurn();
  expect(order.lastIndexOf('a')).toBeLessThan(15);
  expect(order.indexOf('b')).toBeLessThan(15);
});

it('shares the time of known groups among them', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const work = async (group: string) => {
    await turns.take(() => group, { isKnown: true });
    for (const until = performance.now() + BUSY_MS; performance.now() < until;);
    order.push(group);
  };
  for (const group of [...many('a', 60), 'b', 'b']) setImmediate(() => void work(group));
  while (order.length < 62) await nextTurn();
  expect(order.lastIndexOf('b')).toBeLessThan(30);
});

it('is late for a group whose work has waited for long, and not for another one, nor after the work', async () => {
  const turns = createTurns();
  const isLate = (group: string) => turns.isLate(() => group);
  const done: true[] = [];
  const count = 300;
  const work = async () => {
    await turns.take(() => 'a');
    for (const until = performance.now() + BUSY_MS; performance.now() < until;);
    done.push(true);
  };
  for (let index = 0; index < count; index += 1) setImmediate(() => void work());
  expect(isLate('a')).toBe(false);
  let doneWhenLate = 0;
  for (; done.length < count; await nextTurn()) if (isLate('a')) doneWhenLate ||= done.length;
  // The first ones start before that; how many depends on the machine.
  expect(doneWhenLate).toBeGreaterThan(0);
  expect([isLate('a'), isLate('b')]).toEqual([false, false]);
});

it('does not take a long pause of the process for too much work', async () => {
  const turns = createTurns();
  const order: number[] = [];
  const work = async (index: number) => {
    await turns.take(() => 'a');
    // One piece blocks the event loop for longer than anything may wait.
    for (const until = performance.now() + (index === 3 ? 700 : BUSY_MS); performance.now() < until;);
    order.push(index);
  };
  for (let index = 0; index < 10; index += 1) setImmediate(() => void work(index));
  for (; order.length < 10; await nextTurn()) expect(turns.isLate(() => 'a')).toBe(false);
});

it('starts work at once again after a burst', async () => {
  const turns = createTurns();
  await runAll(turns, many('a', 10));
  await nextTurn();
  await nextTurn();
  expect(turns.take(() => 'a')).toBeUndefined();
});
