import type { LIMITED_USES } from './limited-uses.ts';

/** Requests count by the general limit, which can be turned off; the other uses always have theirs. */
export type LimitedUse = 'request-by-key' | 'request-by-network' | keyof typeof LIMITED_USES;

/** What is left of an allowance. */
export interface Allowance {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Whether this use went beyond the limit. */
  readonly exceeded: boolean;
}

/** Counts uses, for all instances together where they share a counter, else for each alone. Never fails. */
export interface RateLimits {
  /** Counts one use by what identifies its user (and target); undefined when there is no limit. */
  consume(use: LimitedUse, ...by: readonly string[]): Promise<Allowance | undefined>;
}
