import { PATIENCE } from './patience.ts';

const INTERVAL_MS = 50;

/** Repeats a call until its result is right, or until the deadline; returns the last result either way. */
export async function eventually<Result>(
  call: () => Promise<Result>,
  isRight: (result: Result) => boolean,
  withinMs = 10_000,
): Promise<Result> {
  const deadline = Date.now() + withinMs * PATIENCE;
  for (;;) {
    const result = await call();
    if (isRight(result) || Date.now() > deadline) return result;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
