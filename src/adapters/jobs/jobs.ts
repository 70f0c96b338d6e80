import { randomUUID } from 'node:crypto';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import { JobNotDue, type JobData, type JobName, type Jobs, type NewJob } from '../../core/jobs/jobs.ts';
import { createWorkers } from './workers.ts';

/** What is done for each kind of job; a kind without a handler is kept for an instance that has one. */
export type JobHandlers = {
  readonly [Name in JobName]?: (data: JobData[Name], addedAt: Date) => Promise<void>;
};

/** `deferred` found the job not due yet, `retried` failed and is tried again, `failed` was the last attempt. */
export type JobEvent = 'done' | 'deferred' | 'retried' | 'failed';

interface JobsOptions {
  /** Statements as pg-boss writes them. */
  readonly execute: (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>;
  readonly handlers: JobHandlers;
  /** A failed attempt, and after the last one `isLast`; the error has no more than its type, message and stack. */
  readonly report: (failure: JobFailure) => void;
  readonly warn: (message: string, error?: unknown) => void;
  readonly note?: (name: JobName, event: JobEvent) => void;
  /** Seconds. */
  readonly times?: Partial<JobTimes>;
}

export interface JobFailure {
  readonly job: JobName;
  readonly id: string;
  /** From 1 on. */
  readonly attempt: number;
  readonly isLast: boolean;
  readonly err: { readonly type: string; readonly message: string; readonly stack: string | undefined };
}

interface JobTimes {
  /** Between looks for jobs that other instances added or that became due. */
  readonly poll: number;
  /** A job whose instance gave no sign for so long is done by another; at least 10. */
  readonly silence: number;
  /** Between looks for such jobs. */
  readonly supervise: number;
  /** That one attempt may take. */
  readonly longest: number;
  /** Before the second attempt; twice as long before each further one, up to an hour. */
  readonly retry: number;
  /** That running jobs get when this instance stops. */
  readonly stop: number;
}

/** The jobs of this installation, as one instance sees them. */
export interface RunningJobs extends Jobs {
  /** Resolves when jobs can be added and are being done. */
  start(): Promise<void>;
  /** How many jobs of each kind wait, as counted lately; `failed` are those that were given up. */
  waiting(): Promise<ReadonlyMap<string, number>>;
  /** Jobs that do not end in time are done again by another instance. */
  stop(): Promise<void>;
}

const TIMES: JobTimes = { poll: 2, silence: 20, supervise: 10, longest: 300, retry: 5, stop: 3 };
const DAY = 86_400;
const HOUR = 3_600;
/** Where jobs that were given up are kept. */
const FAILED = 'failed';
const EACH_JOB = {
  retryBackoff: true,
  retryDelayMax: HOUR,
  // Ten attempts within one hour and a half, then one an hour: for at least a day.
  retryLimit: 35,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: HOUR,
  deadLetter: FAILED,
};

/** Durable jobs in the database, by pg-boss in a schema of its own. */
export function createJobs({ execute, handlers, report, warn, note, times }: JobsOptions): RunningJobs {
  const { poll, silence, supervise, longest, retry, stop } = { ...TIMES, ...times };
  const boss = new PgBoss({
    db: { executeSql: execute },
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    flowIntervalSeconds: DAY,
  });
  boss.on('error', (error) => warn('jobs cannot be worked on', error));
  boss.on('warning', ({ message, data }) => warn(message, data));

  const queues = new Set<string>();
  const workers = createWorkers({
    boss,
    due: async () => (await execute(DUE)).rows.map((row) => (row as { readonly name: string }).name),
    pollSeconds: poll,
    warn,
  });
  let started: Promise<void> | undefined;

  async function open(): Promise<void> {
    await boss.start();
    for (const { name } of await boss.getQueues()) queues.add(name);
    await ensureQueue(FAILED, { retentionSeconds: 90 * DAY });
    for (const [name, handle] of Object.entries(handlers)) {
      await ensureQueue(name);
      // An entry of `handlers` takes the data of its own name.
      const work = handle as Work;
      await workers.add(name, (job) => attempt(job as JobOf, work));
    }
    workers.start();
  }

  async function ensureQueue(name: string, options: object = { policy: 'exclusive' }): Promise<void> {
    if (queues.has(name)) return;
    await boss.createQueue(name, options);
    queues.add(name);
  }

  async function attempt(job: JobOf, work: Work): Promise<void> {
    try {
      await Promise.race([work(job.data, job.createdOn), failWhen(job.signal)]);
      note?.(job.name, 'done');
    } catch (error) {
      if (error instanceof JobNotDue) {
        await defer(job, error.afterSeconds);
        return note?.(job.name, 'deferred');
      }
      const isLast = job.retryCount >= job.retryLimit;
      const err = toPlain(error);
      note?.(job.name, isLast ? 'failed' : 'retried');
      report({ job: job.name, id: job.id, attempt: job.retryCount + 1, isLast, err });
      // What is kept with the job is no more than what was logged: other members of an error may hold anything.
      // oxlint-disable-next-line preserve-caught-error
      throw new Error(`${err.type}: ${err.message}`);
    }
  }

  /** The same job again, as if it had just been added; nothing when it is no longer this instance's. */
  async function defer({ name, id, retryCount }: JobOf, afterSeconds: number): Promise<void> {
    await execute(DEFER, [name, id, retryCount, afterSeconds]);
  }

  async function addAll<Name extends JobName>(name: Name, jobs: readonly NewJob<Name>[]): Promise<void> {
    await started;
    await ensureQueue(name);
    const inserts = jobs.map(({ data, key = randomUUID(), afterSeconds, group }) => ({
      ...EACH_JOB,
      data,
      retryDelay: retry,
      heartbeatSeconds: silence,
      expireInSeconds: longest,
      singletonKey: key,
      ...(group !== undefined && { group: { id: group } }),
      ...(afterSeconds && { startAfter: afterSeconds }),
    }));
    await boss.insert(name, inserts);
    if (jobs.some(({ afterSeconds }) => !afterSeconds)) workers.wake(name);
  }

  return {
    start: () => (started ??= open()),
    add: (name, data, options) => addAll(name, [{ data, ...options }]),
    addAll,
    async waiting() {
      const all = await boss.getQueues();
      return new Map(all.map(({ name, queuedCount }) => [name, queuedCount]));
    },
    async stop() {
      workers.stop();
      await started?.catch(() => undefined);
      await boss.stop({ graceful: true, timeout: stop * 1_000 });
    },
  };
}

type Work = (data: object, addedAt: Date) => Promise<void>;
type JobOf = JobWithMetadata & { readonly name: JobName };

const DUE = `
  select q.name from pgboss.queue q
  where q.name <> '${FAILED}' and exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`;

// pg-boss has a delay only for failures, which it counts. Under a new id, because pg-boss ends the job that it gave out.
// What is new goes first: pg-boss gives out the oldest job of the highest priority.
const DEFER = `
  update pgboss.job
  set id = gen_random_uuid(), state = 'created', started_on = null, heartbeat_on = null, retry_count = 0, priority = -1,
    start_after = pgboss.job_now() + $4 * interval '1 second',
    keep_until = pgboss.job_now() + $4 * interval '1 second' + (keep_until - start_after)
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`;

/** Rejects when pg-boss lets go of the job: the worker is free again, whatever becomes of the work. */
function failWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(new Error('The job took too long, or its instance stopped.'));
    signal.addEventListener('abort', end, { once: true });
  });
}

function toPlain(error: unknown): JobFailure['err'] {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'No error was thrown.', stack: undefined };
  return { type: error.name, message: error.message, stack: error.stack };
}
