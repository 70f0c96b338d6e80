import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { request } from 'node:http';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { sendAs, startProviderChain, type ProviderChain } from '../support/chain/provider-chain.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { addMember } from '../support/providers/providers.ts';
import { createWebhook } from '../webhooks/support/api.ts';
import { startHttpServer, type TestServer } from '../support/http/http-server.ts';

jest.setTimeout(240_000);

const PAST_TIME = 1_700_000_000;
/** Until leases, quick polls after work and caches have come to rest. */
const REST_MS = 25_000;
/** The longest period of what an idle instance does regularly. */
const SECONDS = 60;
const MAX_STATEMENTS = 4;
const MAX_CALLS = 2;

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'an idle gateway', (url) => {
  let chain: ProviderChain;
  let database: TestDatabase;
  let gateway: Gateway;
  let node: TestServer;
  let calls = 0;
  let server: TcpServer;
  let statements = 0;
  beforeAll(async () => {
    chain = await startProviderChain();
    database = (await createTestDatabase(url))!;
    // Counts each call, also of those that one request carries.
    node = await startHttpServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const body = Buffer.concat(chunks);
        calls += [JSON.parse(body.toString())].flat().length;
        const forwarded = request(
          chain.contracts.url,
          { method: 'POST', headers: incoming.headers },
          (response) => {
            outgoing.writeHead(response.statusCode ?? 500, response.headers);
            response.pipe(outgoing);
          },
        );
        forwarded.end(body);
      });
    });
    const counted = await startCountingServer(database.url, () => (statements += 1));
    ({ server } = counted);

    gateway = await startGateway({
      ...chain.variables(node.url),
      DATABASE_URL: counted.url,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await node.stop();
    server.close();
    await chain.contracts.stop();
    await database.drop();
  });

  it('sends few statements and few calls to the node, although there are a webhook and an operation that is not final', async () => {
    const provider = await chain.enroll(gateway);
    const account = newEmail();
    await addMember(gateway, provider.provider.id, account);
    const hook = {
      provider: provider.provider.id,
      url: 'http://127.0.0.1:9/',
      events: ['operation.reorged'],
    };
    const { body } = await createWebhook(gateway, await gateway.signIn(account), hook);
    expect(body.errors).toBeUndefined();
    const giveaway = { giveawayId: 'idle', startTime: PAST_TIME, determinationType: 0 };
    expect((await sendAs(gateway, provider.secret)('create-giveaway', giveaway)).status).toBe(200);
    await after(REST_MS);
    const before = { statements, calls };
    await after(SECONDS * 1_000);
    const perSecond = {
      statements: (statements - before.statements) / SECONDS,
      calls: (calls - before.calls) / SECONDS,
    };
    expect(perSecond.statements).toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(perSecond.calls).toBeLessThanOrEqual(MAX_CALLS);
    expect(perSecond.statements).toBeGreaterThan(0);
    expect(perSecond.calls).toBeGreaterThan(0);
  });
});

/** A proxy of PostgreSQL that counts the statements: simple queries and executions (PostgreSQL 15, 55.7, message formats). */
async function startCountingServer(
  target: string,
  count: () => void,
): Promise<{ server: TcpServer; url: string }> {
  const { hostname, port } = new URL(target);
  const server = createTcpServer((client) => {
    const upstream = connect(Number(port || 5432), hostname);
    let rest = Buffer.alloc(0);
    let hasStarted = false;
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk);
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        // The first message has no type.
        const head = hasStarted ? 1 : 0;
        const length = rest.length >= head + 4 ? rest.readInt32BE(head) + head : Number.POSITIVE_INFINITY;
        if (rest.length < length) return;
        if (hasStarted && 'QE'.includes(String.fromCharCode(rest[0] ?? 0))) count();
        hasStarted = true;
        rest = rest.subarray(length);
      }
    });
    upstream.pipe(client);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return { server, url: url.href };
}
