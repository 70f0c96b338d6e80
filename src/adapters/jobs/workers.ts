import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobName } from '../../core/jobs.ts';

/** How many jobs of a kind run at once on this instance, and about how many of one group on all instances together. */
const AT_ONCE = { each: 4, ofGroup: 2 };
/** Calls mostly wait for receivers, so many run at once. */
const CALLS_AT_ONCE = { each: 16, ofGroup: 4 };
const CALLS: ReadonlySet<string> = new Set<JobName>([
  'send-webhook',
  'send-webhooks',
  'send-feed-webhooks',
  'send-to-subscription',
  'confirm-subscription',
]);
// In pg-boss every worker polls. Here one statement polls for all kinds, and workers sleep until they are woken.
const ASLEEP_SECONDS = 86_400;

/** The workers of this instance. */
export interface Workers {
  /**
   * Adds a kind of jobs. `isAlone`: there is never more than one job of the kind, so one worker is enough, which looks for no other job
   * after it.
   */
  add(
    name: string,
    work: (job: JobWithMetadata) => Promise<void>,
    options: { readonly isAlone: boolean },
  ): void;
  /** Wakes an idle worker of a kind, or starts one; busy ones fetch the next job when they finish. */
  wake(name: string): void;
  /** Wakes the workers of the kinds that are due, and polls from now on. */
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

/** A kind of job with its workers here. */
interface Kind {
  readonly work: (job: JobWithMetadata) => Promise<void>;
  readonly isAlone: boolean;
  readonly workers: Worker[];
}

/** A kind of job gets a worker when a job is due; a worker that gets a job wakes the next worker, or starts one. */
export function createWorkers({ boss, due, pollSeconds, warn }: WorkersOptions): Workers {
  const kinds = new Map<string, Kind>();
  let isStopped = false;

  function wake(name: string): void {
    const kind = kinds.get(name);
    if (kind === undefined || isStopped) return;
    const idle = kind.workers.find(({ isBusy }) => !isBusy);
    // A worker without an id is being started, and fetches then.
    if (idle?.id !== undefined) boss.notifyWorker(idle.id);
    if (idle || kind.workers.length === (kind.isAlone ? 1 : limitsOf(name).each)) return;
    startWorker(name, kind).catch((error: unknown) => {
      if (!isStopped) warn(`a worker for ${name} could not be started`, error);
    });
  }

  async function startWorker(name: string, { work, isAlone, workers }: Kind): Promise<void> {
    const worker: Worker = { id: undefined, isBusy: false };
    workers.push(worker);
    const options = {
      includeMetadata: true,
      pollingIntervalSeconds: ASLEEP_SECONDS,
      groupConcurrency: limitsOf(name).ofGroup,
    } as const;
    try {
      worker.id = await boss.work<object>(name, options, async ([found]) => {
        if (!found) return;
        // `includeMetadata` makes pg-boss return this type.
        const job = found as JobWithMetadata;
        worker.isBusy = true;
        if (!isAlone) wake(name);
        try {
          await work(job);
        } finally {
          worker.isBusy = false;
          if (!isAlone && worker.id !== undefined) boss.notifyWorker(worker.id);
        }
      });
    } catch (error) {
      workers.splice(workers.indexOf(worker), 1);
      throw error;
    }
  }

  let isBlind = false;
  async function poll(): Promise<void> {
    try {
      for (const name of await due()) wake(name);
      isBlind = false;
    } catch (error) {
      if (!isBlind && !isStopped) warn('polling for jobs failed', error);
      isBlind = true;
    }
  }
  let polling: NodeJS.Timeout | undefined;
  function pollLater(): void {
    if (isStopped) return;
    polling = setTimeout(() => void poll().then(pollLater), pollSeconds * 1_000).unref();
  }

  return {
    add(name, work, { isAlone }) {
      kinds.set(name, { work, isAlone, workers: [] });
    },
    wake,
    start: () => void poll().then(pollLater),
    stop() {
      isStopped = true;
      clearTimeout(polling);
    },
  };
}

function limitsOf(name: string): typeof AT_ONCE {
  return CALLS.has(name) ? CALLS_AT_ONCE : AT_ONCE;
}
