import type { Logger } from 'pino';
import { DomainError } from '../core/errors.ts';

const EVERY_MS = 1_000;

/** Reports what went wrong with a request. */
export type ReportFailure = (error: unknown, requestId: string) => void;

/**
 * Logs what went wrong with requests: with its stack, but for refusals of a service that is busy or away, which come by the
 * thousand. Of those one a second is told, and how many there were.
 */
export function createFailureLog(log: Logger): ReportFailure {
  let untold = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error, requestId) => {
    if (!(error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE'))
      return log.error({ err: error, requestId }, 'request failed');
    untold += 1;
    if (performance.now() - toldAt < EVERY_MS) return undefined;
    toldAt = performance.now();
    const { message, cause } = error;
    const reason = cause instanceof Error ? cause.message : undefined;
    log.warn({ requestId, error: message, reason, requests: untold }, 'requests were refused for now');
    untold = 0;
  };
}
