import { DomainError } from '../core/errors.ts';
import { createGate, type Gate } from '../runtime/concurrency/gate.ts';

/** Limits concurrent reads in this process. Expensive ones share it with publishing, so one at a time is enough. */
export function createReadGate(): Gate {
  return createGate({ atOnce: 8, slowMs: 25, mostWaiting: 128, longestWaitMs: 2_000, refusal: tooMany });
}

/** Limits concurrent changes of anonymous callers. Beside many reads each is slow, so it is no reason to wait for the others. */
export function createChangeGate(): Gate {
  return createGate({ atOnce: 8, mostWaiting: 128, longestWaitMs: 10_000, refusal: tooMany });
}

function tooMany(): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'There are too many requests at the moment: try again shortly.',
    { retryAfterSeconds: 2 },
  );
}
