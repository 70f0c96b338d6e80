import { Redis } from 'ioredis';
import { randomInt } from 'node:crypto';

const DATABASES = 16;
const MAX_FIRST_EPOCH = 2 ** 40;

/**
 * The logical database of REDIS_URL for this test worker; undefined without REDIS_URL. Channels are not separated by
 * database, so the feed's epoch starts at a random number: messages from other workers can only make cached responses
 * stale.
 */
export async function openTestRedis(
  server: string | undefined = process.env['REDIS_URL'],
): Promise<string | undefined> {
  if (!server) return undefined;
  const url = new URL(server);
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1);
  url.pathname = `/${1 + (worker % (DATABASES - 1))}`;
  const redis = new Redis(url.href);
  // Earlier suites of this worker left responses of other databases, and counts of the same client address.
  const left = await redis.keys('giveaways:*');
  if (left.length > 0) await redis.unlink(left);
  await redis.set('giveaways:feed:epoch', randomInt(MAX_FIRST_EPOCH));
  redis.disconnect();
  return url.href;
}
