import { DomainError } from '../../core/errors.ts';

const RETRY_AFTER_SECONDS = 2;

/** Reads wait for too long, so that further ones are refused: changes and probes go first. */
export class Overload extends DomainError {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'There are more requests than can be answered: try again shortly.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
