import { setTimeout as after } from 'node:timers/promises';
import type { Unfollow } from '../../ports/live-updates.ts';
import { DomainError, isRetryable } from '../../../core/errors.ts';

const RETRY_MS = 1_000;

/** How the changes of something are noticed, and how its state is read. */
export interface Followed<Key, State> {
  /** Calls `notice` with the keys whose state must be read, possibly before it returns. */
  readonly follow: (notice: (keys: readonly Key[]) => void) => Unfollow;
  /** Undefined when the consumer need not be notified. */
  readonly read: (key: Key) => Promise<State | undefined>;
  readonly isLast?: (state: State) => boolean;
}

/**
 * Iterates over the states of what is followed. A state is read when the consumer requests the next one: a slow consumer
 * gets only the newest state, and only the changed keys are stored for it.
 */
export function newest<Key, State>({
  follow,
  read,
  isLast,
}: Followed<Key, State>): AsyncIterableIterator<State, undefined, undefined> {
  const due = new Set<Key>();
  let wake = (): void => undefined;
  let hasEnded = false;
  const unfollow = follow((keys) => {
    for (const key of keys) due.add(key);
    wake();
  });
  const end = () => {
    hasEnded = true;
    unfollow();
    wake();
  };

  async function readAgain(key: Key): Promise<State | undefined> {
    try {
      return await read(key);
    } catch (error) {
      if (!(error instanceof DomainError && isRetryable(error))) throw error;
      due.add(key);
      await after(RETRY_MS, undefined, { ref: false });
      return undefined;
    }
  }

  return {
    async next() {
      for (;;) {
        if (hasEnded) return { value: undefined, done: true };
        const [key] = due;
        if (key === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        due.delete(key);
        const state = await readAgain(key).catch((error: unknown) => {
          end();
          throw error;
        });
        if (state === undefined || hasEnded) continue;
        if (isLast?.(state)) end();
        return { value: state, done: false };
      }
    },
    async return() {
      end();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
