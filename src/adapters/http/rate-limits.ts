import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITED_USES, type UseLimit } from '../../core/access/limited-uses.ts';
import type { Allowance, RateLimits } from '../../core/access/rate-limits.ts';

interface RateLimitsOptions {
  /** Requests per minute, by key and by client network; `off` turns off this limit and no other. */
  readonly perMinute: number | 'off';
  /** Sign-in codes that a client network may request in ten minutes. */
  readonly signInCodes: number;
  readonly redis: Redis | undefined;
  /** Called for each use above its limit. */
  readonly noteExceeded?: () => void;
}

/**
 * Counts in Redis when it is configured, else, and while Redis does not answer, in this process. Uses with limits of their own are
 * counted in both, and the stricter result applies: a Redis that evicts or loses counters gives nobody a new allowance here.
 */
export function createRateLimits({
  perMinute,
  signInCodes,
  redis,
  noteExceeded,
}: RateLimitsOptions): RateLimits {
  const create = (use: string, { uses, windowSeconds }: UseLimit): readonly Limiter[] => {
    const options = { keyPrefix: `giveaways:rate:${use}`, points: uses, duration: windowSeconds };
    const local = new RateLimiterMemory(options);
    if (redis === undefined) return [local];
    const shared = { ...options, storeClient: redis, rejectIfRedisNotReady: true };
    return use in LIMITED_USES
      ? [local, new RateLimiterRedis(shared)]
      : [new RateLimiterRedis({ ...shared, insuranceLimiter: local })];
  };
  const limits = {
    ...LIMITED_USES,
    'sign-in-code-by-network': { ...LIMITED_USES['sign-in-code-by-network'], uses: signInCodes },
    ...(perMinute !== 'off' && {
      'request-by-key': { uses: perMinute, windowSeconds: 60 },
      'request-by-network': { uses: perMinute, windowSeconds: 60 },
    }),
  };
  const limiters = new Map<string, readonly Limiter[]>(
    Object.entries(limits).map(([use, limit]) => [use, create(use, limit)]),
  );
  return {
    async consume(use, ...by) {
      const key = toKey(by);
      const counted = await Promise.all((limiters.get(use) ?? []).map((limiter) => count(limiter, key)));
      const allowance = counted.reduce(stricter, undefined);
      if (allowance?.exceeded) noteExceeded?.();
      return allowance;
    },
  };
}

type Limiter = RateLimiterRedis | RateLimiterMemory;

/** Undefined while Redis does not answer, if nothing else counts for it. */
async function count(limiter: Limiter, key: string): Promise<Allowance | undefined> {
  try {
    return toAllowance(limiter, await limiter.consume(key), false);
  } catch (error) {
    return error instanceof RateLimiterRes ? toAllowance(limiter, error, true) : undefined;
  }
}

function stricter(one: Allowance | undefined, other: Allowance | undefined): Allowance | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.exceeded || (!one.exceeded && other.remaining < one.remaining) ? other : one;
}

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
