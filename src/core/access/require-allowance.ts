import { DomainError } from '../errors.ts';
import type { Allowance } from './rate-limits.ts';

/** Lets a counted use pass, or throws RATE_LIMITED with the time to wait. */
export function requireAllowance(allowance: Allowance | undefined): void {
  if (!allowance?.exceeded) return;
  const { limit, windowSeconds, resetSeconds } = allowance;
  throw new DomainError(
    'RATE_LIMITED',
    `Too many requests: at most ${limit} in ${windowSeconds} seconds. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}
