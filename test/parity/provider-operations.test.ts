import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import type { z } from 'zod';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';
import { embeddedNode, type EmbeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import {
  openNodeProxy,
  startProviderChain,
  type NodeProxy as NodeDoor,
  type ProviderChain,
} from '../support/chain/provider-chain.ts';
import { createProviderKey, createProviderWithSigner } from '../support/providers/providers.ts';
import { A_WALLET, REQUESTS, toMutation, ZERO_ADDRESS } from '../support/providers/provider-requests.ts';
import { revokeKey } from '../support/gateway/operator.ts';

const PATH = '/api/provider/integrations';
const AN_HOUR = 3_600;
const MARGIN = 600;
const FOR_A_WHILE = 120_000;
const ENDPOINTS = PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint);
const HEADERS = ['idempotency-key', 'prefer'] as const;

type Body = Readonly<Record<string, unknown>>;
type Sent = Readonly<Partial<Record<(typeof HEADERS)[number], string>>>;
/** What a door answered, in one form for both. */
interface Told {
  readonly result?: Json;
  readonly operation?: Json;
  readonly isReplay?: boolean;
  readonly error?: Json;
}
interface Door {
  ask(endpoint: string, body: Body, key?: string, sent?: Sent): Promise<Told>;
}

let gateway: Gateway;
let node: EmbeddedNode;
let own: Awaited<ReturnType<typeof createProviderWithSigner>>;
/** Its signer has no money in the end. */
let poor: typeof own;
/** It has entries in the giveaways of the poor one. */
let poorPassport: number;
const keys: Record<string, string | undefined> = { anonymous: undefined };
/** A passport with entries in the giveaways that have any, and one without. */
let passportId: number;
let idle: number;
let idleWallet: string;
/** What there was when it was looked at last; not known after a success. */
let found: Json;
const startTime = Math.floor(Date.now() / 1_000) - 60;
/** Further away than anybody is told to wait. */
const endTime = startTime + 2 * AN_HOUR;

const restOf = (at: () => Gateway): Door => ({
  async ask(endpoint, body, key = own.secret, headers = {}) {
    const {
      status,
      body: answer,
      headers: told,
    } = await at().rest('POST', `${PATH}/${endpoint}`, {
      key: key === '' ? undefined : key,
      body,
      headers,
    });
    if (!answer.ok) {
      const wait = told.get('retry-after');
      return { error: { ...answer.error, ...(wait !== null && { retryAfterSeconds: Number(wait) }) } };
    }
    expect(status).toBe(answer.operation.blockNumber === null ? 202 : 200);
    const { result, operation } = answer;
    found = undefined;
    return { result, operation, isReplay: told.get('idempotent-replayed') === 'true' };
  },
});

const graphqlOf = (at: () => Gateway): Door => ({
  async ask(endpoint, body, key = own.secret, sent = {}) {
    const [, wait] = /wait=(\d+)/.exec(sent.prefer ?? '') ?? [];
    const { name, query, variables } = toMutation(endpoint, {
      ...body,
      ...(sent['idempotency-key'] && { idempotencyKey: sent['idempotency-key'] }),
      ...(wait && { wait: Number(wait) }),
    });
    const answer = await at().graphql(query, variables, key === '' ? undefined : key);
    const [error] = answer.body.errors ?? [];
    if (error) {
      const { fields: _fields, requestId, ...extensions } = error.extensions;
      expect(requestId).toBe(answer.headers.get('x-request-id'));
      return { error: { ...extensions, message: error.message } };
    }
    const { operation, replayed } = answer.body.data[name];
    expect(operation.endpoint).toBe(endpoint);
    found = undefined;
    return { result: operation.result, operation, isReplay: replayed };
  },
});
const [rest, graphql] = [restOf(() => gateway), graphqlOf(() => gateway)];
const DOORS = [
  ['R', rest],
  ['G', graphql],
] as const;

/** Asks both doors for the same, one after the other. */
async function both(
  endpoint: string,
  body: Body,
  key?: string,
  sent?: Sent,
  doors: readonly Door[] = [rest, graphql],
): Promise<readonly [Json, Json]> {
  const answers = [];
  for (const door of doors) answers.push(await door.ask(endpoint, body, key, sent));
  const [first, second] = answers.map(({ error, ...rest }) => {
    if (error === undefined) return rest;
    // The operation is another one, and it was looked at later.
    const { operationId: _operationId, timestamp: _timestamp, ...details } = error.details ?? {};
    return { ...error, details };
  });
  return [first, second];
}

