import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { runToEnd } from '../support/gateway/process.ts';
import { exchange } from '../support/http/raw.ts';
import { startServer, type Server } from '../support/gateway/server.ts';

const STOPS_WITHIN_MS = 10_000;
const REFUSED = 'refused';

let directory: string;
let server: Server;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-'));
  await placeEmbeddedDatabase(join(directory, 'db'));
  server = await startServer(directory, {
    NODE_OPTIONS: '--import=./test/support/gateway/plant-failures.ts',
  });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

describe('a second server on the same DATA_DIR', () => {
  it('exits with 1 and says what to do, while the first one continues', async () => {
    const second = await runToEnd({ DATA_DIR: directory, PORT: '0' });
    expect(second).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^.*in use by another process: stop it, or set DATA_DIR to another folder\.\n$/,
      ),
    });
    expect((await server.publish(await server.createKey(), draft())).status).toBe(200);
  });
});

const scrape = async () => (await fetch(server.metricsUrl)).text();

describe('the metrics', () => {
  it('are on a port of their own, and on no path that clients reach', async () => {
    expect(await scrape()).toMatch(/^process_cpu_seconds_total /m);
    for (const path of ['/metrics', '/METRICS', '/metrics/', '/metrics?a'])
      expect((await fetch(`${server.url}${path}`)).status).toBe(404);
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/healthz'],
      ['POST', '/metrics'],
    ])
      expect((await fetch(new URL(String(path), server.metricsUrl), { method: String(method) })).status).toBe(
        404,
      );
  });

  it('do not start on a port that is taken', async () => {
    const other = await mkdtemp(join(tmpdir(), 'gateway-'));
    const taken = new URL(server.metricsUrl).port;
    await placeEmbeddedDatabase(join(other, 'db'));
    const { code, output } = await runToEnd({ DATA_DIR: other, PORT: '0', METRICS_PORT: taken });
    expect(code).toBe(1);
    expect(output).toContain(
      `METRICS_PORT ${taken} of 127.0.0.1 cannot be used: set METRICS_PORT to a free one.`,
    );
    await rm(other, { recursive: true, force: true });
  });
});

describe('an uncaught error', () => {
  it('does not end the server: it is logged with its stack, and counted', async () => {
    server.child.kill('SIGUSR2');
    const counts = await eventually(
      async () => (await scrape()).match(/^uncaught_errors_total.* [1-9]\d*$/gm) ?? [],
      (lines) => lines.length === 2,
    );
    expect(counts.toSorted()).toEqual([
      'uncaught_errors_total{kind="uncaughtException",thread="main"} 1',
      'uncaught_errors_total{kind="unhandledRejection",thread="main"} 1',
    ]);
    for (const planted of ['planted rejection', 'planted exception']) {
      const logged = new RegExp(`"stack":"Error: ${planted}.* at .*plant-failures`);
      expect(
        await eventually(
          async () => server.output(),
          (output) => logged.test(output),
        ),
      ).toMatch(logged);
    }
    expect((await server.publish(await server.createKey(), draft())).status).toBe(200);
  });
});

describe('SIGTERM', () => {
  it('makes /readyz fail at once, lets running requests finish, and exits with 0', async () => {
    const key = await server.createKey();
    const sent = draft();
    const body = Buffer.from(JSON.stringify(sent));
    const head = [
      'POST /api/v1/giveaways HTTP/1.1',
      'Host: gateway.example.com',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      '',
    ].join('\r\n');
    let sendRest: (rest: Buffer) => void = () => undefined;
    const rest = new Promise<Buffer>((resolve) => (sendRest = resolve));
    const underWay = exchange(Number(new URL(server.url).port), [head, body.subarray(0, 10), rest]);
    const statusOf = (path: string) =>
      server.rest('GET', path).then(
        ({ status }) => status,
        () => REFUSED,
      );
    expect(await statusOf('/readyz')).toBe(200);

    const ended = server.end('SIGTERM');

    expect(
      await eventually(
        () => statusOf('/readyz'),
        (status) => status !== 200,
      ),
    ).toBe(503);
    expect((await server.read(key, 'x')).headers.get('connection')).toBe('close');
    expect(
      await eventually(
        () => statusOf('/healthz'),
        (status) => status !== 200,
      ),
    ).toBe(REFUSED);
    sendRest(body.subarray(10));
    expect((await underWay).status).toBe(200);
    const tooLate = new Promise((resolve) => setTimeout(resolve, STOPS_WITHIN_MS, 'it runs on').unref());
    expect(await Promise.race([ended, tooLate])).toBe(0);

    const next = await startGateway({ DATA_DIR: directory, DATABASE_URL: '' });
    expect((await next.read(key, sent['sourceExternalId'])).body.listing).toMatchObject(sent);
    await next.stop();
  });
});
