import { DomainError } from './errors.ts';

const WAIT = { retryAfterSeconds: 10 };

/** The refusal of one export too many; `ofReader` is the message when a reader has too many, and not all readers together. */
export function exportRefusal(reason: 'all' | 'reader', ofReader: string): DomainError {
  return reason === 'reader'
    ? new DomainError('RATE_LIMITED', ofReader, WAIT)
    : new DomainError('SERVICE_UNAVAILABLE', 'Too many exports are running: try again shortly.', WAIT);
}
