const EVERY_MS = 50;

/** Asks again until the answer is right; the last answer when it did not become so in time. */
export async function eventually<Result>(
  ask: () => Promise<Result>,
  isRight: (result: Result) => boolean,
  withinMs = 10_000,
): Promise<Result> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const result = await ask();
    if (isRight(result) || Date.now() > deadline) return result;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
