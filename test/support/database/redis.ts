import { Redis } from 'ioredis';
import { randomInt } from 'node:crypto';

const DATABASES = 16;
const FARTHEST = 2 ** 40;

/**
 * The logical database of REDIS_URL that this test worker uses; undefined without REDIS_URL. Channels are not divided
 * like that, so the feed's epoch begins at a number of its own: what others announce can only make answers older.
 */
export async function openTestRedis(
  server: string | undefined = process.env['REDIS_URL'],
): Promise<string | undefined> {
  if (!server) return undefined;
  const url = new URL(server);
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1);
  url.pathname = `/${1 + (worker % (DATABASES - 1))}`;
  const redis = new Redis(url.href);
  await redis.set('giveaways:feed:epoch', randomInt(FARTHEST));
  // What an earlier file counted was of the same address.
  const counts = await redis.keys('giveaways:rate:*');
  if (counts.length > 0) await redis.unlink(counts);
  redis.disconnect();
  return url.href;
}
