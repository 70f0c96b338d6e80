import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { openPipe, type Pipe } from '../support/faults/pipe.ts';
import { redisProgram, startRedisServer, type RedisServer } from '../support/database/redis-server.ts';

const COMMAND_TIMEOUT_MS = 500;
const LIMIT = 100_000;

describeWith(redisProgram, 'redis-server is not installed', 'a gateway that loses Redis', (program) => {
  let redis: RedisServer;
  let pipe: Pipe;
  let gateway: Gateway;
  let key: string;
  beforeAll(async () => {
    redis = await startRedisServer(program);
    pipe = await openPipe(Number(new URL(redis.url).port));
    gateway = await startGateway({ REDIS_URL: `redis://127.0.0.1:${pipe.port}`, RATE_LIMIT: String(LIMIT) });
    key = await gateway.createKey();
  });
  afterAll(async () => {
    redis.thaw();
    pipe.mend();
    await gateway.stop();
    await pipe.stop();
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

  /** Publishes into a feed that has been read before, and waits until it shows the change. */
  const expectToServe = async () => {
    const platform = randomUUID();
    expect([await feedOf(platform), await feedOf(platform)]).toEqual([[], []]);
    const { status, body } = await gateway.publish(key, draft({ platform }));
    expect(status).toBe(200);
    const isThere = (ids: readonly string[]) => ids.length > 0;
    expect(await eventually(() => feedOf(platform), isThere)).toEqual([body.listing.id]);
    expect((await gateway.rest('GET', '/readyz')).status).toBe(200);
  };

  /** The remaining allowance of the key, taken from the response to a further request. */
  const remaining = async () =>
    Number(/r=(\d+)/.exec((await gateway.read(key, 'x')).headers.get('ratelimit') ?? '')?.[1]);
  const expectToCount = async () => {
    const before = await remaining();
    expect(before).toBeLessThan(LIMIT);
    expect(await remaining()).toBe(before - 1);
  };

  /** No read waits for Redis: with its timeout each one would take longer. */
  const fastestReadMs = async () => {
    const times: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const began = performance.now();
      await gateway.read(key, 'x');
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };

  it.each<[string, () => unknown, () => unknown]>([
    ['Redis has stopped', () => redis.stop(), () => redis.start()],
    ['Redis hangs', () => redis.freeze(), () => redis.thaw()],
    ['packets are dropped', () => pipe.silence(), () => pipe.mend()],
  ])('serves without Redis while %s, and reconnects by itself', async (_how, lose, restore) => {
    await expectToServe();
    await expectToCount();

    await lose();
    await expectToServe();
    expect(await fastestReadMs()).toBeLessThan(COMMAND_TIMEOUT_MS);
    await expectToCount();

    await restore();
    await expectToServe();
    await expectToCount();
    expect(gateway.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
