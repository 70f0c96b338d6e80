import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watchPart } from '../../../src/app/status/watch-part.ts';
import type { PartHealth } from '../../../src/core/status/service-health.ts';
import { redisProgram, startRedisServer, type RedisServer } from '../../support/database/redis-server.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { getPage, textOf } from '../support/site.ts';

const FOR_A_WHILE = 240_000;
// A second for the silent part, and time for a busy machine.
const SOON_MS = 5_000;
const QUERY = '{ status { checkedAt parts { part state lagSeconds } } }';

async function readStates(gateway: Gateway): Promise<Readonly<Record<string, string>>> {
  const { body } = await gateway.graphql(QUERY);
  return Object.fromEntries(body.data.status.parts.map(({ part, state }: Json) => [part, state]));
}

describe('The status of the service', () => {
  let gateway: Gateway;
  let node: number;
  beforeAll(async () => {
    gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', REDIS_URL: '' });
    node = JSON.parse(await readFile(join(gateway.directory, 'chain', 'anvil.json'), 'utf8')).anvil;
  }, FOR_A_WHILE);
  afterAll(() => gateway.stop());

  const expectStates = async (states: object) => {
    const isAsExpected = (shown: object) =>
      Object.entries(states).every(([part, state]) => Reflect.get(shown, part) === state);
    expect(await eventually(() => readStates(gateway), isAsExpected, 30_000)).toMatchObject(states);
  };

  it('names every part that works, is public, and tells no address', async () => {
    await expectStates({ DATABASE: 'OK', CACHE: 'OFF', NODE: 'OK', READ_MODEL: 'OK', BEACON: 'OK' });
    const { text } = await gateway.rest('POST', '/graphql', { body: { query: QUERY } });
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|:\d{4}"/);
    const page = textOf(await getPage(gateway.url, '/developers/status'));
    expect(page).toContain('Every part works.');
    expect(textOf(await getPage(gateway.url, '/developers/status?lang=de'))).toContain(
      'hier nicht verwendet',
    );
  });

  it(
    'shows a silent node within seconds, and that it answers again',
    async () => {
      process.kill(node, 'SIGSTOP');
      try {
        await expectStates({ DATABASE: 'OK', NODE: 'DOWN' });
        for (const path of ['/developers/status', '/developers/status?lang=de']) {
          const start = performance.now();
          const answer = await getPage(gateway.url, path);
          expect([answer.status, performance.now() - start < SOON_MS]).toEqual([200, true]);
          expect(textOf(answer)).not.toContain('Every part works.');
        }
      } finally {
        process.kill(node, 'SIGCONT');
      }
      await expectStates({ NODE: 'OK' });
    },
    FOR_A_WHILE,
  );
});

describeWith(redisProgram, 'Redis is not installed', 'The status of the service with Redis', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  beforeAll(async () => {
    redis = await startRedisServer(redisProgram ?? '');
    gateway = await startGateway({ REDIS_URL: redis.url });
  }, FOR_A_WHILE);
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  it(
    'shows a silent cache, and answers without it',
    async () => {
      const isOk = (states: Readonly<Record<string, string>>) => states['CACHE'] === 'OK';
      expect(await eventually(() => readStates(gateway), isOk, 30_000)).toMatchObject({
        CACHE: 'OK',
        NODE: 'OFF',
      });
      redis.freeze();
      try {
        const states = await eventually(
          () => readStates(gateway),
          (each) => !isOk(each),
          30_000,
        );
        expect(states).toMatchObject({ CACHE: 'DOWN', DATABASE: 'OK' });
        const start = performance.now();
        expect((await getPage(gateway.url, '/developers/status')).status).toBe(200);
        expect(performance.now() - start).toBeLessThan(SOON_MS);
      } finally {
        redis.thaw();
      }
      expect(isOk(await eventually(() => readStates(gateway), isOk, 30_000))).toBe(true);
    },
    FOR_A_WHILE,
  );
});

describe('A watched part', () => {
  const OK: PartHealth = { state: 'OK', lagSeconds: null };

  it('is checked once for all who ask at the same time, and again when its result is too old', async () => {
    let time = 0;
    let checks = 0;
    const check = async () => {
      checks += 1;
      return OK;
    };
    const read = watchPart({ check, freshMs: 1_000 }, () => time);
    await Promise.all([read(), read(), read()]);
    time = 999;
    await read();
    expect(checks).toBe(1);
    time = 1_000;
    await read();
    expect(checks).toBe(2);
  });

  it('is down while its check hangs, holds nobody twice, and is well again when the check succeeds', async () => {
    let succeed: (health: PartHealth) => void = () => undefined;
    const hanging = new Promise<PartHealth>((resolve) => (succeed = resolve));
    const read = watchPart({ check: () => hanging, freshMs: 60_000 }, () => 0);
    expect(await read()).toEqual({ state: 'DOWN', lagSeconds: null });
    const start = performance.now();
    expect((await read()).state).toBe('DOWN');
    expect(performance.now() - start).toBeLessThan(500);
    succeed(OK);
    expect(await eventually(read, ({ state }) => state === 'OK')).toEqual(OK);
  });

  it('is down when its check fails', async () => {
    const read = watchPart({ check: () => Promise.reject(new Error('away')), freshMs: 0 }, () => 0);
    expect((await read()).state).toBe('DOWN');
  });
});
