import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobName } from '../../core/jobs/jobs.ts';

/** So many jobs of a kind are done at once by this instance, and about so many of one group by all of them together. */
const AT_ONCE = { each: 4, ofGroup: 2 };
/** Sending does little but wait for receivers. */
const CALLS_AT_ONCE = { each: 16, ofGroup: 4 };
// pg-boss lets every worker look by itself; here one statement looks for all, and they sleep until they are woken.
const ASLEEP_SECONDS = 86_400;

/** Those who do the jobs of this instance. */
export interface Workers {
  add(name: string, work: (job: JobWithMetadata) => Promise<void>): Promise<void>;
  /** Lets an idle worker of a kind look for a job at once; busy ones look when they are done. */
  wake(name: string): void;
  /** Looks for jobs from now on. */
  start(): void;
  /** Stops looking; pg-boss ends the workers. */
  stop(): void;
}

interface WorkersOptions {
  readonly boss: PgBoss;
  /** The kinds of which jobs wait that could be done now. */
  readonly due: () => Promise<readonly string[]>;
  readonly pollSeconds: number;
  readonly warn: (message: string, error: unknown) => void;
}

interface Worker {
  id: string | undefined;
  isBusy: boolean;
}

/** Several workers for each kind of job. One is woken when there is a job; whoever finds one wakes the next. */
export function createWorkers({ boss, due, pollSeconds, warn }: WorkersOptions): Workers {
  const kinds = new Map<string, Worker[]>();

  function wake(name: string): void {
    const idle = kinds.get(name)?.find(({ isBusy }) => !isBusy);
    if (idle?.id !== undefined) boss.notifyWorker(idle.id);
  }

  let isBlind = false;
  async function poll(): Promise<void> {
    try {
      for (const name of await due()) wake(name);
      isBlind = false;
    } catch (error) {
      if (!isBlind) warn('jobs cannot be looked for', error);
      isBlind = true;
    }
  }
  let polling: NodeJS.Timeout | undefined;
  function pollLater(): void {
    polling = setTimeout(() => void poll().then(() => polling && pollLater()), pollSeconds * 1_000).unref();
  }

  return {
    async add(name, work) {
      const { each, ofGroup } = name === ('send-webhook' satisfies JobName) ? CALLS_AT_ONCE : AT_ONCE;
      const workers = Array.from({ length: each }, (): Worker => ({ id: undefined, isBusy: false }));
      kinds.set(name, workers);
      for (const worker of workers) {
        const options = {
          includeMetadata: true,
          pollingIntervalSeconds: ASLEEP_SECONDS,
          groupConcurrency: ofGroup,
        } as const;
        worker.id = await boss.work<object>(name, options, async ([found]) => {
          if (!found) return;
          // As `includeMetadata` asks.
          const job = found as JobWithMetadata;
          worker.isBusy = true;
          wake(name);
          try {
            await work(job);
          } finally {
            worker.isBusy = false;
            if (worker.id !== undefined) boss.notifyWorker(worker.id);
          }
        });
      }
    },
    wake,
    start: pollLater,
    stop() {
      clearTimeout(polling);
      polling = undefined;
    },
  };
}
