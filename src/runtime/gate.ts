/** Lets only so much work happen at once; what is more waits its turn, and what is too much is refused. */
export interface Gate {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface GateOptions {
  readonly atOnce: number;
  /** The most that waits; what comes then is refused at once. */
  readonly mostWaiting: number;
  /** What waited so long is refused. */
  readonly longestWaitMs: number;
  /** The error of what is refused. */
  readonly refusal: () => Error;
}

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Work starts in the order in which it came; between two works the event loop takes a turn. */
export function createGate({ atOnce, mostWaiting, longestWaitMs, refusal }: GateOptions): Gate {
  const queue = new Set<Waiting>();
  let running = 0;

  /** Resolves when a place is free, which then belongs to the caller. */
  function enter(): Promise<void> | undefined {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (queue.size >= mostWaiting) throw refusal();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        timer: setTimeout(() => {
          queue.delete(waiting);
          reject(refusal());
        }, longestWaitMs),
      };
      queue.add(waiting);
    });
  }

  function leave(): void {
    const [next] = queue;
    if (next === undefined) {
      running -= 1;
      return;
    }
    queue.delete(next);
    clearTimeout(next.timer);
    // Other work that became due meanwhile goes first, such as writes that wait for the same connection.
    setImmediate(next.start);
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
