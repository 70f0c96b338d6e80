/** Limits how much work runs at once. Further work waits in a queue; when the queue is full, work is refused. */
export interface Gate {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface GateOptions {
  readonly atOnce: number;
  /** When recent work took longer than this on average, it runs one at a time. */
  readonly slowMs?: number;
  /** The length of the queue; work beyond it is refused at once. */
  readonly mostWaiting: number;
  /** Work that waited longer is refused when it could start. */
  readonly longestWaitMs: number;
  /** The error of refused work. */
  readonly refusal: () => Error;
}

interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly reject: (error: Error) => void;
}

/** The weight of the latest work in the average. */
const WEIGHT = 0.1;

/** Work starts in the order of its calls. Work from the queue starts in a later turn of the event loop. */
export function createGate(options: GateOptions): Gate {
  const { atOnce, slowMs = Number.POSITIVE_INFINITY, mostWaiting, longestWaitMs, refusal } = options;
  const queue: Waiting[] = [];
  let running = 0;
  let averageMs = 0;

  const isFull = () => running >= (averageMs > slowMs ? 1 : atOnce);

  /** Resolves when the work may start. */
  function enter(): Promise<void> | undefined {
    if (!isFull() && queue.length === 0) {
      running += 1;
      return undefined;
    }
    if (queue.length >= mostWaiting) throw refusal();
    return new Promise((resolve, reject) =>
      queue.push({ since: performance.now(), start: resolve, reject: reject }),
    );
  }

  function leave(tookMs: number): void {
    averageMs += (tookMs - averageMs) * WEIGHT;
    running -= 1;
    // Callbacks that are due go first, such as writes that wait for the same connection.
    if (queue.length > 0) setImmediate(startNext);
  }

  function startNext(): void {
    while (!isFull()) {
      const waiting = queue.shift();
      if (waiting === undefined) return;
      if (performance.now() - waiting.since > longestWaitMs) {
        waiting.reject(refusal());
        continue;
      }
      running += 1;
      waiting.start();
    }
  }

  return {
    async run(work) {
      await enter();
      const began = performance.now();
      try {
        return await work();
      } finally {
        leave(performance.now() - began);
      }
    },
  };
}
