import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { connectRedis, createSharedResponses, warnOfEviction } from '../../src/adapters/cache/redis.ts';
import { redisProgram, startRedisServer, type RedisServer } from '../support/database/redis-server.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { newEmail } from '../support/listings.ts';

const MIB = 1_048_576;

describeWith(redisProgram, 'redis-server is not installed', 'Redis', (program) => {
  let server: RedisServer;
  let operator: Redis;
  let client: Redis;
  const warnings: string[] = [];
  beforeAll(async () => {
    server = await startRedisServer(program);
    operator = new Redis(server.url);
  });
  afterAll(async () => {
    operator.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await operator.flushall();
    warnings.length = 0;
    client = connectRedis(server.url, () => undefined);
    await eventually(
      async () => client.status,
      (status) => status === 'ready',
    );
  });
  afterEach(() => client.disconnect());

  it('holds at most 32 MiB of responses of an instance, the newest ones', async () => {
    const responses = createSharedResponses(client, 'a release');
    const body = Buffer.alloc(MIB / 4, 'x');
    let newest: unknown;
    for (let at = 0; at < 300; at += 1) {
      responses.set(`answer ${at}`, body, 600_000);
      // Redis gets no more at once than it takes over in time on a busy machine.
      if (at % 20 === 19)
        newest = await eventually(
          () => responses.get(`answer ${at}`),
          (found) => found !== undefined,
        );
    }
    expect(newest).toEqual({ value: body, leftMs: expect.any(Number) });
    const stored = await eventually(
      () => operator.dbsize(),
      (count) => count > 100 && count <= 128,
    );
    expect(stored).toBeLessThanOrEqual(128);
    expect(await responses.get('answer 0')).toBeUndefined();
  });

  it('keeps the responses of each release and configuration apart', async () => {
    const body = Buffer.from('x');
    createSharedResponses(client, 'a release').set('answer', body, 600_000);
    const read = (maker: string) => createSharedResponses(client, maker).get('answer');
    expect(
      await eventually(
        () => read('a release'),
        (found) => found !== undefined,
      ),
    ).toMatchObject({ value: body });
    expect(await read('another release')).toBeUndefined();
  });

  it.each([
    ['allkeys-lru', String(64 * MIB), 1],
    ['volatile-ttl', String(64 * MIB), 1],
    ['noeviction', String(64 * MIB), 0],
    ['allkeys-lru', '0', 0],
  ])(
    'a Redis with the policy %s and a memory of %s bytes causes %i warnings',
    async (policy, memory, count) => {
      await operator.config('SET', 'maxmemory-policy', policy);
      await operator.config('SET', 'maxmemory', memory);
      const connected = connectRedis(server.url, () => undefined);
      warnOfEviction(connected, (message) => warnings.push(message));
      await eventually(
        async () => connected.status,
        (status) => status === 'ready',
      );
      await connected.ping();
      connected.disconnect();
      await operator.config('SET', 'maxmemory', '0');
      expect(warnings).toHaveLength(count);
      for (const warning of warnings) expect(warning).toContain('COUNTERS_REDIS_URL');
    },
  );

  it.each([
    ['allkeys-lru', { state: 'LATE', reason: 'COUNTERS_EVICTABLE' }],
    ['noeviction', { state: 'OK', reason: null }],
  ])('shows in the status whether counters can be deleted: with the policy %s', async (policy, expected) => {
    await operator.config('SET', 'maxmemory-policy', policy);
    await operator.config('SET', 'maxmemory', String(64 * MIB));
    const gateway = await startGateway({ REDIS_URL: server.url });
    try {
      const read = async (): Promise<Json> =>
        (await gateway.graphql('{ status { parts { part state reason } } }')).body.data.status.parts.find(
          ({ part }: Json) => part === 'CACHE',
        );
      expect(await eventually(read, ({ state }) => state === expected.state)).toMatchObject(expected);
    } finally {
      await gateway.stop();
      await operator.config('SET', 'maxmemory', '0');
    }
  });

  it('gives nobody a new allowance of sign-in codes when it evicts counters', async () => {
    const gateway = await startGateway({ REDIS_URL: server.url, SIGN_IN_LIMIT: '3' });
    try {
      const request = () =>
        gateway.graphql(
          'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }',
          { email: newEmail() },
        );
      for (let count = 0; count < 3; count += 1) expect((await request()).body.errors).toBeUndefined();
      await operator.flushall();
      expect((await request()).body.errors[0].extensions.code).toBe('RATE_LIMITED');
    } finally {
      await gateway.stop();
    }
  });

  it('counts in a Redis of its own when there is one', async () => {
    const other = await startRedisServer(program);
    const gateway = await startGateway({ REDIS_URL: server.url, COUNTERS_REDIS_URL: other.url });
    const counters = new Redis(other.url);
    try {
      await gateway.signIn();
      expect((await counters.keys('*')).every((name) => name.startsWith('giveaways:rate:'))).toBe(true);
      expect(await counters.dbsize()).toBeGreaterThan(0);
      expect(await operator.keys('giveaways:rate:*')).toEqual([]);
    } finally {
      counters.disconnect();
      await gateway.stop();
      await other.stop();
    }
  });
});
