import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { SharedResponses } from './response-cache.ts';

const CONNECT_TIMEOUT_MS = 1_000;
const COMMAND_TIMEOUT_MS = 500;
/** Longer than the timeout of a command, so that one slow response does not count as a lost server. */
const SILENCE_MS = 1_000;
const RETRY_MS = 500;
const KEEP_ALIVE_AFTER_MS = 5_000;

/**
 * Connects to Redis. While it is unreachable, commands fail at once and the client reconnects in the background. A server
 * that is silent for a second counts as unreachable: its connection is destroyed.
 */
export function connectRedis(url: string, warn: (message: string) => void): Redis {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    keepAlive: KEEP_ALIVE_AFTER_MS,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RETRY_MS,
  });
  let reachable = true;
  redis.on('error', (error: Error) => {
    if (reachable) warn(`Redis is out of reach: ${error.message}`);
    reachable = false;
  });
  redis.on('ready', () => (reachable = true));
  return redis;
}

/** Warns at each connection when this Redis may delete counters because other entries need their memory. */
export function warnOfEviction(redis: Redis, warn: (message: string) => void): void {
  const read = async () => {
    const policy = await readEviction(redis);
    if (policy === undefined) return;
    warn(
      `Redis may evict counters of limits (maxmemory-policy ${policy}): set COUNTERS_REDIS_URL to one with noeviction.`,
    );
  };
  redis.on('ready', () => void read().catch(() => undefined));
}

/** The policy by which this Redis deletes entries when its memory is full; undefined when it deletes none. */
export async function readEviction(redis: Redis): Promise<string | undefined> {
  const memory = await redis.info('memory');
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  return /^maxmemory:0\s/m.test(memory) || policy === 'noeviction' ? undefined : policy;
}

/** What the responses that this instance put into Redis may take, in bytes; the least recently stored ones are deleted. */
const MAX_SHARED_BYTES = 32 * 1024 * 1024;
/** What Redis needs for an entry besides its value. */
const ENTRY_BYTES = 200;

/**
 * Answers in Redis, under the SHA-256 of their key and of `maker`, which says what answers are made from besides the data: an instance
 * of another release or configuration makes others.
 */
export function createSharedResponses(redis: Redis, maker: string): SharedResponses {
  // A maker can be long: it holds texts of the operator.
  const made = createHash('sha256').update(maker);
  const nameOf = (key: string) => `giveaways:answer:${made.copy().update(key).digest('base64url')}`;
  const stored = new LRUCache<string, number>({
    maxSize: MAX_SHARED_BYTES,
    sizeCalculation: (bytes) => bytes,
    dispose(_bytes, name, reason) {
      if (reason === 'evict') redis.unlink(name).catch(() => undefined);
    },
  });
  return {
    async get(key) {
      try {
        const name = nameOf(key);
        const [value, leftMs] = await Promise.all([redis.getBuffer(name), redis.pttl(name)]);
        return value === null || leftMs < 0 ? undefined : { value, leftMs };
      } catch {
        return undefined;
      }
    },
    set(key, value, forMs) {
      const name = nameOf(key);
      stored.set(name, value.length + ENTRY_BYTES, { ttl: forMs });
      redis.set(name, value, 'PX', forMs).catch(() => undefined);
    },
  };
}
