import { LRUCache } from 'lru-cache';

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const MOST_KINDS = 1_000;

/** Whether something that repeats is told: the first time, then after pauses that double up to half a minute. `now` in milliseconds. */
export function createGrowingIntervals(now: () => number): (kind: string) => boolean {
  const told = new LRUCache<string, { readonly pauseMs: number; readonly until: number }>({
    max: MOST_KINDS,
  });
  return (kind) => {
    const time = now();
    const last = told.get(kind);
    if (last !== undefined && time < last.until) return false;
    // What did not repeat for a long time is new.
    const isOver = last === undefined || time - last.until > LONGEST_MS;
    const pauseMs = isOver ? FIRST_MS : Math.min(LONGEST_MS, last.pauseMs * 2);
    told.set(kind, { pauseMs, until: time + pauseMs });
    return true;
  };
}
