import { expect, it } from '@jest/globals';
import { createChainLag } from '../../src/adapters/http/metrics/chain-lag.ts';

const START = 1_000_000;

function createClock() {
  let now = START;
  return { now: () => now, pass: (seconds: number) => (now += seconds * 1_000) };
}

it('is the last measured value while the chain can be read', () => {
  const { now, pass } = createClock();
  const lag = createChainLag(now);
  lag.noteCaughtUp();
  pass(1);
  lag.advance(100, 91);
  expect(lag.blocks()).toBe(10);
  lag.advance(100, 101);
  lag.noteCaughtUp();
  expect([lag.blocks(), lag.seconds()]).toEqual([0, 0]);
});

it('grows with the time since the chain was last read, at the rate of its blocks', () => {
  const { now, pass } = createClock();
  const lag = createChainLag(now);
  lag.advance(100, 101);
  pass(120);
  lag.advance(110, 111);
  lag.noteCaughtUp();
  pass(60);
  expect([lag.blocks(), lag.seconds()]).toEqual([5, 60]);
  pass(60);
  expect([lag.blocks(), lag.seconds()]).toEqual([10, 120]);
  lag.advance(120, 121);
  lag.noteCaughtUp();
  expect([lag.blocks(), lag.seconds()]).toEqual([0, 0]);
});

it('counts from when the read model had all that the node had', () => {
  const { now, pass } = createClock();
  const lag = createChainLag(now);
  lag.noteCaughtUp();
  pass(60);
  lag.advance(163, 101);
  expect([lag.blocks(), lag.seconds()]).toEqual([63, 60]);
  lag.noteCaughtUp(20_000);
  expect([lag.blocks(), lag.seconds(), lag.nextBlock()]).toEqual([63, 20, 101]);
  lag.noteCaughtUp(30_000);
  expect(lag.seconds()).toBe(20);
});

it('grows from the start when the chain has never been read', () => {
  const { now, pass } = createClock();
  const lag = createChainLag(now);
  lag.noteCaughtUp();
  pass(30);
  expect([lag.blocks(), lag.seconds()]).toEqual([0, 30]);
});
