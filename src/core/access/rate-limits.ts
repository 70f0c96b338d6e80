import type { LIMITED_USES } from './limited-uses.ts';

/** The uses that are counted: requests by the general limit (RATE_LIMIT, which can be off), the others by limits of their own. */
export type LimitedUse = 'request-by-key' | 'request-by-network' | keyof typeof LIMITED_USES;

/** The state of an allowance after a use was counted. */
export interface Allowance {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Whether this use exceeded the limit. */
  readonly exceeded: boolean;
}

/** Counts uses: over all instances when they share a counter (Redis), else in each instance. Never throws. */
export interface RateLimits {
  /** Counts one use under the texts that identify its user (and target); undefined when the use has no limit. */
  consume(use: LimitedUse, ...by: readonly string[]): Promise<Allowance | undefined>;
}
