import { DomainError } from './errors.ts';

const RETRY_AFTER_SECONDS = 30;

/** The error of a request that a full disk does not let this service store. */
export function diskFull(part: 'database' | 'embedded chain' | 'data folder', cause: unknown): DomainError {
  const message = `The disk of the ${part} is full: nothing can be stored until the operator has freed some of it.`;
  return new DomainError('SERVICE_UNAVAILABLE', message, {
    reason: 'DISK_FULL',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof DomainError && error.reason === 'DISK_FULL';
}
