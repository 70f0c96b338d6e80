import type { Logger } from 'pino';
import type { Metrics } from '../adapters/http/metrics.ts';
import { createJobs, type JobHandlers, type RunningJobs } from '../adapters/jobs/jobs.ts';
import type { Database } from '../adapters/postgres/connection/database.ts';
import { markEnded } from '../adapters/postgres/feed/mark-ended.ts';
import { purgeExpired, type Retention } from '../adapters/postgres/purge/purge.ts';
import { JobNotDue } from '../core/jobs/jobs.ts';

const DAY_SECONDS = 86_400;
/** Of purging at a stretch, well below what one attempt of a job may take; then other jobs have their turn. */
const PURGE_MS = 60_000;
const PAUSE_SECONDS = 30;
const MARK_SECONDS = 15;

interface JobsParts {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly retention: Retention;
  readonly handlers: Omit<JobHandlers, 'purge' | 'mark-ended'>;
}

/** The jobs of a gateway, those of the product, the daily purge and the marks of ended listings; they are done from `start` on. */
export function openJobs({ database, metrics, log, retention, handlers }: JobsParts): RunningJobs {
  const jobs = createJobs({
    execute: database.execute,
    handlers: {
      ...handlers,
      async purge() {
        const end = performance.now() + PURGE_MS;
        const isDone = await purgeExpired(database.sql, retention, () => performance.now() > end);
        throw new JobNotDue(isDone ? DAY_SECONDS : PAUSE_SECONDS);
      },
      async 'mark-ended'() {
        const end = performance.now() + PURGE_MS;
        await markEnded(database.sql, () => performance.now() > end);
        throw new JobNotDue(MARK_SECONDS);
      },
    },
    report: ({ isLast, ...facts }) =>
      isLast ? log.error(facts, 'a job was given up') : log.warn(facts, 'a job failed; it is tried again'),
    warn: (message, error) => log.warn({ err: error }, message),
    note: metrics.countJob,
  });
  metrics.watchJobs(jobs.waiting);
  return {
    ...jobs,
    async start() {
      await jobs.start();
      await jobs.add('purge', {}, { key: 'purge' });
      await jobs.add('mark-ended', {}, { key: 'mark-ended' });
    },
  };
}
