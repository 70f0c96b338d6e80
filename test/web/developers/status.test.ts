import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watchPart } from '../../../src/app/status/watch-part.ts';
import type { PartHealth } from '../../../src/core/status/service-health.ts';
import { redisProgram, startRedisServer } from '../../support/database/redis-server.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { startSmtp, type Smtp } from '../../support/mail/smtp.ts';
import { getPage, textOf } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(240_000);

// A second for the silent part, and time for a busy machine.
const SOON_MS = 5_000;
const QUERY = '{ status { checkedAt parts { part state lagSeconds } } }';

async function readStates(gateway: Gateway): Promise<Readonly<Record<string, string>>> {
  const { body } = await gateway.graphql(QUERY);
  return Object.fromEntries(body.data.status.parts.map(({ part, state }: Json) => [part, state]));
}

async function readReason(gateway: Gateway, part: string): Promise<string | null> {
  const { body } = await gateway.graphql('{ status { parts { part reason } } }');
  return body.data.status.parts.find((each: Json) => each.part === part).reason;
}

const CREATE_WALLET =
  'mutation { createWallet(input: { purpose: SIGNER, label: "" }) { wallet { address } } }';

async function createWallet(gateway: Gateway): Promise<Json> {
  const { body } = await gateway.graphql(CREATE_WALLET, {}, gateway.operatorToken);
  return body.data.createWallet.wallet;
}

describe('The status of the service', () => {
  const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', REDIS_URL: '' }));
  let node: number;
  beforeAll(async () => {
    node = JSON.parse(await readFile(join(gateway.directory, 'chain', 'anvil.json'), 'utf8')).anvil;
  });

  const expectStates = async (states: object) => {
    const isAsExpected = (shown: object) =>
      Object.entries(states).every(([part, state]) => Reflect.get(shown, part) === state);
    expect(await eventually(() => readStates(gateway), isAsExpected, 30_000)).toMatchObject(states);
  };

  it('names every part that works, is public, and tells no address', async () => {
    const works = { DATABASE: 'OK', NODE: 'OK', READ_MODEL: 'OK', BEACON: 'OK', JOBS: 'OK' };
    await expectStates({ ...works, CACHE: 'OFF', MAIL: 'OFF' });
    const { text } = await gateway.rest('POST', '/graphql', { body: { query: QUERY } });
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|:\d{4}"/);
    const page = textOf(await getPage(gateway.url, '/developers/status'));
    expect(page).toContain('Every part works.');
    expect(textOf(await getPage(gateway.url, '/developers/status?lang=de'))).toContain(
      'hier nicht verwendet',
    );
  });

  it('shows a silent node within seconds, and that it answers again', async () => {
    process.kill(node, 'SIGSTOP');
    try {
      await expectStates({ DATABASE: 'OK', NODE: 'DOWN' });
      for (const path of ['/developers/status', '/developers/status?lang=de']) {
        const start = performance.now();
        const response = await getPage(gateway.url, path);
        expect([response.status, performance.now() - start < SOON_MS]).toEqual([200, true]);
        expect(textOf(response)).not.toContain('Every part works.');
      }
    } finally {
      process.kill(node, 'SIGCONT');
    }
    await expectStates({ NODE: 'OK' });
  });
});

describe('The status of the service with a mail server', () => {
  let smtp: Smtp;
  let gateway: Gateway;
  beforeAll(async () => {
    smtp = await startSmtp();
  });
  afterEach(() => gateway.stop());

  it('shows that the mail server works, without any mail to it', async () => {
    gateway = await startGateway({ SMTP_URL: smtp.url });
    const states = await eventually(
      () => readStates(gateway),
      ({ MAIL }) => MAIL === 'OK',
      30_000,
    );
    expect(states).toMatchObject({ MAIL: 'OK' });
    expect(smtp.received).toEqual([]);
    await smtp.stop();
  });

  it('shows that the mail server does not answer, and tells no address of it', async () => {
    gateway = await startGateway({ SMTP_URL: smtp.url });
    expect(await readStates(gateway)).toMatchObject({ MAIL: 'DOWN', DATABASE: 'OK' });
    const { text } = await gateway.rest('POST', '/graphql', { body: { query: QUERY } });
    expect(text).not.toContain(new URL(smtp.url).port);
    expect(textOf(await getPage(gateway.url, '/developers/status'))).not.toContain('Every part works.');
  });
});

