import { expect, it } from '@jest/globals';
import { createPace } from '../../src/adapters/chain/indexer/pace.ts';

function start() {
  let time = 0;
  const pace = createPace({ pollMs: 250, now: () => time });
  const pass = (ms: number) => {
    time += ms;
    return pace.pause();
  };
  return { pace, pass };
}

it('looks often after a block that came out of rest, and once a second later', () => {
  const { pace, pass } = start();
  expect(pass(0)).toBe(1_000);
  pace.noteNews();
  expect([pass(0), pass(4_900), pass(200)]).toEqual([250, 250, 1_000]);
});

it('rests until the next block of a chain with regular blocks is likely, and then looks often', () => {
  const { pace, pass } = start();
  for (let block = 0; block < 4; block += 1) {
    pace.noteNews();
    if (block < 3) pass(1_000);
  }
  expect([pass(0), pass(800), pass(150)]).toEqual([800, 250, 250]);
  const slow = start();
  for (let block = 0; block < 4; block += 1) {
    slow.pace.noteNews();
    if (block < 3) slow.pass(12_000);
  }
  // A block may come early, and a reorganisation at any time.
  expect([slow.pass(0), slow.pass(9_500), slow.pass(5_000), slow.pass(5_000)]).toEqual([
    1_000, 250, 250, 1_000,
  ]);
});
