import type { JobWithMetadata } from 'pg-boss';
import { tracing } from '../../runtime/tracing/tracing.ts';

/** Runs an attempt of a job in a trace of its own: a request may have woken the worker, but the job is no part of it. */
export function traceJob(job: JobWithMetadata, attempt: () => Promise<string>): Promise<void> {
  let outcome: string | undefined;
  return tracing.span(
    () => ({
      name: `job ${job.name}`,
      isRoot: true,
      facts: { 'giveaways.job.attempt': job.retryCount + 1 },
      atEnd: () => (outcome === undefined ? {} : { 'giveaways.job.outcome': outcome }),
    }),
    async () => {
      outcome = await attempt();
    },
  );
}