describe('The status of the service with background jobs', () => {
  const gateway = sharedByTests(() => startGateway({}));

  it('shows jobs that keep failing, and that they work again', async () => {
    // Its next run is in an hour.
    const change = (values: string) =>
      gateway.onDatabase((em) =>
        em.execute(`update pgboss.job set ${values} where name = 'warn-expiring-keys' and state <> 'active'`),
      );
    const statesAfter = (values: string, state: string) =>
      eventually(
        // Repeated, since the job may run at first.
        () => change(values).then(() => readStates(gateway)),
        ({ JOBS }) => JOBS === state,
        30_000,
      );
    const failing = await statesAfter("state = 'retry', retry_count = 2", 'LATE');
    expect(failing).toMatchObject({ JOBS: 'LATE', DATABASE: 'OK' });
    const working = await statesAfter("state = 'created', retry_count = 0", 'OK');
    expect(working).toMatchObject({ JOBS: 'OK' });
  });
});

describe('The status of the service with wallets', () => {
  const gateway = sharedByTests(() => startGateway({}));

  it('shows that this instance lacks the key of a signer, and that it has it again', async () => {
    const { address } = await createWallet(gateway);
    const keyOf = (sql: string) =>
      gateway.onDatabase((em) => em.execute(`update wallet set ${sql} where address = ?`, [address]));
    const isState = (state: string) =>
      eventually(
        () => readStates(gateway),
        ({ KEYS }) => KEYS === state,
        30_000,
      );
    expect(await isState('OK')).toMatchObject({ KEYS: 'OK' });
    await keyOf("label = key_id, key_id = 'elsewhere'");
    expect(await isState('DOWN')).toMatchObject({ KEYS: 'DOWN' });
    expect(await readReason(gateway, 'KEYS')).toBe('KEY_MISSING');
    expect(textOf(await getPage(gateway.url, '/developers/status'))).toContain('A key is missing here.');
    await keyOf('key_id = label');
    expect(await isState('OK')).toMatchObject({ KEYS: 'OK' });
  });
});

describeWith(redisProgram, 'Redis is not installed', 'The status of the service with Redis', () => {
  const redis = sharedByTests(() => startRedisServer(redisProgram ?? ''));
  const gateway = sharedByTests(() => startGateway({ REDIS_URL: redis.url }));

  it('shows a silent cache, and answers without it', async () => {
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
  });
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

  it('keeps its state while a patient check takes long, and is down when that check fails', async () => {
    let fail: (error: Error) => void = () => undefined;
    const results = [Promise.resolve(OK), new Promise<PartHealth>((_resolve, reject) => (fail = reject))];
    let time = 0;
    const part = { check: () => results.shift() ?? Promise.resolve(OK), freshMs: 1_000, isPatient: true };
    const read = watchPart(part, () => time);
    expect(await read()).toEqual(OK);
    time = 1_000;
    expect(await read()).toEqual(OK);
    fail(new Error('away'));
    expect(await eventually(read, ({ state }) => state === 'DOWN')).toMatchObject({ state: 'DOWN' });
  });

  it('is down while its first check takes long, even when that check is patient', async () => {
    const part = { check: () => new Promise<PartHealth>(() => undefined), freshMs: 1_000, isPatient: true };
    expect((await watchPart(part, () => 0)()).state).toBe('DOWN');
  });

  it('is down when its check fails', async () => {
    const read = watchPart({ check: () => Promise.reject(new Error('away')), freshMs: 0 }, () => 0);
    expect((await read()).state).toBe('DOWN');
  });
});
