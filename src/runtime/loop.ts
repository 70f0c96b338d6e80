import { setTimeout as after } from 'node:timers/promises';

/** Work that is repeated, one run at a time. */
export interface Loop {
  /** Runs soon; after the present run if there is one. */
  poke(): void;
  /** No run starts any more; resolves when the last has ended. */
  stop(): Promise<void>;
}

interface LoopTimes {
  /** The longest pause between two runs; a function is asked after each. */
  readonly everyMs: number | (() => number);
  /** The pause after each run, so that what arrives meanwhile is handled together. */
  readonly restMs?: number;
}

/** Starts a loop; `work` must not throw. */
export function startLoop({ everyMs, restMs = 0 }: LoopTimes, work: () => Promise<void>): Loop {
  let stopped = false;
  let poked = true;
  let wake: (() => void) | undefined;

  async function run(): Promise<void> {
    // oxlint-disable-next-line no-unmodified-loop-condition -- `stop` modifies it while the work is awaited.
    while (!stopped) {
      poked = false;
      await work();
      if (restMs > 0 && !stopped) await after(restMs);
      if (!poked && !stopped) await sleep();
    }
  }

  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, typeof everyMs === 'number' ? everyMs : everyMs());
      wake = done;
      function done() {
        clearTimeout(timer);
        wake = undefined;
        resolve();
      }
    });
  }

  // Not at once: the caller may still be setting up what the work needs.
  const running = Promise.resolve().then(run);
  return {
    poke() {
      poked = true;
      wake?.();
    },
    stop() {
      stopped = true;
      wake?.();
      return running;
    },
  };
}
