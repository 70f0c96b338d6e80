import type { Logger } from 'pino';
import type { NotePlanFailure } from '../../adapters/graphql/execute/plan-failures.ts';
import type { Metrics } from '../../adapters/http/metrics/metrics.ts';
import type { Config } from '../../config/config.ts';
import type { ReportFailure } from '../failure-log.ts';
import { createReadsThread, type ReadsThread } from './reads-thread.ts';

interface ReadsThreadParts {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly reportFailure: ReportFailure;
  readonly notePlanFailure: NotePlanFailure;
}

/** The thread of expensive reads, only with a database server: an embedded database serves one thread only. */
export function openReadsThread({
  config,
  metrics,
  log,
  reportFailure,
  notePlanFailure,
}: ReadsThreadParts): ReadsThread | undefined {
  if (config.DATABASE_URL === undefined) return undefined;
  const task = {
    databaseUrl: config.DATABASE_URL,
    readUrl: config.DATABASE_READ_URL,
    publicUrl: config.PUBLIC_URL,
    introspection: config.INTROSPECTION,
    tracing: config.tracing,
  };
  return createReadsThread(task, {
    counted: metrics.countCostlyRead,
    failed: reportFailure,
    planFailed: notePlanFailure,
    errors: metrics.countGraphqlErrors,
    ended: (error, pauseMs) =>
      log.error({ err: error, pauseMs }, 'the thread of costly reads ended; it is started again'),
    uncaught(kind, error) {
      metrics.countUncaught(kind, 'reads');
      log.error({ err: error, kind }, 'an uncaught error in the thread of costly reads');
    },
    warn: (message, error) => log.warn({ err: error }, message),
  });
}
