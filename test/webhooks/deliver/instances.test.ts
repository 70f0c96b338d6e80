import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/adapters/postgres/connection/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { describeEmbedded, describeWith } from '../../support/describe-with.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';
import { createWebhook, deliveriesOf, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(300_000);

const COUNT = 8;
const receiver = sharedByTests(startReceiver);

const newOperations = (providerKey: string) => Array.from({ length: COUNT }, () => newOperation(providerKey));
const steps = (operations: readonly ReturnType<typeof newOperation>[]) =>
  operations.flatMap(({ accepted, sent, confirmed }) => [accepted, sent, confirmed]);

describeEmbedded('a server killed while it sends', () => {
  it('has sent every message after a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    await placeEmbeddedDatabase(join(directory, 'db'));
    const start = () => startServer(directory, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    const first = await start();
    const chainKey = await addProviderWithWebhook(first, directory);
    await first.end('SIGKILL');
    const operations = newOperations(chainKey);
    await changeAtRest(directory, operations);

    // It is killed while the receiver holds several messages and has answered only two of them.
    receiver.reply((_path, received) => (received <= 2 ? { status: 204 } : undefined));
    const second = await start();
    await receiver.until(4);
    await second.end('SIGKILL');
    receiver.reply(() => ({ status: 204 }));
    const third = await start();

    const unanswered = await eventually(
      async () => operations.filter(({ id }) => !isAnswered(id)),
      (left) => left.length === 0,
      150_000,
    );

    expect(unanswered).toEqual([]);
    // No message has two ids.
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(COUNT);
    await third.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  });
});

const isAnswered = (id: string) =>
  receiver.received.some(({ message, status }) => message.data.operation.id === id && status !== null);

/** Creates a provider with a webhook; returns the provider's key on chain. */
async function addProviderWithWebhook(server: Server, directory: string): Promise<string> {
  const token = (await readFile(join(directory, 'operator-token'), 'utf8')).trim();
  const send = async (query: string, input: object) =>
    (await server.graphql(query, { input }, token)).body.data;
  const { createProvider } = await send(
    'mutation ($input: CreateProviderInput!) { createProvider(input: $input) { provider { id chainKey } } }',
    { name: 'A provider' },
  );
  const { id, chainKey } = createProvider.provider;
  const query = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
  await send(query, { provider: id, url: receiver.url });
  return chainKey;
}

async function changeAtRest(directory: string, operations: Parameters<typeof steps>[0]): Promise<void> {
  const database = await openDatabase({
    url: undefined,
    readUrl: undefined,
    directory: join(directory, 'db'),
    warn: () => undefined,
    note: () => undefined,
  });
  for (const [text, values] of steps(operations)) await database.sql.query({ name: '', text }, values);
  await database.close();
}

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'two gateways on one database', () => {
  let database: TestDatabase | undefined;
  let gateways: Gateway[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    const shared = {
      DATABASE_URL: database?.url ?? '',
      AUTH_SECRET: randomUUID(),
      KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
    gateways = await Promise.all([startGateway(shared), startGateway(shared)]);
    receiver.reply(() => ({ status: 204 }));
  });
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await database?.drop();
  });

  const delivered = async (gateway: Gateway, provider: Json, webhook: string, count: number) =>
    eventually(
      async () =>
        (await deliveriesOf(gateway, provider.session, webhook)).filter(({ state }) => state === 'DELIVERED'),
      (found) => found.length >= count,
      60_000,
    );

  it('send each event once', async () => {
    const [first] = gateways as [Gateway, Gateway];
    const provider = await startProvider(first);
    const input = { provider: provider.id, url: receiver.url };
    const { webhook } = (await createWebhook(first, provider.session, input)).body.data.createWebhook;
    const operations = newOperations(provider.chainKey);
    const before = receiver.received.length;
    await change(first, ...steps(operations));

    await delivered(first, provider, webhook.id, COUNT);
    // A second message of an event would have come before this one.
    const last = newOperation(provider.chainKey);
    await change(first, ...steps([last]));
    await receiver.until(1, ({ message }) => message.data.operation.id === last.id);

    const operationIds = receiver.received
      .slice(before)
      .map(({ message }) => String(message.data.operation.id));
    expect(operationIds).toHaveLength(COUNT + 1);
    expect(new Set(operationIds)).toEqual(new Set([...operations, last].map(({ id }) => id)));
  });

  it('continue when the instance that announced has stopped', async () => {
    const [first, second] = gateways as [Gateway, Gateway];
    const provider = await startProvider(second);
    const input = { provider: provider.id, url: receiver.url };
    const { webhook } = (await createWebhook(second, provider.session, input)).body.data.createWebhook;
    gateways = [second];
    await first.stop();
    await change(second, ...steps(newOperations(provider.chainKey)));

    expect(await delivered(second, provider, webhook.id, COUNT)).toHaveLength(COUNT);
  });
});