/** Sees both doors refuse it alike, and leave everything as it was. */
async function refusedAlike(
  endpoint: string,
  body: Body,
  expected: object,
  key?: string,
  sent?: Sent,
): Promise<Json> {
  return unchanged(async () => {
    const [first, second] = await both(endpoint, body, key, sent);
    expect(first).toMatchObject(expected);
    expect(second).toEqual(first);
    return first;
  });
}

/** Sees that work, in which nothing succeeds, changes nothing. */
async function unchanged<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = found ?? (await everything());
  const result = await work();
  found = await everything();
  expect(found).toEqual(before);
  return result;
}

const revert = (reason: string, code = 'CONTRACT_REVERT') => ({ code, reason, retryable: false });
/** The passport with entries, where the endpoint takes one. */
const named = (endpoint: string) => ('passportId' in (REQUESTS[endpoint] ?? {}) ? { passportId } : {});

const PARTS = `index state title imageUri metadataUri entries { nodes { passport { passportId } entries } }
  winner { passportId wallet } receipt { byProvider } delivery { assetContract recipient proofChainId proofTxHash proofURI }`;

/** What the read model says of the provider's giveaways. */
async function state(): Promise<Json> {
  const { body } = await gateway.graphql(
    `{ giveaways(first: 40) { nodes { giveawayId title determinationType endTime
      round(index: 0) { ${PARTS} } } } passports(owner: "${idleWallet}", first: 5) { nodes { passportId owner } } }`,
  );
  if (body.errors) throw new Error(body.errors[0].message);
  return body.data;
}

/** The same, of all that the chain has now, and how many transactions it cost the signers. */
async function everything(): Promise<Json> {
  const newest = Number(await node.rpc.call('eth_blockNumber'));
  const next = () =>
    gateway.onDatabase(async (em) => {
      const [row] = await em.execute('select next_block from chain_cursor');
      return Number((row as Json).next_block);
    });
  expect(await eventually(next, (block) => block > newest)).toBeGreaterThan(newest);
  return {
    ...(await state()),
    nonces: await Promise.all([own, poor].map(({ signer }) => node.nonceOf(signer))),
  };
}

beforeAll(async () => {
  gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: String(MARGIN) });
  node = await embeddedNode(gateway);
  own = await createProviderWithSigner(gateway);
  poor = await createProviderWithSigner(gateway);
  keys['unsigned'] = (await createProviderKey(gateway)).secret;
  keys['publisher'] = await gateway.createKey();
  keys['operator'] = gateway.operatorToken;
  const revoked = await createProviderKey(gateway);
  keys['revoked'] = revoked.secret;
  await revokeKey(gateway, revoked.account, revoked.apiKey.id);

  const create = (giveawayId: string, options: object = {}, key?: string) =>
    rest.ask('create-giveaway', { giveawayId, startTime, determinationType: 0, ...options }, key);
  const [first, second, managed] = await Promise.all([
    rest.ask('provision-entrant', { entrantWallet: Wallet.createRandom().address }),
    rest.ask('provision-entrant', { ownershipMode: 'managed_wallet', maxTransfers: 0 }),
    rest.ask('provision-entrant', { entrantWallet: A_WALLET }, poor.secret),
    create('open'),
    create('scheduled', { startTime: startTime + 1_000 * AN_HOUR }),
    create('declared', { endTime }),
    create('empty', { endTime }),
    create('drawn', { endTime, determinationType: 1 }),
    create('handshake', { endTime, requiresHandshake: true, providerPaysReceiptGas: true }),
    create('empty drawn', { endTime, determinationType: 1 }),
    create('open', {}, poor.secret),
    create('declared', { endTime }, poor.secret),
    create('decided', { endTime, providerPaysReceiptGas: true }, poor.secret),
    create('drawn', { endTime, determinationType: 1 }, poor.secret),
  ]);
  passportId = first.result.passportId;
  idle = second.result.passportId;
  idleWallet = second.result.managedWallet;
  poorPassport = managed.result.passportId;
  const issue = (giveawayId: string, held: number, key?: string) =>
    rest.ask('issue-entries', { giveawayId, passportId: held, amount: 2 }, key);
  await Promise.all([
    ...['open', 'declared', 'drawn', 'handshake'].map((giveawayId) => issue(giveawayId, passportId)),
    ...['open', 'declared', 'drawn', 'decided'].map((giveawayId) =>
      issue(giveawayId, poorPassport, poor.secret),
    ),
  ]);
  const held = ({ giveaways }: Json) =>
    giveaways.nodes.flatMap(({ round }: Json) => round.entries.nodes).length;
  await eventually(state, (read) => held(read) === 8, 30_000);
}, FOR_A_WHILE);
afterAll(() => gateway.stop());

