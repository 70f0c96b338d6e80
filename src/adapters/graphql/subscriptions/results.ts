import type { ExecutionResult } from 'graphql';

type Results = AsyncGenerator<ExecutionResult, void, void>;

/** Answers each event, and calls `over` when they end. Ends at once, also while it waits for an event. */
export function toResults(
  events: AsyncIterable<unknown>,
  response: (event: unknown) => Promise<ExecutionResult>,
  over: () => void,
): Results {
  const source = events[Symbol.asyncIterator]();
  const results = {
    async next() {
      try {
        const step = await source.next();
        if (step.done !== true) return { value: await response(step.value), done: false };
        over();
        return { value: undefined, done: true };
      } catch (error) {
        await results.return();
        throw error;
      }
    },
    async return() {
      over();
      await source.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]: () => results,
  };
  // Further methods of generators are not called.
  return results as unknown as Results;
}
