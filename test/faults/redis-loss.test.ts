import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { draft } from '../support/listings.ts';
import { redisProgram, startRedisServer, type RedisServer } from '../support/redis-server.ts';

describeWith(redisProgram, 'redis-server is not installed', 'a gateway that loses Redis', (program) => {
  let redis: RedisServer;
  let gateway: Gateway;
  let key: string;
  beforeAll(async () => {
    redis = await startRedisServer(program);
    gateway = await startGateway({ REDIS_URL: redis.url, RATE_LIMIT: '100000' });
    key = await gateway.createKey();
  });
  afterAll(async () => {
    redis.thaw();
    await gateway.stop();
    await redis.stop();
  });

  const feedOf = async (platform: string): Promise<readonly string[]> => {
    const { status, body } = await gateway.graphql(
      'query ($platform: String!) { feed(filter: { platforms: [$platform] }) { edges { node { id } } } }',
      { platform },
    );
    expect(status).toBe(200);
    return body.data.feed.edges.map(({ node }: { node: { id: string } }) => node.id);
  };

  /** Publishes into a feed that was asked for before, and waits until it shows the change. */
  const expectToServe = async () => {
    const platform = randomUUID();
    expect([await feedOf(platform), await feedOf(platform)]).toEqual([[], []]);
    const { status, body } = await gateway.publish(key, draft({ platform }));
    expect(status).toBe(200);
    const isThere = (ids: readonly string[]) => ids.length > 0;
    expect(await eventually(() => feedOf(platform), isThere)).toEqual([body.listing.id]);
    expect((await gateway.rest('GET', '/readyz')).status).toBe(200);
  };

  const isCounted = async () => (await gateway.read(key, 'x')).headers.has('ratelimit');

  it.each<[string, () => unknown, () => unknown]>([
    ['that ends', () => redis.stop(), () => redis.start()],
    ['that hangs', () => redis.freeze(), () => redis.thaw()],
  ])('%s serves on without it, and finds it again by itself', async (_how, lose, bring) => {
    await expectToServe();
    expect(await isCounted()).toBe(true);

    await lose();
    await expectToServe();
    expect(await isCounted()).toBe(false);

    await bring();
    expect(await eventually(isCounted, (counted) => counted)).toBe(true);
    await expectToServe();
    expect(gateway.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
