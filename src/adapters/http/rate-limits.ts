import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITED_USES, type UseLimit } from '../../core/access/limited-uses.ts';
import type { Allowance, RateLimits } from '../../core/access/rate-limits.ts';

interface RateLimitsOptions {
  /** Requests per minute, by key and by client network; `off` turns off this limit and no other. */
  readonly perMinute: () => number | 'off';
  /** Sign-in codes that a client network may request in ten minutes, and sign-ins with passkeys that it may try. */
  readonly signInCodes: () => number;
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
  const create = (use: string, { uses, windowSeconds }: UseLimit): Limiters => {
    const options = { keyPrefix: `giveaways:rate:${use}`, points: uses, duration: windowSeconds };
    const local = new RateLimiterMemory(options);
    if (redis === undefined) return { counting: [local], all: [local] };
    const isSpecial = use in LIMITED_USES;
    const shared = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      ...(!isSpecial && { insuranceLimiter: local }),
    });
    return { counting: isSpecial ? [local, shared] : [shared], all: [local, shared] };
  };
  const perMinuteNow = { uses: 1, windowSeconds: 60 };
  const limits = { ...LIMITED_USES, 'request-by-key': perMinuteNow, 'request-by-network': perMinuteNow };
  // The settings can change: the counters stay.
  const settings: Readonly<Record<string, () => number | 'off'>> = {
    'sign-in-code-by-network': signInCodes,
    'passkey-sign-in-by-network': signInCodes,
    'request-by-key': perMinute,
    'request-by-network': perMinute,
  };
  const limiters = new Map<string, Limiters>(
    Object.entries(limits).map(([use, limit]) => [use, create(use, limit)]),
  );
  return {
    async consume(use, ...by) {
      const points = settings[use]?.();
      if (points === 'off') return undefined;
      const { counting = [], all = [] } = limiters.get(use) ?? {};
      if (points !== undefined) setPoints(all, points);
      const key = toKey(by);
      const counted = await Promise.all(counting.map((limiter) => count(limiter, key)));
      const allowance = counted.reduce(stricter, undefined);
      if (allowance?.exceeded) noteExceeded?.();
      return allowance;
    },
  };
}

type Limiter = RateLimiterRedis | RateLimiterMemory;

interface Limiters {
  readonly counting: readonly Limiter[];
  /** With the one that counts while Redis does not answer. */
  readonly all: readonly Limiter[];
}

function setPoints(limiters: readonly Limiter[], points: number): void {
  for (const limiter of limiters) if (limiter.points !== points) limiter.points = points;
}

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
