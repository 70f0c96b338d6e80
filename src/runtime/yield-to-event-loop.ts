import { setImmediate } from 'node:timers/promises';

const MAX_MS = 5;

/**
 * For long work on many items: returns a function whose result is awaited before each item. It yields to the event loop after
 * every 5 ms of work, and returns undefined otherwise.
 */
export function createYieldToEventLoop(): () => Promise<void> | undefined {
  let ends = performance.now() + MAX_MS;
  return () => (performance.now() < ends ? undefined : next());

  async function next(): Promise<void> {
    await setImmediate();
    ends = performance.now() + MAX_MS;
  }
}