describe('A refusal is the same through both doors', () => {
  const CREDENTIALS = [
    ['nobody', 'anonymous', { code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_MISSING', retryable: false }],
    ['a revoked key', 'revoked', { code: 'UNAUTHENTICATED', reason: 'KEY_REVOKED', retryable: false }],
    ["a publisher's key", 'publisher', { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING', retryable: false }],
    ['the operator', 'operator', { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING', retryable: false }],
    ['a key without a signer', 'unsigned', { code: 'SIGNER_NOT_CONFIGURED', retryable: false }],
  ] as const;
  it.each(ENDPOINTS.flatMap((endpoint) => CREDENTIALS.map((row) => [endpoint, ...row] as const)))(
    '%s for %s',
    async (endpoint, _whom, who, expected) => {
      await refusedAlike(endpoint, REQUESTS[endpoint] ?? {}, expected, keys[who] ?? '');
    },
  );

  it.each([
    ['create-giveaway', { giveawayId: ' ', startTime: 0, image: 'nowhere', rollingEveryDays: -1 }],
    ['create-giveaway', { endTime: 5, rollingEntriesCarryOver: true }],
    ['issue-entries', { passportId: 0, amount: 2 ** 32, reasonCode: 65_536, expectedOwnerWallet: '0x1' }],
    ['remove-entries', { evidence: 'x'.repeat(513), expectedOwnerWallet: A_WALLET.replace('aA', 'Aa') }],
    ['issue-entries', { expectedOwnerWallet: ZERO_ADDRESS }],
    ['remove-entries', { expectedOwnerWallet: ZERO_ADDRESS }],
    ['declare-winner', { giveawayId: 'x'.repeat(129), roundIndex: -1 }],
    ['draw-winner', { giveawayId: 'a\u0000b' }],
    ['confirm-receipt-by-provider', { giveawayId: '', roundIndex: -5 }],
    ['set-round-metadata', { title: 'x'.repeat(161), itemImage: 'javascript:x', winnerImage: 'x y' }],
    ['set-round-image', { imageURI: '' }],
    ['record-prize-delivery', { recipient: '0x', proofChainId: 0, proofTxHash: '0x12', proofURI: 'ftp://x' }],
    ['record-prize-delivery', { recipient: A_WALLET.replace('aA', 'Aa') }],
    ['record-prize-delivery', { assetContract: ZERO_ADDRESS, recipient: ZERO_ADDRESS }],
    ['create-giveaway', { determinationType: 1, endTime: 0 }],
    ['create-giveaway', { endTime: 1_700_000_001 }],
    [
      'provision-entrant',
      { entrantWallet: ZERO_ADDRESS, managedWallet: ZERO_ADDRESS, sourceWallet: ZERO_ADDRESS },
    ],
    ['provision-entrant', { entrantWallet: null, amount: null, notify: true, email: 'a b' }],
    ['provision-entrant', { entrantWallet: null, amount: null, notify: true, email: null }],
  ])('%s with wrong fields: %j', async (endpoint, wrong) => {
    const fields = Object.keys(wrong).map((field) => ({ field, message: expect.any(String) }));
    const body = { ...REQUESTS[endpoint], ...wrong };
    const told = await refusedAlike(endpoint, body, { code: 'INVALID_PAYLOAD', retryable: false });
    expect(told.details.fields.length).toBeGreaterThanOrEqual(1);
    expect(fields).toEqual(expect.arrayContaining(told.details.fields));
  });

  it.each(PROVIDER_OPERATIONS.map(({ endpoint, input }) => [endpoint, input] as const))(
    '%s with fields of another type',
    async (endpoint, input) => {
      await unchanged(async () => {
        for (const field of Object.keys((input as unknown as z.ZodObject).shape)) {
          const [first, second] = await both(endpoint, { ...REQUESTS[endpoint], [field]: {} });
          const expected = {
            code: 'INVALID_PAYLOAD',
            retryable: false,
            recommendedAction: first.recommendedAction,
          };
          expect(first).toMatchObject({ ...expected, details: { fields: [{ field }] } });
          // GraphQL itself reads types: its message names the field.
          expect(second).toMatchObject({ ...expected, message: expect.stringMatching(`[".]${field}"`) });
        }
      });
    },
  );

  it.each(ENDPOINTS)('%s with a body that is too large', async (endpoint) => {
    await unchanged(async () => {
      const padding = 'x'.repeat(65_536);
      const tell = async (door: Door) => (await door.ask(endpoint, { ...REQUESTS[endpoint], padding })).error;
      const [first, second] = [await tell(rest), await tell(graphql)];
      expect(first?.message).toContain('larger than 65536 bytes');
      expect(first).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', retryable: false });
      expect(second).toEqual(first);
    });
  });

  it.each(ENDPOINTS.filter((endpoint) => endpoint !== 'create-giveaway'))(
    '%s of a giveaway that nobody has',
    async (endpoint) => {
      const expected = { code: 'NOT_FOUND', reason: 'GIVEAWAY', retryable: false };
      await refusedAlike(endpoint, REQUESTS[endpoint] ?? {}, expected);
    },
  );

  const NO_WINNER = revert('WINNER_NOT_SET', 'WINNER_NOT_DECLARED');
  const EARLY: readonly (readonly [endpoint: string, giveawayId: string, expected: object, more?: Body])[] = [
    ['create-giveaway', 'open', revert('GIVEAWAY_EXISTS')],
    ['issue-entries', 'scheduled', revert('ROUND_NOT_ACTIVE')],
    ['issue-entries', 'open', revert('OWNER_MISMATCH'), { expectedOwnerWallet: A_WALLET }],
    ['issue-entries', 'open', revert('PASSPORT', 'NOT_FOUND'), { passportId: 999_999 }],
    ['issue-entries', 'open', revert('TOO_MANY_ENTRIES'), { amount: 2 ** 32 - 1 }],
    ['remove-entries', 'open', revert('OWNER_MISMATCH'), { expectedOwnerWallet: A_WALLET }],
    ['remove-entries', 'open', revert('PASSPORT', 'NOT_FOUND'), { passportId: 999_999 }],
    ['remove-entries', 'scheduled', revert('ROUND_NOT_ACTIVE')],
    ['remove-entries', 'open', revert('NOT_ENOUGH_ENTRIES'), { amount: 3 }],
    ['declare-winner', 'declared', { ...revert('NOT_ENDED'), retryable: true, retryAfterSeconds: AN_HOUR }],
    ['declare-winner', 'drawn', revert('WRONG_MODE')],
    ['declare-winner', 'open', revert('NEVER_ENDS')],
    ['draw-winner', 'drawn', { ...revert('NOT_ENDED'), retryable: true, retryAfterSeconds: AN_HOUR }],
    ['draw-winner', 'declared', revert('WRONG_MODE')],
    ['confirm-receipt-by-provider', 'declared', revert('RECEIPT_MODE_OFF')],
    ['confirm-receipt-by-provider', 'handshake', NO_WINNER],
    ['set-round-metadata', 'declared', NO_WINNER],
    ['set-round-image', 'declared', NO_WINNER],
    ...[
      'declare-winner',
      'draw-winner',
      'confirm-receipt-by-provider',
      'set-round-metadata',
      'set-round-image',
      'record-prize-delivery',
    ].map(
      (endpoint) =>
        [
          endpoint,
          endpoint === 'draw-winner' ? 'drawn' : 'handshake',
          revert('ROUND', 'NOT_FOUND'),
          { roundIndex: 7 },
        ] as const,
    ),
    ['record-prize-delivery', 'declared', NO_WINNER],
    ['provision-entrant', 'scheduled', revert('ROUND_NOT_ACTIVE')],
    ['provision-entrant', 'open', revert('TOO_MANY_ENTRIES'), { amount: 2 ** 32 - 1 }],
  ];
  it.each(EARLY)('%s of the giveaway %j: %j', async (endpoint, giveawayId, expected, more = {}) => {
    await refusedAlike(
      endpoint,
      { ...REQUESTS[endpoint], giveawayId, ...named(endpoint), ...more },
      expected,
    );
  });

  it('a passport that must stay where it is', async () => {
    const move = { ownershipMode: 'transfer_existing_passport', entrantWallet: A_WALLET, issue: false };
    const locked = { ...move, sourceWallet: idleWallet, passportId: idle };
    await refusedAlike('provision-entrant', locked, revert('TRANSFER_LIMIT'));
    const foreign = revert('NOT_APPROVED', 'UNAUTHORIZED');
    await refusedAlike('provision-entrant', locked, foreign, poor.secret);
    const other = { ...locked, passportId };
    await refusedAlike('provision-entrant', other, revert('OWNER_MISMATCH'));
  });
});

describe('An idempotency key holds for both doors', () => {
  it.each([
    ['REST', 'GraphQL', rest, graphql],
    ['GraphQL', 'REST', graphql, rest],
  ])(
    'what was done by %s is repeated by %s',
    async (nameOfFirst, _nameOfSecond, first, second) => {
      const sent = { 'idempotency-key': `across-${nameOfFirst}` };
      const body = { giveawayId: 'open', passportId, amount: 1, evidence: `order ${nameOfFirst}` };
      const done = await first.ask('issue-entries', body, own.secret, sent);
      expect(done).toMatchObject({ isReplay: false, result: { roundIndex: 0 } });
      const again = await second.ask('issue-entries', body, own.secret, sent);
      expect(again).toMatchObject({
        isReplay: true,
        result: done.result,
        operation: { id: done.operation.id },
      });
      const other = await second.ask('issue-entries', { ...body, amount: 2 }, own.secret, sent);
      expect(other.error).toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
        reason: 'BODY_DIFFERS',
        retryable: false,
      });
    },
    FOR_A_WHILE,
  );

  it('and so does what was refused', async () => {
    const sent = { 'idempotency-key': 'refused' };
    const body = { giveawayId: 'open', passportId, amount: 1_000 };
    const [first, second] = await both('remove-entries', body, own.secret, sent);
    expect(first).toMatchObject({ reason: 'NOT_ENOUGH_ENTRIES', details: { amount: 1_000 } });
    expect(second).toEqual(first);
  });

  it.each(ENDPOINTS)('a bad one is refused alike by %s', async (endpoint) => {
    for (const key of ['with space', 'x'.repeat(256)]) {
      const expected = { code: 'INVALID_PAYLOAD', details: { fields: [{ field: 'idempotencyKey' }] } };
      await refusedAlike(endpoint, REQUESTS[endpoint] ?? {}, expected, own.secret, {
        'idempotency-key': key,
      });
    }
  });

  it.each(ENDPOINTS)('one that is taken, or in use, is refused alike by %s', async (endpoint) => {
    const sent = { 'idempotency-key': `of-${endpoint}` };
    // Refused, so that there is an answer to keep.
    const body = { ...REQUESTS[endpoint], ...(endpoint === 'create-giveaway' && { giveawayId: 'open' }) };
    expect((await rest.ask(endpoint, body, own.secret, sent)).error?.retryable).toBe(false);
    const differs = { code: 'IDEMPOTENCY_CONFLICT', reason: 'BODY_DIFFERS', retryable: false };
    await refusedAlike(endpoint, { ...body, giveawayId: 'another' }, differs, own.secret, sent);
    // As it is while another instance is at it.
    await gateway.onDatabase((em) =>
      em.execute(
        `update idempotency_key set answer = null, claimed_until = now() + interval '1 minute' where key = ?`,
        [sent['idempotency-key']],
      ),
    );
    const running = {
      code: 'IDEMPOTENCY_CONFLICT',
      reason: 'IN_PROGRESS',
      retryable: true,
      retryAfterSeconds: 1,
    };
    await refusedAlike(endpoint, body, running, own.secret, sent);
  });
});

describe('What reads the chain', () => {
  const STATUS_FIELDS =
    'passportId ownerWallet previousOwnerWallet ownerChanged maxTransfers transfersUsed tradable';
  const READS = [
    [
      'passport-status',
      (id: unknown, key: string | undefined) =>
        gateway.rest('GET', `${PATH}/passport-status?passportId=${String(id)}`, { key }),
      `mutation ($id: SafeInt!) { answer: passportStatus(input: { passportId: $id }) { ${STATUS_FIELDS} } }`,
    ],
    [
      'passport-contact',
      (id: unknown, key: string | undefined) =>
        gateway.rest('POST', `${PATH}/passport-contact`, { key, body: { passportId: id } }),
      'query ($id: SafeInt!) { answer: passportContact(passportId: $id) { passportId ownerWallet email name source sharedAt } }',
    ],
  ] as const;

  it.each(READS)('%s answers and refuses alike', async (_endpoint, ask, query) => {
    const cases = [
      [passportId, own.secret],
      [idle, own.secret],
      [999_999, own.secret],
      [0, own.secret],
      [1, keys['publisher']],
      [1, keys['revoked']],
      [1, undefined],
    ] as const;
    for (const [id, key] of cases) {
      const { body: restBody } = await ask(id, key);
      const { body: graphqlBody } = await gateway.graphql(query, { id }, key);
      if (restBody.ok) expect(graphqlBody.data.answer).toEqual(restBody.result);
      else {
        const { fields: _fields, requestId: _id, ...extensions } = graphqlBody.errors[0].extensions;
        expect({ ...extensions, message: graphqlBody.errors[0].message }).toEqual(restBody.error);
      }
    }
  });

  it('an operation is the same in both, and not found alike', async () => {
    const query = 'query ($id: ID!) { operation(id: $id) { id result error { code reason message } } }';
    const body = { giveawayId: 'open', passportId, amount: 999 };
    const done = await rest.ask('issue-entries', { ...body, amount: 1 });
    const refused = await rest.ask('remove-entries', body);
    const [doneId, refusedId] = [done.operation.id, refused.error.details.operationId];
    const read = async (id: string, key = own.secret) => [
      (await gateway.rest('GET', `${PATH}/operations/${id}`, { key })).body,
      (await gateway.graphql(query, { id }, key)).body,
    ];
    const [restDone, graphqlDone] = await read(doneId);
    expect(graphqlDone.data.operation).toMatchObject({ id: doneId, result: restDone.result, error: null });
    const [restRefused, graphqlRefused] = await read(refusedId);
    const { code, reason, message } = restRefused.error;
    expect(graphqlRefused.data.operation.error).toEqual({ code, reason, message });
    for (const [id, key] of [
      ['opn_none', own.secret],
      [doneId, poor.secret],
    ]) {
      const [restNone, graphqlNone] = await read(id ?? '', key);
      const { requestId: _id, ...extensions } = graphqlNone.errors[0].extensions;
      expect({ ...extensions, message: graphqlNone.errors[0].message }).toEqual(restNone.error);
      expect(restNone.error).toMatchObject({ code: 'NOT_FOUND', reason: 'OPERATION' });
    }
  });
});

describe('Equal giveaways end alike, whichever door they are run through', () => {
  /** The same answers, without what must differ between two giveaways. */
  const comparable = (value: unknown, prefix: string): Json =>
    JSON.parse(
      JSON.stringify(value, (name, member: unknown) => {
        if (/^(id|giveaway|passportId|managedWallet|ticket|randomness|beaconRound)$/.test(name)) return 'own';
        if (name === 'ownerWallet' || name === 'owner' || name === 'wallet')
          return member === A_WALLET ? member : 'own';
        return typeof member === 'string' && member.startsWith(`${prefix} `) ? member.slice(2) : member;
      }),
    );

  it(
    'from their creation to the delivery',
    async () => {
      const before = Math.floor(Date.now() / 1_000);
      const opened = await Promise.all(DOORS.map(([prefix, door]) => open(prefix, door)));
      await node.advance(endTime + 5 - before);
      // What is confirmed after it shows that the gateway has seen the new time.
      await successOf(rest.ask('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId: 'later' }));
      const early = await both('draw-winner', { giveawayId: 'drawn' });
      expect(early[0]).toMatchObject({ reason: 'BEACON_NOT_READY', retryable: true });
      for (const told of early) {
        expect(told.retryAfterSeconds).toBeGreaterThan(0);
        delete told.retryAfterSeconds;
      }
      expect(early[1]).toEqual(early[0]);
      await refusedAlike('declare-winner', { giveawayId: 'empty', passportId }, { reason: 'NO_ENTRIES' });
      const without = { giveawayId: 'declared', passportId: idle };
      await refusedAlike('declare-winner', without, { reason: 'PASSPORT_WITHOUT_ENTRIES' });
      await node.advance(MARGIN + 60);
      await successOf(rest.ask('declare-winner', { giveawayId: 'handshake', passportId }));
      const ended = await Promise.all(
        DOORS.map(([prefix, door], place) => decide(prefix, door, opened[place] ?? [])),
      );

      const [byRest, byGraphql] = DOORS.map(([prefix], place) =>
        comparable([...(opened[place] ?? []), ...(ended[place] ?? [])], prefix),
      );
      expect(byGraphql).toEqual(byRest);
      expect(byRest.map((told: Told) => Object.keys(told))).not.toContain('error');
      const { giveaways } = await eventually(state, ({ giveaways: { nodes } }) =>
        DOORS.every(([prefix]) =>
          nodes.some((each: Json) => each.giveawayId === `${prefix} declared` && each.round.delivery),
        ),
      );
      const [left, right] = DOORS.map(([prefix]) => {
        const mine = giveaways.nodes.filter((each: Json) => each.giveawayId.startsWith(`${prefix} `));
        return comparable(
          mine.toSorted((a: Json, b: Json) => a.giveawayId.localeCompare(b.giveawayId)),
          prefix,
        );
      });
      expect(left).toHaveLength(2);
      expect(right).toEqual(left);
    },
    FOR_A_WHILE,
  );

  const over = { giveawayId: 'R declared', roundIndex: 0 };
  const LATE: readonly (readonly [endpoint: string, body: Body, expected: object])[] = [
    ...['issue-entries', 'remove-entries', 'provision-entrant'].map(
      (endpoint) => [endpoint, { giveawayId: 'declared' }, revert('ROUND_NOT_ACTIVE')] as const,
    ),
    ['draw-winner', { giveawayId: 'empty drawn' }, revert('NO_ENTRIES')],
    ['declare-winner', over, revert('WINNER_ALREADY_SET')],
    ['draw-winner', { giveawayId: 'R drawn' }, revert('WINNER_ALREADY_SET')],
    ['confirm-receipt-by-provider', over, revert('RECEIPT_ALREADY_CONFIRMED')],
    ['record-prize-delivery', over, revert('PRIZE_ALREADY_DELIVERED')],
    ['record-prize-delivery', { giveawayId: 'handshake' }, revert('HANDSHAKE_PENDING')],
  ];
  it.each(LATE)('%s is refused alike after it: %j', async (endpoint, body, expected) => {
    await refusedAlike(endpoint, { ...REQUESTS[endpoint], ...named(endpoint), ...body }, expected);
  });

  it(
    'a signer without money is told so alike, whatever it asks for',
    async () => {
      await successOf(
        rest.ask('declare-winner', { giveawayId: 'decided', passportId: poorPassport }, poor.secret),
      );
      await node.setBalance(poor.signer, 1n);
      const lacks = { code: 'INSUFFICIENT_FUNDS', reason: 'SIGNER_BALANCE', retryable: true };
      const details = {
        address: poor.signer,
        balance: '1',
        symbol: 'ETH',
        needed: expect.stringMatching(/^\d+$/),
      };
      const giveaways: Readonly<Record<string, string>> = {
        'create-giveaway': 'too dear',
        'issue-entries': 'open',
        'remove-entries': 'open',
        'provision-entrant': 'open',
        'declare-winner': 'declared',
        'draw-winner': 'drawn',
      };
      for (const endpoint of ENDPOINTS) {
        const giveawayId = giveaways[endpoint] ?? 'decided';
        const holder = 'passportId' in (REQUESTS[endpoint] ?? {}) && { passportId: poorPassport };
        await unchanged(async () => {
          const [first, second] = await both(
            endpoint,
            { ...REQUESTS[endpoint], giveawayId, ...holder },
            poor.secret,
          );
          expect({ endpoint, ...first }).toMatchObject({ endpoint, ...lacks, details });
          // What it needs follows the fees.
          for (const told of [first, second]) {
            delete told.details.needed;
            delete told.message;
          }
          expect(second).toEqual(first);
        });
      }
    },
    FOR_A_WHILE,
  );

  const successOf = async (told: Promise<Told>): Promise<Told> => {
    const { error, result, isReplay } = await told;
    expect(error).toBeUndefined();
    return { result, isReplay: isReplay ?? false };
  };

  /** The answers of an open giveaway's life. */
  async function open(prefix: string, { ask }: Door): Promise<Told[]> {
    const texts = { title: 'A giveaway', description: 'Both alike', image: 'ipfs://image', metadataUri: '' };
    const [declared, drawn] = [`${prefix} declared`, `${prefix} drawn`];
    const created = await Promise.all([
      successOf(
        ask('create-giveaway', {
          giveawayId: declared,
          startTime,
          endTime,
          determinationType: 0,
          ...texts,
          requiresHandshake: true,
          providerPaysReceiptGas: true,
        }),
      ),
      successOf(ask('create-giveaway', { giveawayId: drawn, startTime, endTime, determinationType: 1 })),
    ]);
    const entrants = await Promise.all([
      successOf(
        ask('provision-entrant', {
          entrantWallet: A_WALLET,
          giveawayId: declared,
          amount: 5,
          reasonCode: 3,
          evidence: 'order',
          maxTransfers: 1,
        }),
      ),
      successOf(ask('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId: drawn, amount: 1 })),
    ]);
    const [{ result: entrant }, { result: managed }] = entrants;
    const change = { giveawayId: declared, passportId: entrant.passportId, expectedOwnerWallet: A_WALLET };
    const changed = [
      await successOf(ask('issue-entries', { ...change, amount: 3, reasonCode: 1, evidence: 'more' })),
      await successOf(ask('remove-entries', { ...change, amount: 2 })),
    ];
    const moved = await successOf(
      ask('provision-entrant', {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: managed.managedWallet,
        passportId: managed.passportId,
        entrantWallet: A_WALLET,
        issue: false,
      }).then((told) => ({ ...told, result: { ...told.result, sourceWallet: 'own' } })),
    );
    return [...entrants, ...created, ...changed, moved];
  }

  async function decide(prefix: string, { ask }: Door, [entrant]: readonly Told[]): Promise<Told[]> {
    const [declared, drawn] = [`${prefix} declared`, `${prefix} drawn`];
    const round = { giveawayId: declared, roundIndex: 0 };
    const decided = await Promise.all([
      successOf(ask('declare-winner', { giveawayId: declared, passportId: entrant?.result.passportId })),
      successOf(ask('draw-winner', { giveawayId: drawn })),
    ]);
    const described = await Promise.all([
      successOf(ask('confirm-receipt-by-provider', { giveawayId: declared })),
      successOf(ask('set-round-metadata', { ...round, title: 'Round 1', winnerImage: 'ar://winner' })),
      successOf(ask('set-round-image', { ...round, imageURI: 'https://example.com/a.png' })),
    ]);
    const delivery = { ...REQUESTS['record-prize-delivery'], ...round, proofURI: 'https://example.com/' };
    return [...decided, ...described, await successOf(ask('record-prize-delivery', delivery))];
  }
});

describe('A gateway that cannot do anything now says so alike', () => {
  const LIMIT = 60;
  let chain: ProviderChain;
  let door: NodeDoor;
  let away: Gateway;
  let key: string;
  const doors = [restOf(() => away), graphqlOf(() => away)];
  let registered: Json;
  const operations = () => away.onDatabase((em) => em.execute('select count(*) from operation'));
  beforeAll(async () => {
    chain = await startProviderChain();
    door = await openNodeProxy(chain.contracts.url);
    away = await startGateway({ ...chain.variables(door.url), RATE_LIMIT: String(LIMIT) });
    key = (await chain.enroll(away)).secret;
    registered = await operations();
    door.set('shut');
    await away.restart();
  }, FOR_A_WHILE);
  afterAll(async () => {
    await away.stop();
    await door.stop();
    await chain.contracts.stop();
  });

  it.each(ENDPOINTS)('%s without a chain', async (endpoint) => {
    const [first, second] = await both(endpoint, REQUESTS[endpoint] ?? {}, key, {}, doors);
    expect(first).toMatchObject({ code: 'CHAIN_UNAVAILABLE', reason: 'RPC_DOWN', retryable: true });
    expect(first.retryAfterSeconds).toBeGreaterThan(0);
    expect(second).toEqual(first);
    expect(await operations()).toEqual(registered);
  });

  it('whatever is asked for too often', async () => {
    const asked = Array.from({ length: LIMIT }, () => away.rest('GET', `${PATH}/operations/none`, { key }));
    await Promise.all(asked);
    for (const endpoint of ENDPOINTS) {
      const told = await both(endpoint, REQUESTS[endpoint] ?? {}, key, {}, doors);
      for (const each of told) {
        expect(each).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
        expect(each.message).toContain(`in ${each.retryAfterSeconds} seconds`);
        // Time goes on.
        each.message = each.message.replace(`in ${each.retryAfterSeconds} seconds`, '');
        delete each.retryAfterSeconds;
      }
      expect(told[1]).toEqual(told[0]);
    }
    expect(await operations()).toEqual(registered);
  });
});
