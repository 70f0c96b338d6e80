import { startRedisServer, type RedisServer } from '../../support/database/redis-server.ts';
import { own } from './owned.ts';

/** A Redis that ends with the rehearsal. */
export async function startRedis(program: string): Promise<RedisServer & { readonly port: number }> {
  const redis = await startRedisServer(program);
  own(() => void redis.stop());
  return { ...redis, port: Number(new URL(redis.url).port) };
}
