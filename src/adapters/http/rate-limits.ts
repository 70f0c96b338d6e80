import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITED_USES, type UseLimit } from '../../core/access/limited-uses.ts';
import type { Allowance, LimitedUse, RateLimits } from '../../core/access/rate-limits.ts';

interface RateLimitsOptions {
  /** Requests per minute, by key and by client network; `off` turns off this limit and no other. */
  readonly perMinute: number | 'off';
  /** Sign-in codes that a client network may request in ten minutes. */
  readonly signInCodes: number;
  readonly redis: Redis | undefined;
}

/** Counts in Redis when it is configured, else, and while Redis does not answer, in this process. */
export function createRateLimits({ perMinute, signInCodes, redis }: RateLimitsOptions): RateLimits {
  const create = (use: LimitedUse, { uses, windowSeconds }: UseLimit) => {
    const options = { keyPrefix: `giveaways:rate:${use}`, points: uses, duration: windowSeconds };
    const local = new RateLimiterMemory(options);
    if (redis === undefined) return local;
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: local,
    });
  };
  const limits = {
    ...LIMITED_USES,
    'sign-in-code-by-network': { ...LIMITED_USES['sign-in-code-by-network'], uses: signInCodes },
    ...(perMinute !== 'off' && {
      'request-by-key': { uses: perMinute, windowSeconds: 60 },
      'request-by-network': { uses: perMinute, windowSeconds: 60 },
    }),
  };
  const limiters = new Map(
    Object.entries(limits).map(([use, limit]) => [use, create(use as LimitedUse, limit)]),
  );
  return {
    async consume(use, ...by) {
      const limiter = limiters.get(use);
      if (limiter === undefined) return undefined;
      try {
        return toAllowance(limiter, await limiter.consume(toKey(by)), false);
      } catch (error) {
        if (error instanceof RateLimiterRes) return toAllowance(limiter, error, true);
        throw error;
      }
    },
  };
}

type Limiter = RateLimiterRedis | RateLimiterMemory;

// A pair is stored as a hash: its second half is written by the caller and can be an e-mail address.
function toKey(by: readonly string[]): string {
  const [first = '', ...others] = by;
  return others.length === 0 ? first : createHash('sha256').update(JSON.stringify(by)).digest('base64url');
}

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
