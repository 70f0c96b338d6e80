import { DomainError } from '../errors.ts';
import type { Allowance } from './rate-limits.ts';

/** Throws RATE_LIMITED, with the time to wait, when the counted use exceeded its limit. */
export function requireAllowance(allowance: Allowance | undefined): void {
  if (!allowance?.exceeded) return;
  const { limit, windowSeconds, resetSeconds } = allowance;
  throw new DomainError(
    'RATE_LIMITED',
    `Too many requests: at most ${limit} in ${windowSeconds} seconds. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}
