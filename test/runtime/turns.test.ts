import { expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTurns, type Turns } from '../../src/runtime/turns.ts';

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

it('starts work at once again after a burst', async () => {
  const turns = createTurns();
  await runAll(turns, many('a', 10));
  await nextTurn();
  await nextTurn();
  expect(turns.take(() => 'a')).toBeUndefined();
});
