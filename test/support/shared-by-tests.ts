import { afterAll, beforeAll } from '@jest/globals';

const START_WITHIN_MS = 120_000;

type Stoppable = { stop(): Promise<unknown> } | { close(): Promise<unknown> };

/** What runs, oldest first: the newest stops first. */
const running: { stop(): Promise<unknown> }[] = [];

/**
 * Returns what `start` returns, for all tests of a file or of a `describe`: it starts before the first of them, in the order of the
 * calls, and stops after the last, in the reverse order. Its members are there once it has started: in hooks and tests.
 */
export function sharedByTests<Started extends Stoppable>(start: () => Promise<Started>): Started {
  const shared = {} as Started;
  aroundTests(async () => {
    const started = await start();
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(started));
    return () => ('stop' in started ? started.stop() : started.close());
  });
  return shared;
}

/** Runs `start` before the tests, and after them the function that it returned. */
export function aroundTests(start: () => Promise<() => Promise<unknown>>): void {
  beforeAll(async () => {
    const place = running.push({ stop: () => Promise.resolve() }) - 1;
    running[place] = { stop: await start() };
  }, START_WITHIN_MS);
  afterAll(() => running.pop()?.stop());
}
