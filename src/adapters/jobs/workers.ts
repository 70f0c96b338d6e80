import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobName } from '../../core/jobs.ts';
import { PRIORITIES } from './statements.ts';

/** Workers that look for the same jobs. */
interface Crew {
  /** How many jobs run at once on this instance, and about how many of one group on all instances together. */
  readonly each: number;
  readonly ofGroup: number;
  readonly priorities?: { readonly minPriority?: number; readonly maxPriority?: number };
}
const USUAL: readonly Crew[] = [{ each: 4, ofGroup: 2 }];
/** Calls mostly wait for receivers, so many run at once. */
const CALLS = { each: 16, ofGroup: 4 };
/** Those of slow jobs cost no more than an open connection each, and hold up no other jobs. */
const SENDING: readonly Crew[] = [
  { ...CALLS, priorities: { minPriority: PRIORITIES.deferred } },
  { ...CALLS, each: 64, priorities: { maxPriority: PRIORITIES.slow } },
];
const CREWS: ReadonlyMap<string, readonly Crew[]> = new Map<JobName, readonly Crew[]>([
  ['send-webhook', [CALLS]],
  ['send-webhooks', SENDING],
  ['send-feed-webhooks', SENDING],
  ['send-to-subscription', SENDING],
  ['confirm-subscription', [CALLS]],
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

/** A kind of job with the workers of a crew here. */
interface Crewed {
  readonly crew: Crew;
  readonly work: (job: JobWithMetadata) => Promise<void>;
  readonly isAlone: boolean;
  readonly workers: Worker[];
}

/** A kind of job gets a worker when a job is due; a worker that gets a job wakes the next worker, or starts one. */
export function createWorkers({ boss, due, pollSeconds, warn }: WorkersOptions): Workers {
  const kinds = new Map<string, readonly Crewed[]>();
  let isStopped = false;

  function wake(name: string): void {
    for (const kind of kinds.get(name) ?? []) wakeOne(name, kind);
  }

  function wakeOne(name: string, kind: Crewed): void {
    if (isStopped) return;
    const idle = kind.workers.find(({ isBusy }) => !isBusy);
    // A worker without an id is being started, and fetches then.
    if (idle?.id !== undefined) boss.notifyWorker(idle.id);
    if (idle || kind.workers.length === (kind.isAlone ? 1 : kind.crew.each)) return;
    startWorker(name, kind).catch((error: unknown) => {
      if (!isStopped) warn(`a worker for ${name} could not be started`, error);
    });
  }

  async function startWorker(name: string, kind: Crewed): Promise<void> {
    const { crew, work, isAlone, workers } = kind;
    const worker: Worker = { id: undefined, isBusy: false };
    workers.push(worker);
    const options = {
      includeMetadata: true,
      pollingIntervalSeconds: ASLEEP_SECONDS,
      groupConcurrency: crew.ofGroup,
      ...crew.priorities,
    } as const;
    try {
      worker.id = await boss.work<object>(name, options, async ([found]) => {
        if (!found) return;
        // `includeMetadata` makes pg-boss return this type.
        const job = found as JobWithMetadata;
        worker.isBusy = true;
        if (!isAlone) wakeOne(name, kind);
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
      const crews = CREWS.get(name) ?? USUAL;
      kinds.set(
        name,
        crews.map((crew) => ({ crew, work, isAlone, workers: [] })),
      );
    },
    wake,
    start: () => void poll().then(pollLater),
    stop() {
      isStopped = true;
      clearTimeout(polling);
    },
  };
}
