export type LimitedUse = 'request-by-key' | 'request-by-address' | 'sign-in-code' | 'contact-statement';

/** What is left of an allowance. */
export interface Allowance {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Whether this use went beyond the limit. */
  readonly exceeded: boolean;
}

/** Counts uses. While the counter is out of reach every use passes. */
export interface RateLimits {
  /** Counts one use; undefined when there is no limit. */
  consume(use: LimitedUse, by: string): Promise<Allowance | undefined>;
}
