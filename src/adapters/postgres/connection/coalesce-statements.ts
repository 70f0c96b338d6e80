import DataLoader from 'dataloader';
import { workFor } from '../../../runtime/concurrency/tenants.ts';
import { DomainError } from '../../../core/errors.ts';
import { busy } from './failures.ts';

interface Coalescing<Item> {
  /** The number of concurrent statements; items that arrive meanwhile wait for the next one together. */
  readonly inFlight: number;
  /** The maximum number of items in one statement. */
  readonly largest: number;
  /** Items with the same key never share a statement: the later one goes into the next. Without it they may. */
  readonly keyOf?: (item: Item) => string;
}

/** With more than this, callers would give up before their turn. */
const MAX_PENDING = 5_000;
/** The tenant of statements for several others. */
const SHARED = 'shared';

/**
 * Turns a statement for many items into a function for one. Nothing is cached: every call's statement starts after the call.
 * Throws SERVICE_UNAVAILABLE immediately while 5,000 calls are waiting.
 */
export function coalesceStatements<Item, Result>(
  { inFlight, largest, keyOf }: Coalescing<Item>,
  statement: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  // It has items of many tenants.
  const runStatement = (items: readonly Item[]) => workFor(SHARED, () => statement(items));

  const loader = new DataLoader<Item, Result>(
    async (items) => {
      running += 1;
      try {
        const results: (Result | Error)[] = [];
        for (const round of keyOf ? rounds(items, keyOf) : [[...items.keys()]]) {
          const responses = await attempt(
            round.map((index) => items[index] as Item),
            runStatement,
          );
          responses.forEach((result, position) => (results[round[position] as number] = result));
        }
        return results;
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
    {
      cache: false,
      maxBatchSize: largest,
      batchScheduleFn: (dispatch) => (running < inFlight ? setImmediate(dispatch) : waiting.push(dispatch)),
    },
  );
  let pending = 0;
  const settle = () => void (pending -= 1);
  return (item) => {
    if (pending >= MAX_PENDING) return Promise.reject(busy());
    pending += 1;
    const result = loader.load(item);
    result.then(settle, settle);
    return result;
  };
}

/**
 * Runs one statement for all items; if it fails because of one item, runs it for each alone, so that only that one fails. A
 * DomainError concerns the whole statement.
 */
async function attempt<Item, Result>(
  items: readonly Item[],
  statement: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly (Result | Error)[]> {
  const [settled] = await Promise.allSettled([statement(items)]);
  if (settled.status === 'fulfilled') return settled.value;
  const failure: Error = settled.reason instanceof Error ? settled.reason : new Error(String(settled.reason));
  if (items.length === 1 || failure instanceof DomainError) return items.map(() => failure);
  const results: (Result | Error)[] = [];
  for (const item of items) results.push(...(await attempt([item], statement)));
  return results;
}

function rounds<Item>(items: readonly Item[], keyOf: (item: Item) => string): number[][] {
  const seen = new Map<string, number>();
  const result: number[][] = [];
  items.forEach((item, index) => {
    const round = seen.get(keyOf(item)) ?? 0;
    seen.set(keyOf(item), round + 1);
    (result[round] ??= []).push(index);
  });
  return result;
}
