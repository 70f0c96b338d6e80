// Taken before virtual-time.ts replaces it.
const { setImmediate: afterIo } = globalThis;

/** What owns planned work: a process, of which nothing happens while it is frozen, and nothing more once it is dead. */
export interface Owner {
  isDead: boolean;
  /** By the scheduler's clock, in milliseconds. */
  frozenUntil: number;
}

export interface Planned {
  cancel(): void;
}

/** Virtual time: planned work runs in the order of its times, each piece with all that it leads to at once. */
export interface Scheduler {
  /** Milliseconds since the beginning. */
  now(): number;
  plan(ms: number, work: () => void, owner?: Owner): Planned;
  /** Lets time pass until `main` has ended. Rejects as `main` does, and when nothing is planned any more. */
  run(main: () => Promise<void>): Promise<void>;
}

interface PlannedWork {
  at: number;
  order: number;
  readonly work: () => void;
  readonly owner: Owner | undefined;
  isCancelled: boolean;
}

/** How many pieces run before the process may read and write. */
const TURNS = 20_000;

export function createScheduler(): Scheduler {
  const planned = createHeap();
  let now = 0;
  let order = 0;

  function push(work: PlannedWork, at: number): void {
    work.at = at;
    work.order = order++;
    planned.push(work);
  }

  /** The next piece that may run; undefined when there is none. */
  function next(): PlannedWork | undefined {
    for (let first = planned.pop(); first !== undefined; first = planned.pop()) {
      if (first.isCancelled || first.owner?.isDead === true) continue;
      if (first.owner !== undefined && first.owner.frozenUntil > first.at)
        push(first, first.owner.frozenUntil);
      else return first;
    }
    return undefined;
  }

  return {
    now: () => now,
    plan(ms, work, owner) {
      const entry: PlannedWork = { at: 0, order: 0, work, owner, isCancelled: false };
      push(entry, now + Math.max(0, ms));
      return { cancel: () => void (entry.isCancelled = true) };
    },
    run(main) {
      return new Promise((resolve, reject) => {
        let isOver = false;
        let turns = 0;
        const end = (settle: () => void) => () => {
          isOver = true;
          settle();
        };
        function turn(): void {
          if (isOver) return;
          const piece = next();
          if (piece === undefined) return end(() => reject(new Error('Nothing is planned any more.')))();
          now = Math.max(now, piece.at);
          try {
            piece.work();
          } catch (error) {
            return end(() => reject(new Error('Planned work failed.', { cause: error })))();
          }
          turns += 1;
          // The queue of ticks goes on when all promises have been handled that are settled by now.
          if (turns % TURNS === 0) afterIo(turn);
          else queueMicrotask(() => process.nextTick(turn));
        }
        main().then(end(resolve), (error: Error) => end(() => reject(error))());
        afterIo(turn);
      });
    },
  };
}

function createHeap() {
  const items: PlannedWork[] = [];
  const isBefore = (one: PlannedWork, other: PlannedWork) =>
    one.at < other.at || (one.at === other.at && one.order < other.order);

  function swap(one: number, other: number): void {
    [items[one], items[other]] = [items[other] as PlannedWork, items[one] as PlannedWork];
  }

  return {
    push(item: PlannedWork): void {
      items.push(item);
      for (let child = items.length - 1; child > 0;) {
        const parent = (child - 1) >> 1;
        if (isBefore(items[parent] as PlannedWork, items[child] as PlannedWork)) return;
        swap(parent, child);
        child = parent;
      }
    },
    pop(): PlannedWork | undefined {
      const first = items[0];
      const last = items.pop();
      if (first === undefined || last === undefined || items.length === 0) return first;
      items[0] = last;
      for (let parent = 0; ;) {
        let child = 2 * parent + 1;
        if (child >= items.length) return first;
        if (
          child + 1 < items.length &&
          isBefore(items[child + 1] as PlannedWork, items[child] as PlannedWork)
        )
          child += 1;
        if (isBefore(items[parent] as PlannedWork, items[child] as PlannedWork)) return first;
        swap(parent, child);
        parent = child;
      }
    },
  };
}
