import { randomUUID } from 'node:crypto';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import { JobNotDue, type JobData, type JobName, type Jobs, type NewJob } from '../../core/jobs.ts';
import { LONGEST_PAUSE_SECONDS } from '../../core/webhooks/deliver/retry-schedule.ts';
import { readBacklog, type Backlog } from './backlog.ts';
import { correctTimes } from './correct-times.ts';
import { isFailing, longestWaits, pauseAfterFailure, type PerpetualJobs } from './perpetual.ts';
import { createJobRuns, type JobRun } from './runs.ts';
import { DEFER, DEFER_SUCCESS, DUE, FAILED, PRIORITIES, WAKE } from './statements.ts';
import { traceJob } from './trace-job.ts';
import { createWorkers } from './workers.ts';

/**
 * The handler of each kind of job; jobs without a handler here wait for an instance that has one. `stopping` is aborted when this
 * instance stops.
 */
export type JobHandlers = {
  readonly [Name in JobName]?: (data: JobData[Name], addedAt: Date, stopping: AbortSignal) => Promise<void>;
};

/**
 * `deferred`: the job was not due yet; `retried`: it failed and will be retried; `failed`: the last attempt failed; `given-up`: a
 * part of a perpetual job was given up.
 */
export type JobEvent = 'done' | 'deferred' | 'retried' | 'failed' | 'given-up';

interface JobsOptions {
  /** Executes the statements of pg-boss. */
  readonly execute: (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>;
  readonly handlers: JobHandlers;
  /** Those of the handlers' jobs that run for ever: whatever fails in a run, the next one comes. None by default. */
  readonly perpetual?: PerpetualJobs;
  /** Reports a failed attempt; `isLast` after the last one. The error has only its type, message and stack. */
  readonly report: (failure: JobFailure) => void;
  readonly warn: (message: string, error?: unknown) => void;
  readonly note?: (name: JobName, event: JobEvent) => void;
  /** Seconds. */
  readonly times?: Partial<JobTimes>;
}

export interface JobFailure {
  readonly job: JobName;
  readonly id: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly isLast: boolean;
  readonly err: { readonly type: string; readonly message: string; readonly stack: string | undefined };
}

interface JobTimes {
  /** Between two polls for jobs that other instances added or that became due. */
  readonly poll: number;
  /** Without a heartbeat for so long, another instance takes the job; at least 10. */
  readonly silence: number;
  /** Between two polls for such jobs. */
  readonly supervise: number;
  /** The timeout of one attempt. */
  readonly longest: number;
  /** The delay before the second attempt; it doubles before each further one, up to an hour. */
  readonly retry: number;
  /** Between two looks whether each perpetual job is still there, and no job waits longer than any may. */
  readonly revive: number;
  /** How long running jobs may continue when this instance stops. */
  readonly stop: number;
}

/** The job queue of this installation, as one instance uses it. */
export interface RunningJobs extends Jobs {
  /** Resolves when jobs can be added and the workers run. */
  start(): Promise<void>;
  /** The recent number of waiting jobs of each kind; `failed` counts the dead letters. */
  waiting(): Promise<ReadonlyMap<string, number>>;
  /** How far the kinds of jobs that this instance runs are behind. */
  backlog(): Promise<Backlog & { readonly gaveUp: boolean }>;
  /** The perpetual jobs as all instances see them. */
  runs(): Promise<readonly JobRun[]>;
  /** Another instance repeats the jobs that do not end in time. */
  stop(): Promise<void>;
}

const TIMES: JobTimes = { poll: 3, silence: 20, supervise: 15, longest: 300, retry: 5, revive: 60, stop: 3 };
const DAY = 86_400;
const HOUR = 3_600;
/** Of a job that is not perpetual, after an attempt. */
const LONGEST_WAIT = Math.max(HOUR, LONGEST_PAUSE_SECONDS);
const EACH_JOB = {
  retryBackoff: true,
  retryDelayMax: HOUR,
  // Ten attempts within one and a half hours, then one an hour, for at least a day.
  retryLimit: 35,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: HOUR,
  deadLetter: FAILED,
};

/** Durable jobs in the database: pg-boss in a schema of its own. */
export function createJobs({
  execute,
  handlers,
  perpetual = {},
  report,
  warn,
  note,
  times,
}: JobsOptions): RunningJobs {
  const { poll, silence, supervise, longest, retry, revive, stop } = { ...TIMES, ...times };
  const boss = new PgBoss({
    db: { executeSql: execute },
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    flowIntervalSeconds: DAY,
  });
  boss.on('error', (error) => warn('the job queue reported an error', error));
  boss.on('warning', ({ message, data }) => warn(message, data));

  // Kinds without a handler here wait for other instances.
  const kinds = Object.keys(handlers) as JobName[];
  const queues = new Set<string>();
  const workers = createWorkers({
    boss,
    due: async () => (await execute(DUE)).rows.map((row) => (row as { readonly name: string }).name),
    pollSeconds: poll,
    warn,
  });
  const runs = createJobRuns(execute);
  // Objects are typed by their known keys only.
  const perpetualNames = Object.keys(perpetual) as JobName[];
  const stopping = new AbortController();
  let started: Promise<void> | undefined;
  let reviving: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    await boss.start();
    for (const { name } of await boss.getQueues()) queues.add(name);
    await ensureQueue(FAILED, { retentionSeconds: 90 * DAY });
    for (const [name, handle] of Object.entries(handlers)) {
      await ensureQueue(name);
      // Each handler takes the data of its own kind of job.
      const work = handle as Work;
      const isAlone = perpetual[name as JobName] !== undefined;
      workers.add(name, (job) => traceJob(job, () => attempt(job as JobOf, work)), { isAlone });
    }
    await reviveJobs();
    reviving = setInterval(() => {
      reviveJobs().catch((error: unknown) => warn('the perpetual jobs were not added again', error));
    }, revive * 1_000).unref();
    workers.start();
  }

