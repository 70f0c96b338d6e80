import { PATIENCE } from './patience.ts';

const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 200;

/**
 * Repeats a call until its result is right, or until the deadline; returns the last result either way. It asks less often the longer
 * it has waited: calls cost the processor time that what it waits for needs.
 */
export async function eventually<Result>(
  call: () => Promise<Result>,
  isRight: (result: Result) => boolean,
  withinMs = 10_000,
): Promise<Result> {
  const began = Date.now();
  const deadline = began + withinMs * PATIENCE;
  for (;;) {
    const result = await call();
    if (isRight(result) || Date.now() > deadline) return result;
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, (Date.now() - began) / 10));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
