import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import type { Client } from 'graphql-ws';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { PROVIDER_SCOPES } from '../../../src/core/access/callers.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { embeddedNode } from '../../support/chain/embedded-chain.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { newEmail } from '../../support/listings.ts';
import { createKey, revokeKey } from '../../support/gateway/operator.ts';
import { findFreePort } from '../../support/gateway/process.ts';
import { createProviderKey, createProviderWithSigner } from '../../support/providers/providers.ts';
import { giveawayIdOf, hashOf } from '../../support/database/read-model.ts';
import { startServer } from '../../support/gateway/server.ts';
import { subscribe, subscriptionClient, type Subscription } from '../../support/graphql/subscriptions.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';

const OPERATION = 'subscription ($id: ID!) { operationUpdated(id: $id) { id status error { reason } } }';
const ROUND = `subscription ($giveaway: ID!) {
  roundUpdated(giveaway: $giveaway) {
    id index state entriesTotal winner { passport { passportId } } giveaway { giveawayId }
    entries(first: 5) { nodes { entries } }
  }
}`;
const TIMEOUT_MS = 120_000;
const ORDER = ['QUEUED', 'SENT', 'MINED', 'CONFIRMED', 'FINALIZED'];
const now = () => Math.floor(Date.now() / 1_000);
const REVOKED = { code: 4401, reason: 'The API key was revoked: create a new one.' };
/** The answers to callers other than the provider, for an operation of the provider and for a missing one. */
const REFUSALS: Readonly<Record<string, object>> = {
  anonymous: { code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_MISSING' },
  'publisher key': { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
  'other provider': { code: 'NOT_FOUND', reason: 'OPERATION' },
  'key without the scope': { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
  'revoked key': REVOKED,
  'service token': { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
  session: { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
};

const clients: Client[] = [];
const connect = (gateway: Pick<Gateway, 'url'>, key?: string, address?: string): Client => {
  const client = subscriptionClient(gateway, key, address);
  clients.push(client);
  return client;
};
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
});

/** Has an operation accepted without waiting for its result. */
async function accept(gateway: Gateway, key: string, endpoint: string, body: object): Promise<Json> {
  const path = `/api/provider/integrations/${endpoint}`;
  const answer = await gateway.rest('POST', path, { key, body, headers: { prefer: 'wait=0' } });
  expect(answer.status).toBe(202);
  return answer.body;
}

async function perform(gateway: Gateway, key: string, endpoint: string, body: object): Promise<Json> {
  const answer = await gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body });
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  return answer.body.result;
}

/** Creates a giveaway; returns its id once it can be read. */
async function createGiveaway(gateway: Gateway, key: string, body: object): Promise<string> {
  const { id } = await perform(gateway, key, 'create-giveaway', body);
  const isThere = async () => {
    const answer = await gateway.graphql('query ($id: ID!) { giveaway(id: $id) { id } }', { id }, key);
    return answer.body.data.giveaway !== null;
  };
  expect(await eventually(isThere, Boolean)).toBe(true);
  return id;
}

/** Creates another key of the same provider. */
async function createSibling(gateway: Gateway, provider: Json, scopes: readonly string[]): Promise<Json> {
  const { body } = await gateway.graphql(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }`,
    { input: { account: provider.account, provider: provider.provider.id, scopes } },
    gateway.operatorToken,
  );
  return body.data.createApiKey;
}

/** The first message of a subscription, or its end; an error without the values that differ between requests. */
async function answerTo(followed: Subscription): Promise<Json> {
  const messages = await eventually(
    async () => followed.messages[0] ?? followed.ended(),
    (value) => value !== undefined,
  );
  if (!Array.isArray(messages)) return messages;
  const [{ message, path, extensions }] = messages;
  const { requestId, ...rest } = extensions;
  expect(requestId).toEqual(expect.any(String));
  return { message, path, ...rest };
}

describe('subscriptions on a chain', () => {
  let gateway: Gateway;
  let issuer: Issuer;
  let provider: Json;
  let key: string;
  let port: number;
  const strangers: Record<string, string | undefined> = {};
  beforeAll(async () => {
    port = await findFreePort();
    issuer = await startIssuer();
    gateway = await startGateway({ CHAIN: 'on', CHAIN_PORT: String(port), OAUTH_ISSUERS: issuer.entry });
    provider = await createProviderWithSigner(gateway);
    key = provider.secret;
    const revoked = await createSibling(gateway, provider, PROVIDER_SCOPES);
    await revokeKey(gateway, provider.account, revoked.apiKey.id);
    Object.assign(strangers, {
      anonymous: undefined,
      'publisher key': await gateway.createKey(),
      'other provider': (await createProviderKey(gateway)).secret,
      'key without the scope': (await createSibling(gateway, provider, ['giveaways:publish'])).secret,
      'revoked key': revoked.secret,
      'service token': await issuer.token(),
      session: await gateway.signIn(),
    });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });

  const mine = async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] });
    await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  };
  const mineUntilOver = (followed: Subscription): Promise<Json> =>
    eventually(
      async () => {
        await mine();
        return followed.ended();
      },
      (value) => value !== undefined,
      60_000,
    );
  const start = (giveawayId: string, fields = {}) => ({
    giveawayId,
    startTime: now() - 60,
    determinationType: 0,
    ...fields,
  });

  it(
    'operationUpdated sends each status once, in order, and completes when it is final',
    async () => {
      const { operation } = await accept(gateway, key, 'create-giveaway', start('followed'));
      const { id } = operation;
      const followed = subscribe(connect(gateway, key), OPERATION, { id });

      expect(await mineUntilOver(followed)).toBe('complete');
      const statuses = followed.messages.map(({ status }) => status);
      expect(statuses).toEqual(ORDER.filter((status) => statuses.includes(status)));
      expect(statuses.length).toBeGreaterThan(1);
      expect(followed.messages.at(-1)).toEqual({ id, status: 'FINALIZED', error: null });
    },
    TIMEOUT_MS,
  );

  it(
    'operationUpdated serves the operation’s own provider only',
    async () => {
      const { operation } = await accept(gateway, key, 'create-giveaway', start('owned'));
      const { id } = operation;
      const missing = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
      for (const [who, refusal] of Object.entries(REFUSALS)) {
        const [foreign, ...none] = await Promise.all(
          [id, missing, 'opn_none'].map((asked) =>
            answerTo(subscribe(connect(gateway, strangers[who]), OPERATION, { id: asked })),
          ),
        );
        expect({ who, ...foreign }).toMatchObject({ who, ...refusal });
        expect(none).toEqual([foreign, foreign]);
      }
      for (const credential of [key, gateway.operatorToken]) {
        const [known, none] = await Promise.all(
          [id, missing].map((asked) =>
            answerTo(subscribe(connect(gateway, credential), OPERATION, { id: asked })),
          ),
        );
        expect(known).toMatchObject({ id, error: null });
        expect(none).toMatchObject({ code: 'NOT_FOUND', reason: 'OPERATION' });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'roundUpdated serves everyone without a credential or with a valid one',
    async () => {
      const giveaway = await createGiveaway(gateway, key, start('public'));
      for (const who of Object.keys(REFUSALS)) {
        const messages = await answerTo(subscribe(connect(gateway, strangers[who]), ROUND, { giveaway }));
        const expected = who === 'revoked key' ? REVOKED : { index: 0, state: 'OPEN' };
        expect({ who, ...messages }).toMatchObject({ who, ...expected });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'roundUpdated sends changes of entries, the close by the chain’s clock, and the winner',
    async () => {
      const endTime = now() + 15;
      const id = await createGiveaway(gateway, key, start('rounds', { endTime }));
      const followed = subscribe(connect(gateway), ROUND, { giveaway: id });
      const shown = {
        id: `rnd_${id.slice(4)}_0`,
        index: 0,
        winner: null,
        giveaway: { giveawayId: 'rounds' },
      };
      const first = await followed.last(({ state }) => state === 'OPEN');
      expect(first).toEqual({ ...shown, state: 'OPEN', entriesTotal: 0, entries: { nodes: [] } });

      const { passportId } = await perform(gateway, key, 'provision-entrant', {
        entrantWallet: Wallet.createRandom().address,
        giveawayId: 'rounds',
        amount: 5,
      });
      const changed = await followed.last(({ entriesTotal }) => entriesTotal === 5);
      const entries = { nodes: [{ entries: 5 }] };
      expect(changed).toEqual({ ...shown, state: 'OPEN', entriesTotal: 5, entries });

      const closed = await followed.last(({ state }) => state !== 'OPEN', 60_000);
      expect(closed).toEqual({ ...shown, state: 'CLOSED', entriesTotal: 5, entries });

      await perform(gateway, key, 'declare-winner', { giveawayId: 'rounds', passportId });
      const decided = await followed.last(({ state }) => state === 'DECIDED');
      expect(decided).toMatchObject({ state: 'DECIDED', winner: { passport: { passportId } } });
      expect(followed.ended()).toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it(
    'end for a revoked key, and continue for others',
    async () => {
      const watched = await createProviderWithSigner(gateway);
      const { secret, apiKey } = await createSibling(gateway, watched, PROVIDER_SCOPES);
      const giveaway = await createGiveaway(gateway, key, start('watched'));
      const { rpc } = await embeddedNode(gateway);
      const setBaseFee = async (wei: bigint) => {
        await rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]);
        await rpc.call('evm_mine');
      };
      // While the base fee is high, no block includes the transaction.
      await setBaseFee(10n ** 15n);
      const { operation } = await accept(gateway, watched.secret, 'create-giveaway', start('waiting'));
      const { id } = operation;
      const [ending, lasting] = [connect(gateway, secret), connect(gateway, watched.secret)];
      const [revoked, kept] = [subscribe(ending, OPERATION, { id }), subscribe(lasting, OPERATION, { id })];
      const rounds = [subscribe(ending, ROUND, { giveaway }), subscribe(lasting, ROUND, { giveaway })];
      const messages = await Promise.all(
        [revoked, kept, ...rounds].map((followed) => followed.last(Boolean)),
      );
      expect(messages).toEqual([
        expect.objectContaining({ id }),
        expect.objectContaining({ id }),
        expect.objectContaining({ index: 0 }),
        expect.objectContaining({ index: 0 }),
      ]);

      await revokeKey(gateway, watched.account, apiKey.id);

      expect(await revoked.end(60_000)).toEqual(REVOKED);
      expect(rounds.map((followed) => followed.ended())).toEqual([REVOKED, undefined]);
      await setBaseFee(1n);
      expect(await mineUntilOver(kept)).toBe('complete');
      expect(kept.messages.at(-1)).toEqual({ id, status: 'FINALIZED', error: null });
      const waiting = new Set(['QUEUED', 'SENT']);
      expect(revoked.messages.filter(({ status }) => !waiting.has(status))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('the subscription endpoint', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({
      MAX_SUBSCRIPTIONS: '510',
      TRUST_PROXY: '1',
      CORS_ORIGINS: 'https://shop.example.com',
    });
    await gateway.onDatabase(seedSummer);
  }, TIMEOUT_MS);
  afterAll(() => gateway.stop());

  const giveaway = giveawayIdOf(SUMMER.endless);
  const followRound = (client: Client) => subscribe(client, ROUND, { giveaway });
  const refusalOf = async (followed: Subscription): Promise<Json> => {
    const messages = await eventually(
      async () => followed.messages[0] ?? followed.ended(),
      (value) => value !== undefined,
    );
    return Array.isArray(messages) ? messages[0].extensions : messages;
  };
  const ask = (query: string, variables = {}) => refusalOf(subscribe(connect(gateway), query, variables));

  it('sends the latest round of a giveaway at once', async () => {
    const followed = followRound(connect(gateway));
    expect(await followed.last(Boolean)).toMatchObject({ index: 0, state: 'OPEN' });
  });

  it.each(['gwy_1', giveawayIdOf(99_999), hashOf(1)])('finds no giveaway for %s', async (id) => {
    expect(await ask(ROUND, { giveaway: id })).toMatchObject({ code: 'NOT_FOUND', reason: 'GIVEAWAY' });
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
    expect(await ask(query)).toMatchObject({ code, recommendedAction: expect.any(String) });
  });

  it.each([
    ['that is null', 'subscription ($g: ID!) { roundUpdated(giveaway: $g) { id } }', { g: null }],
    ['that becomes null', 'subscription ($g: ID = "a") { roundUpdated(giveaway: $g) { id } }', { g: null }],
    ['of another type', 'subscription ($g: ID!) { roundUpdated(giveaway: $g) { id } }', { g: [1] }],
  ])('refuses a variable %s as INVALID_PAYLOAD', async (_what, query, variables) => {
    expect(await ask(query, variables)).toMatchObject({ code: 'INVALID_PAYLOAD', retryable: false });
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
  const given = await Promise.all(codes);
  expect(given.filter((code) => code === 'RATE_LIMITED')).toHaveLength(1);
  expect(given.filter((code) => code === 'NOT_FOUND')).toHaveLength(10);

  const statuses = await Promise.all(Array.from({ length: 11 }, () => connectFrom(gateway)));
  expect(new Set(statuses)).toEqual(new Set(['open', 429]));
  await gateway.stop();
});

it('ends with its subscriptions on SIGTERM', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'subscriptions-'));
  const server = await startServer(directory, { CHAIN: 'off' });
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

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'two instances on one PostgreSQL',
  () => {
    let database: TestDatabase;
    let first: Gateway;
    let second: Gateway;
    beforeAll(async () => {
      database = (await createTestDatabase()) as TestDatabase;
      const port = await findFreePort();
      first = await startGateway({ DATABASE_URL: database.url, CHAIN: 'on', CHAIN_PORT: String(port) });
      const read = (name: string) => readFile(join(first.directory, name), 'utf8');
      const { hub, passport, beacon, blockNumber } = JSON.parse(await read('chain/addresses.json'));
      second = await startGateway({
        DATABASE_URL: database.url,
        CHAIN: 'on',
        RPC_URL: `http://127.0.0.1:${port}`,
        CHAIN_HUB: hub,
        CHAIN_PASSPORT: passport,
        CHAIN_BEACON: beacon,
        CHAIN_START_BLOCK: String(blockNumber),
        CHAIN_CONFIRMATIONS: '1',
        KEY_ENCRYPTION_KEYS: (await read('key-encryption-keys')).trim(),
      });
    }, TIMEOUT_MS);
    afterAll(async () => {
      await second.stop();
      await first.stop();
      await database.drop();
    });

    it(
      "show each other's changes",
      async () => {
        const { secret: key } = await createProviderWithSigner(first);
        const fields = { giveawayId: 'shared', startTime: now() - 60, determinationType: 0 };
        const giveaway = await createGiveaway(first, key, fields);
        const rounds = subscribe(connect(second), ROUND, { giveaway });
        expect(await rounds.last(Boolean)).toMatchObject({ entriesTotal: 0 });

        const entrantWallet = Wallet.createRandom().address;
        const body = { entrantWallet, giveawayId: 'shared', amount: 3 };
        const { operation } = await accept(first, key, 'provision-entrant', body);
        const operations = subscribe(connect(second, key), OPERATION, { id: operation.id });

        const isDone = ({ status }: Json) => status === 'CONFIRMED' || status === 'FINALIZED';
        expect(isDone(await operations.last(isDone))).toBe(true);
        const messages = await rounds.last(({ entriesTotal }) => entriesTotal === 3);
        expect(messages).toMatchObject({ state: 'OPEN', entriesTotal: 3 });
      },
      TIMEOUT_MS,
    );
  },
);

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