  /** A perpetual job whose instance died in every attempt, or whose row was deleted, is added again; the clock may have been ahead. */
  async function reviveJobs(): Promise<void> {
    for (const name of perpetualNames) await addPerpetual(name);
    await correctTimes(execute, longestWaits(kinds, perpetual, LONGEST_WAIT));
  }

  const addPerpetual = (name: JobName) => insert(name, [{ data: {}, key: name }]);

  async function ensureQueue(name: string, options: object = { policy: 'exclusive' }): Promise<void> {
    if (queues.has(name)) return;
    await boss.createQueue(name, options);
    queues.add(name);
  }

  async function attempt(job: JobOf, work: Work): Promise<JobEvent> {
    try {
      await Promise.race([work(job.data, job.createdOn, stopping.signal), failWhen(job.signal)]);
      note?.(job.name, 'done');
      return 'done';
    } catch (error) {
      if (error instanceof JobNotDue) return wait(job, error);
      if (perpetual[job.name] !== undefined) return repeat(job, [error]);
      const isLast = job.retryCount >= job.retryLimit;
      const err = toPlain(error);
      note?.(job.name, isLast ? 'failed' : 'retried');
      report({ job: job.name, id: job.id, attempt: job.retryCount + 1, isLast, err });
      // The job stores only what was logged: other members of an error may contain secrets.
      // oxlint-disable-next-line preserve-caught-error
      throw new Error(`${err.type}: ${err.message}`);
    }
  }

  async function wait(job: JobOf, notDue: JobNotDue): Promise<JobEvent> {
    const { failures, givenUp } = notDue.shortcomings;
    for (let count = 0; count < givenUp; count += 1) note?.(job.name, 'given-up');
    const isPerpetual = perpetual[job.name] !== undefined;
    if (isPerpetual && failures.length > 0) return repeat(job, failures);
    reportAll(job, failures);
    if (isPerpetual) await execute(DEFER_SUCCESS, [...deferral(job, notDue), givenUp > 0]);
    else await defer(job, notDue);
    note?.(job.name, 'deferred');
    return 'deferred';
  }

  /** After a failed run of a perpetual job: reports what failed, and runs it again. */
  async function repeat(job: JobOf, failures: readonly unknown[]): Promise<JobEvent> {
    reportAll(job, failures);
    note?.(job.name, 'retried');
    await defer(job, new JobNotDue(await pauseAfterFailure(runs, job.name)));
    return 'retried';
  }

  function reportAll(job: JobOf, failures: readonly unknown[]): void {
    for (const failure of failures)
      report({ job: job.name, id: job.id, attempt: 1, isLast: false, err: toPlain(failure) });
  }

  /** Adds the same job again; does nothing when another instance has taken it. */
  async function defer(job: JobOf, notDue: JobNotDue): Promise<void> {
    await execute(DEFER, deferral(job, notDue));
  }

  async function addAll<Name extends JobName>(name: Name, jobs: readonly NewJob<Name>[]): Promise<void> {
    await started;
    await insert(name, jobs);
  }

  async function insert<Name extends JobName>(name: Name, jobs: readonly NewJob<Name>[]): Promise<void> {
    await ensureQueue(name);
    const inserts = jobs.map(({ data, key = randomUUID(), afterSeconds, group, isSlow }) => ({
      ...EACH_JOB,
      data,
      priority: isSlow ? PRIORITIES.slow : PRIORITIES.new,
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
    async wake(name, jobs) {
      await addAll(name, jobs);
      const slow = jobs.filter(({ isSlow }) => isSlow);
      const { rows } = await execute(WAKE, [name, ...[jobs, slow].map((some) => some.map(({ key }) => key))]);
      workers.wake(name);
      return new Set(rows.map((row) => (row as { readonly key: string }).key));
    },
    async waiting() {
      const all = await boss.getQueues();
      return new Map(all.map(({ name, queuedCount }) => [name, queuedCount]));
    },
    async backlog() {
      const [backlog, perpetualRuns, hasDeadLetters] = await Promise.all([
        readBacklog(execute, kinds),
        runs.read(),
        runs.hasDeadLetters(),
      ]);
      return {
        oldestWaits: backlog.oldestWaits,
        isFailing: backlog.isFailing || perpetualRuns.some((run) => isFailing(run, perpetual)),
        gaveUp: hasDeadLetters || perpetualRuns.some(({ gaveUp }) => gaveUp),
      };
    },
    runs: runs.read,
    async stop() {
      clearInterval(reviving);
      workers.stop();
      stopping.abort();
      await started?.catch(() => undefined);
      await boss.stop({ graceful: true, timeout: stop * 1_000 });
    },
  };
}

type Work = (data: object, addedAt: Date, stopping: AbortSignal) => Promise<void>;
type JobOf = JobWithMetadata & { readonly name: JobName };

const deferral = ({ name, id, retryCount }: JobOf, { afterSeconds, isSlow }: JobNotDue) => [
  name,
  id,
  retryCount,
  afterSeconds,
  isSlow ?? null,
];

/** Rejects when pg-boss aborts the job, so that the worker is free even if the handler does not stop. */
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
