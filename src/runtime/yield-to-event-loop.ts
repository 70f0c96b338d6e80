import { setImmediate } from 'node:timers/promises';

const LONGEST_TURN_MS = 5;

/**
 * For long work on many items: what it answers is awaited before each of them, so that all else that waits for the event
 * loop gets a turn in between.
 */
export function startTurns(): () => Promise<void> | undefined {
  let ends = performance.now() + LONGEST_TURN_MS;
  return () => (performance.now() < ends ? undefined : next());

  async function next(): Promise<void> {
    await setImmediate();
    ends = performance.now() + LONGEST_TURN_MS;
  }
}
