import { setTimeout as after } from 'node:timers/promises';
import type { Unfollow } from '../../ports/live-updates.ts';
import { DomainError, isRetryable } from '../../../core/errors.ts';

/** How long a read of a busy database waits before it is repeated; some longer than others, so that not all come back at once. */
export const retryMs = (): number => 500 + Math.random() * 1_000;

/** How the changes of something are noticed, and how its state is read. */
export interface Followed<Key, State, Message> {
  /** Calls `notice` with the keys whose state must be read, possibly before it returns. */
  readonly follow: (notice: (keys: readonly Key[]) => void) => Unfollow;
  /** Undefined when the consumer need not be notified. */
  readonly read: (key: Key) => Promise<State | undefined>;
  readonly isLast?: (state: State) => boolean;
  /** Makes the message of a state; `isAll` when nothing else has changed. */
  readonly toMessage: (state: State, isAll: boolean) => Message;
}

/**
 * Iterates over the states of what is followed. A state is read when the consumer requests the next one: a slow consumer
 * gets only the newest state, and only the changed keys are stored for it.
 */
export function newest<Key, State, Message>({
  follow,
  read,
  isLast,
  toMessage,
}: Followed<Key, State, Message>): AsyncIterableIterator<Message, undefined, undefined> {
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
      await after(retryMs(), undefined, { ref: false });
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
        return { value: toMessage(state, due.size === 0), done: false };
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
