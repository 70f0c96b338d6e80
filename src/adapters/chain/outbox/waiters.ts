import type { Operation } from '../../../core/operations/operation.ts';
import { isSettled } from '../../../core/operations/operation.ts';
import type { OperationStore } from '../../ports/operation-store.ts';
import { startLoop, type Loop } from '../../../runtime/loop.ts';
import { TransientMap } from '../../../runtime/concurrency/transient-map.ts';

/** Calls that wait for operations to be settled. */
export interface Waiters {
  wait(ids: readonly string[], ms: number): Promise<(Operation | undefined)[]>;
  /** Reports operations that this instance has settled. */
  settled(ids: readonly string[]): void;
  /** From now on no call waits: each resolves with the current state. */
  end(): void;
  stop(): Promise<void>;
}

// Another instance may settle an operation that is waited for here.
const POLL_MS = 200;

/** One read of the database serves all waiting calls: at once when this instance settles an operation, otherwise every POLL_MS. */
export function createWaiters(store: OperationStore): Waiters {
  const waiting = new TransientMap<string, Set<(operation: Operation) => void>>();
  const due = new Set<string>();
  let nextFullPoll = 0;
  let loop: Loop | undefined;
  /** Ends the waits that are under way. */
  const ends = new Set<() => void>();
  let isEnded = false;

  async function poll(): Promise<void> {
    const isFull = performance.now() >= nextFullPoll;
    if (isFull) nextFullPoll = performance.now() + POLL_MS;
    const ids = isFull ? [...waiting.keys()] : [...due].filter((id) => waiting.has(id));
    due.clear();
    if (ids.length === 0) return;
    // Reads again after a failure of the database.
    const operations = await store.find(ids).catch(() => []);
    for (const operation of operations)
      if (isSettled(operation))
        for (const resolveResult of waiting.get(operation.id) ?? []) resolveResult(operation);
  }

  function watch(id: string): { readonly result: Promise<Operation>; readonly leave: () => void } {
    loop ??= startLoop({ everyMs: POLL_MS / 2 }, poll);
    let resolveResult: ((operation: Operation) => void) | undefined;
    const result = new Promise<Operation>((resolve) => {
      resolveResult = resolve;
      waiting.set(id, (waiting.get(id) ?? new Set()).add(resolve));
    });
    return {
      result,
      leave() {
        const others = waiting.get(id);
        if (resolveResult) others?.delete(resolveResult);
        if (others?.size === 0) waiting.delete(id);
      },
    };
  }

  /** Resolves after so many milliseconds, or when all waits end. */
  function startTimeout(ms: number): { readonly isOver: Promise<undefined>; readonly leave: () => void } {
    let leave = () => undefined as void;
    const isOver = new Promise<undefined>((resolve) => {
      const end = () => resolve(undefined);
      const timer = setTimeout(end, isEnded ? 0 : ms);
      ends.add(end);
      leave = () => {
        clearTimeout(timer);
        ends.delete(end);
      };
    });
    return { isOver, leave };
  }

  return {
    async wait(ids, ms) {
      const watches = ids.map(watch);
      for (const id of ids) due.add(id);
      loop?.poke();
      const timeout = startTimeout(ms);
      const results = await Promise.race([Promise.all(watches.map(({ result }) => result)), timeout.isOver]);
      for (const { leave } of [...watches, timeout]) leave();
      if (results) return results;
      const found = new Map((await store.find(ids)).map((operation) => [operation.id, operation]));
      return ids.map((id) => found.get(id));
    },
    settled(ids) {
      let isWaitedFor = false;
      for (const id of ids) {
        if (!waiting.has(id)) continue;
        due.add(id);
        isWaitedFor = true;
      }
      if (isWaitedFor) loop?.poke();
    },
    end() {
      isEnded = true;
      for (const end of ends) end();
    },
    async stop() {
      await loop?.stop();
      loop = undefined;
    },
  };
}
