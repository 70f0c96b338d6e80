import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendAs, startProviderChain, untilFinal } from '../../support/chain/provider-chain.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { eventually } from '../../support/eventually.ts';
import { withClockAhead } from '../../support/gateway/clock.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';
import { become, metricOf } from './status.ts';
import { nodesOf, type HttpResponse } from '../../support/http/http.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const PAST_TIME = 1_700_000_000;

const inMinutes = (minutes: number) =>
  `${new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
const chain = sharedByTests(startProviderChain);

const KEY = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }`;
const ran = (job: string) => `jobs_total{job="${job}",event="deferred"}`;
const FEED = '{ feed(first: 50) { edges { node { title } } } }';

describe.each([
  ['an hour', 3_600, 30, ['mark-ended', 'warn-expiring-keys']],
  ['thirty days', 30 * 86_400, 1_440, ['mark-ended', 'warn-expiring-keys', 'purge']],
])('After a server was killed whose clock and database were %s ahead', (_ahead, seconds, minutes, jobs) => {
  let directory: string;
  let server: Server;
  let expiringKey: string;
  let repeat: () => Promise<HttpResponse>;
  const start = async (variables = {}) => {
    server = await startServer(directory, { ...chain.variables(), DATABASE_URL: '', ...variables });
    const operatorToken = (await readFile(join(directory, 'operator-token'), 'utf8')).trim();
    return { ...server, operatorToken } as unknown as Gateway;
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    await placeEmbeddedDatabase(join(directory, 'db'));
    const right = await start();
    const { secret } = await chain.enroll(right);
    const input = { account: newEmail(), scopes: ['giveaways:publish'], expiresAt: inMinutes(minutes) };
    const { body } = await right.graphql(KEY, { input }, right.operatorToken);
    expiringKey = body.data.createApiKey.secret;
    await right.publish(expiringKey, draft({ title: 'published before', endDate: inMinutes(minutes) }));
    await server.end('SIGTERM');

    const ahead = await start(withClockAhead(seconds));
    const other = await ahead.createKey();
    await ahead.publish(other, draft({ title: 'published meanwhile', endDate: inMinutes(minutes) }));
    const response = await ahead.publish(expiringKey, draft());
    expect(response.status).toBe(401);
    await chain.contracts.rpc.call('evm_setAutomine', [false]);
    const giveaway = { giveawayId: `after-${minutes}`, startTime: PAST_TIME, determinationType: 0 };
    repeat = () =>
      sendAs(server, secret)('create-giveaway', giveaway, { 'idempotency-key': `key-${minutes}` });
    repeat().catch(() => undefined);
    // Until the request has its key and its lane, and every job has run.
    for (const line of ['outbox_events_total{event="broadcast"}', ...jobs.map(ran)])
      expect(
        await eventually(
          () => metricOf(server, line),
          (count) => count > 0,
          60_000,
        ),
      ).toBeGreaterThan(0);
    await server.end('SIGKILL');
    await chain.contracts.rpc.call('evm_setAutomine', [true]);
    await chain.contracts.mine(20);
    await start();
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  });

  it('its operation takes effect, and the repeated request gets its response', async () => {
    expect(await untilFinal(repeat)).toMatchObject({ status: 200 });
    expect(await become(server, 'READ_MODEL', { state: 'OK', lagSeconds: 0 })).toMatchObject({ state: 'OK' });
    expect(await metricOf(server, 'read_model_lag_blocks ')).toBe(0);
  });

  it('the feed has the listings that have not ended, whoever marked them', async () => {
    const read = async () => {
      const { body } = await server.graphql(FEED);
      return new Set(nodesOf(body.data.feed).map(({ title }) => String(title)));
    };
    const titles = await eventually(read, ({ size }) => size === 2);
    expect(titles).toEqual(new Set(['published before', 'published meanwhile']));
  });

  it('a key that seemed to have expired works', async () => {
    expect(await server.publish(expiringKey, draft())).toMatchObject({ status: 200 });
  });

  it('jobs run within their periods', async () => {
    for (const job of jobs) {
      const count = await eventually(
        () => metricOf(server, ran(job)),
        (each) => each > 0,
        60_000,
      );
      expect([job, count > 0]).toEqual([job, true]);
    }
  });
});
