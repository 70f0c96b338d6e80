import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobName } from '../../core/jobs.ts';

/** How many jobs of a kind run at once on this instance, and about how many of one group on all instances together. */
const AT_ONCE = { each: 4, ofGroup: 2 };
/** Webhook calls mostly wait for receivers, so many run at once. */
const CALLS_AT_ONCE = { each: 16, ofGroup: 4 };
// In pg-boss every worker polls. Here one statement polls for all kinds, and workers sleep until they are woken.
const ASLEEP_SECONDS = 86_400;

/** The workers of this instance. */
export interface Workers {
  add(name: string, work: (job: JobWithMetadata) => Promise<void>): Promise<void>;
  /** Wakes an idle worker of a kind; busy ones fetch the next job when they finish. */
  wake(name: string): void;
  /** Starts polling. */
  start(): void;
  /** Stops polling; pg-boss stops the workers. */
  stop(): void;
}

interface WorkersOptions {
  readonly boss: PgBoss;
  /** The kinds of jobs that are due. */
  readonly due: () => Promise<readonly string[]>;
  readonly pollSeconds: number;
  readonly warn: (message: string, error: unknown) => void;
}

interface Worker {
  id: string | undefined;
  isBusy: boolean;
}

/** Several workers for each kind of job. One is woken when a job is due; a worker that gets a job wakes the next worker. */
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
      if (!isBlind) warn('polling for jobs failed', error);
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
          // `includeMetadata` makes pg-boss return this type.
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
