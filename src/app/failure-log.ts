import type { Logger } from 'pino';
import { DomainError } from '../core/errors.ts';

const EVERY_MS = 1_000;

/** Reports the failure of a request. */
export type ReportFailure = (error: unknown, requestId: string) => void;

/**
 * Logs failures of requests with their stacks. Refusals of a busy or unreachable service come by the thousand: of those one
 * a second is logged, with their number; `noteRefused` is called with each.
 */
export function createFailureLog(log: Logger, noteRefused: (refusal: DomainError) => void): ReportFailure {
  let unlogged = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error, requestId) => {
    if (!(error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE'))
      return log.error({ err: error, requestId }, 'request failed');
    noteRefused(error);
    unlogged += 1;
    if (performance.now() - loggedAt < EVERY_MS) return undefined;
    loggedAt = performance.now();
    const { message, cause } = error;
    const reason = cause instanceof Error ? cause.message : undefined;
    log.warn({ requestId, error: message, reason, requests: unlogged }, 'requests were refused for now');
    unlogged = 0;
  };
}
