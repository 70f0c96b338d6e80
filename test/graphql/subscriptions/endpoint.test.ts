import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { createKey, revokeKey } from '../../support/gateway/operator.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import { giveawayIdOf, hashOf } from '../../support/database/read-model.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { startServer } from '../../support/gateway/server.ts';
import { subscribe, type Subscription } from '../../support/graphql/subscriptions.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { ROUND, TIMEOUT_MS, REVOKED, connect, useSubscriptionClients } from './clients.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

useSubscriptionClients();

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the subscription endpoint', () => {
  const gateway = sharedByTests(() =>
    startGateway({
      MAX_SUBSCRIPTIONS: '510',
      TRUST_PROXY: '1',
      CORS_ORIGINS: 'https://shop.example.com',
    }),
  );
  beforeAll(async () => {
    await gateway.onDatabase(seedSummer);
  }, TIMEOUT_MS);

  const giveaway = giveawayIdOf(SUMMER.endless);
  const followRound = (client: Client) => subscribe(client, ROUND, { giveaway });
  const refusalOf = async (followed: Subscription): Promise<Json> => {
    const messages = await eventually(
      async () => followed.messages[0] ?? followed.ended(),
      (value) => value !== undefined,
    );
    return Array.isArray(messages) ? messages[0].extensions : messages;
  };
  const refusalFor = (query: string, variables = {}) =>
    refusalOf(subscribe(connect(gateway), query, variables));

  it('sends the latest round of a giveaway at once', async () => {
    const followed = followRound(connect(gateway));
    expect(await followed.last(Boolean)).toMatchObject({ index: 0, state: 'OPEN' });
  });

  it.each(['gwy_1', giveawayIdOf(99_999), hashOf(1)])('finds no giveaway for %s', async (id) => {
    expect(await refusalFor(ROUND, { giveaway: id })).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'GIVEAWAY',
    });
  });

  it.each([
    ['a query', '{ giveaways { nodes { id } } }', 'OPERATION_NOT_SUPPORTED'],
    ['a mutation', 'mutation { signOut { signedOut } }', 'OPERATION_NOT_SUPPORTED'],
    ['no GraphQL', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', 'subscription { rounds { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a root field that a variable leaves out',
      'subscription ($no: Boolean = false) { roundUpdated(giveaway: "1") @include(if: $no) { id } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a variable that is missing', ROUND, 'INVALID_PAYLOAD'],
    [
      'more than 2,000 tokens',
      `subscription { roundUpdated(giveaway: "1") { ${'id '.repeat(2_000)} } }`,
      'GRAPHQL_PARSE_FAILED',
    ],
    [
      'more than 30 aliases',
      `subscription { roundUpdated(giveaway: "1") { ${Array.from({ length: 31 }, (_, at) => `a${at}: id`).join(' ')} } }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'more than 10 levels',
      `subscription { roundUpdated(giveaway: "1") { ${'giveaway { currentRound { '.repeat(5)} id ${'} } '.repeat(5)} } }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'fragments that unfold to more than 500 selections',
      `subscription { roundUpdated(giveaway: "1") { ...f0 } }
       ${Array.from({ length: 40 }, (_, at) => `fragment f${at} on Round { ...f${at + 1} ...f${at + 1} }`).join('\n')}
       fragment f40 on Round { id }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'more than 5,000 objects',
      `subscription { roundUpdated(giveaway: "1") { giveaway { rounds(first: 100) { nodes {
         entries(first: 100) { nodes { id } } } } } } }`,
      'OPERATION_TOO_COSTLY',
    ],
  ])('refuses %s', async (_what, query, code) => {
    expect(await refusalFor(query)).toMatchObject({ code, recommendedAction: expect.any(String) });
  });

  it.each([
    ['that is null', 'subscription ($g: ID!) { roundUpdated(giveaway: $g) { id } }', { g: null }],
    ['that becomes null', 'subscription ($g: ID = "a") { roundUpdated(giveaway: $g) { id } }', { g: null }],
    ['of another type', 'subscription ($g: ID!) { roundUpdated(giveaway: $g) { id } }', { g: [1] }],
  ])('refuses a variable %s as INVALID_PAYLOAD', async (_what, query, variables) => {
    expect(await refusalFor(query, variables)).toMatchObject({ code: 'INVALID_PAYLOAD', retryable: false });
  });

  it('suggests no names of the schema', async () => {
    const followed = subscribe(connect(gateway), 'subscription { roundUpdate(giveaway: "1") { id } }', {});
    expect(JSON.stringify(await followed.end())).not.toContain('roundUpdated');
  });

  it('allows 50 subscriptions per connection, and a tenth of all to one client network', async () => {
    const address = (network: number, host: number) => `2001:db8:5:${network}::${host}`;
    const [client, second] = [
      connect(gateway, undefined, address(1, 1)),
      connect(gateway, undefined, address(1, 2)),
    ];
    const taken = Array.from({ length: 50 }, () => followRound(client));
    await Promise.all(taken.map((followed) => followed.last(Boolean)));
    const refusal = { code: 'RATE_LIMITED', reason: 'TOO_MANY_SUBSCRIPTIONS', retryable: true };
    expect(await refusalOf(followRound(client))).toMatchObject(refusal);

    await followRound(second).last(Boolean);
    expect(await refusalOf(followRound(second))).toMatchObject(refusal);
    const elsewhere = followRound(connect(gateway, undefined, address(2, 1)));
    expect(await elsewhere.last(Boolean)).toMatchObject({ index: 0 });

    taken[0]?.stop();
    const again = await eventually(
      () => refusalOf(followRound(second)),
      ({ code }) => code === undefined,
    );
    expect(again).toMatchObject({ index: 0 });
  });

  it('begins 50 of 60 subscriptions that a connection requests at once', async () => {
    const client = connect(gateway, undefined, '2001:db8:6::1');
    const first = await Promise.all(
      Array.from({ length: 60 }, () => followRound(client)).map((followed) => refusalOf(followed)),
    );
    expect(first.map(({ reason }) => reason ?? 'begun')).toEqual([
      ...Array.from({ length: 50 }, () => 'begun'),
      ...Array.from({ length: 10 }, () => 'TOO_MANY_SUBSCRIPTIONS'),
    ]);
  });

  it.each([
    ['that only servers send', '{"type":"next","id":"a","payload":{}}'],
    ['without a type', '{"id":"a"}'],
    ['that is no object', '"ping"'],
    ['that is no JSON', '{'],
    ['with 15,000 lists within each other', `{"type":"ping","payload":${nested(15_000)}}`],
    ['with deep parameters', `{"type":"connection_init","payload":{"a":${nested(15_000)}}}`],
  ])('closes the connection for a message %s, and logs no failure', async (_what, message) => {
    const logged = gateway.log.length;
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.once('open', () => socket.send(message));
    expect(await closed).toBe(4400);
    expect(gateway.log.slice(logged).filter((line) => Number(JSON.parse(line).level) >= 50)).toEqual([]);
  });

  it('refuses a new subscription of a key that was revoked meanwhile, and closes its connection', async () => {
    const account = newEmail();
    const { secret, apiKey } = await createKey(gateway, account);
    const client = connect(gateway, secret);
    const before = followRound(client);
    expect(await before.last(Boolean)).toMatchObject({ index: 0 });

    await revokeKey(gateway, account, apiKey.id);
    const after = followRound(client);

    expect(await after.end()).toEqual(REVOKED);
    expect({ told: after.messages, before: before.ended() }).toEqual({ told: [], before: REVOKED });
  });

  it.each([
    ['without the word Bearer', { authorization: 'gk_nonsense' }],
    ['that nobody has', { authorization: 'Bearer gk_nonsense' }],
  ])('refuses a connection with a credential %s', async (_what, connectionParams) => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.once('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: connectionParams })),
    );
    expect(await closed).toBe(4401);
  });

  it('accepts connections from pages of the listed origins and its own', async () => {
    expect(await connectFrom(gateway, 'https://shop.example.com')).toBe('open');
    expect(await connectFrom(gateway, gateway.url)).toBe('open');
    expect(await connectFrom(gateway, 'https://elsewhere.example.com')).toBe(403);
    expect(await connectFrom(gateway, 'null')).toBe(403);
  });

  it('ignores any other upgrade', async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' };
    expect(await statusOf(gateway.port, '/feed.json', headers)).toBe(200);
    expect(await statusOf(gateway.port, '/graphql', headers)).toBe(400);
  });

  it('answers a subscription by POST with the URL for subscriptions', async () => {
    const { body } = await gateway.graphql(ROUND, { giveaway });
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining('WebSocket'),
      extensions: { code: 'OPERATION_NOT_SUPPORTED' },
    });
  });

  it('closes subscriptions when it drains, so that clients connect elsewhere', async () => {
    const followed = followRound(connect(gateway));
    await followed.last(Boolean);
    gateway.drain();
    expect(await followed.end()).toMatchObject({ code: 1001 });
    expect(await connectFrom(gateway, gateway.url)).toBe(503);
  });
});

it('counts connections by address, and subscriptions by key', async () => {
  const gateway = await startGateway({ RATE_LIMIT: '10' });
  const { secret } = await createProviderKey(gateway);
  const client = connect(gateway, secret);
  const codes = Array.from({ length: 11 }, async () => {
    const followed = subscribe(client, ROUND, { giveaway: giveawayIdOf(1) });
    const end = await followed.end();
    return (end === 'complete' ? followed.messages[0] : end)[0].extensions.code;
  });
  const results = await Promise.all(codes);
  expect(results.filter((code) => code === 'RATE_LIMITED')).toHaveLength(1);
  expect(results.filter((code) => code === 'NOT_FOUND')).toHaveLength(10);

  const statuses = await Promise.all(Array.from({ length: 11 }, () => connectFrom(gateway)));
  expect(new Set(statuses)).toEqual(new Set(['open', 429]));
  await gateway.stop();
});

it('ends with its subscriptions on SIGTERM', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'subscriptions-'));
  await placeEmbeddedDatabase(join(directory, 'db'));
  const server = await startServer(directory);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const acknowledged = new Promise((resolve) =>
    socket.once('message', (data) => resolve((data as Buffer).toString())),
  );
  socket.once('open', () => socket.send('{"type":"connection_init"}'));
  expect(await acknowledged).toBe('{"type":"connection_ack"}');

  const ended = server.end('SIGTERM');

  expect(await closed).toBe(1001);
  expect(await ended).toBe(0);
  await rm(directory, { recursive: true, force: true });
});

/** Opens and closes a WebSocket: 'open', or the status of the refusal. */
function connectFrom(gateway: Gateway, origin = gateway.url): Promise<unknown> {
  const url = `${gateway.url.replace('http', 'ws')}/graphql`;
  return new Promise((resolve) => {
    const socket = new WebSocket(url, 'graphql-transport-ws', { headers: { origin } });
    socket
      .once('open', () => {
        resolve('open');
        socket.close();
      })
      .once('unexpected-response', (upgrade, { statusCode }) => {
        resolve(statusCode);
        upgrade.destroy();
      })
      .once('error', () => undefined);
  });
}

function statusOf(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers, host: '127.0.0.1' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('upgrade', (_response, socket) => {
        socket.destroy();
        resolve('upgraded');
      })
      .once('error', reject)
      .end();
  });
}
