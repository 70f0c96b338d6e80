import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, LimitedUse, RateLimits } from '../../core/ports/rate-limits.ts';

interface RateLimitsOptions {
  /** Requests per minute, by key and by address; `off` lets everything pass. */
  readonly perMinute: number | 'off';
  readonly redis: Redis | undefined;
  readonly warn: (message: string) => void;
}

/** Counts in Redis when it is configured, else in this process; a counter that fails lets the use pass. */
export function createRateLimits({ perMinute, redis, warn }: RateLimitsOptions): RateLimits {
  if (perMinute === 'off') return { consume: () => Promise.resolve(undefined) };
  const create = (use: LimitedUse, points: number, duration: number) => {
    const options = { keyPrefix: `giveaways:rate:${use}`, points, duration };
    return redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
      : new RateLimiterMemory(options);
  };
  const limiters = {
    'request-by-key': create('request-by-key', perMinute, 60),
    'request-by-address': create('request-by-address', perMinute, 60),
    'sign-in-code': create('sign-in-code', 5, 600),
    'contact-statement': create('contact-statement', 20, 600),
  };
  return {
    async consume(use, by) {
      const limiter = limiters[use];
      try {
        return toAllowance(limiter, await limiter.consume(by), false);
      } catch (error) {
        if (error instanceof RateLimiterRes) return toAllowance(limiter, error, true);
        warn(`The rate of ${use} was not counted: ${String(error)}`);
        return undefined;
      }
    },
  };
}

type Limiter = RateLimiterRedis | RateLimiterMemory;

function toAllowance(
  { points, duration }: Limiter,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  exceeded: boolean,
): Allowance {
  return {
    limit: points,
    windowSeconds: duration,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    exceeded,
  };
}

/** The RateLimit header fields of an allowance (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ limit, windowSeconds, remaining, resetSeconds }: Allowance) {
  return [
    ['ratelimit-policy', `"default";q=${limit};w=${windowSeconds}`],
    ['ratelimit', `"default";r=${remaining};t=${resetSeconds}`],
  ] as const;
}
