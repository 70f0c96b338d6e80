import { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import type { SharedAnswers } from './answer-cache.ts';

const CONNECT_TIMEOUT_MS = 1_000;
const COMMAND_TIMEOUT_MS = 500;
/** Longer than the timeout of a command, so that one slow answer does not count as a lost server. */
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

/** Answers in Redis, under the SHA-256 of their key. */
export function createSharedAnswers(redis: Redis): SharedAnswers {
  const nameOf = (key: string) => `giveaways:answer:${createHash('sha256').update(key).digest('base64url')}`;
  return {
    async get(key) {
      try {
        return (await redis.getBuffer(nameOf(key))) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(key, value, forMs) {
      redis.set(nameOf(key), value, 'PX', forMs).catch(() => undefined);
    },
  };
}
