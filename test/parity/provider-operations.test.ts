import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { PROVIDER_OPERATIONS } from '../../src/core/operations/provider-operations.ts';
import { embeddedNode, type EmbeddedNode } from '../support/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Json } from '../support/http.ts';
import { createProviderKey, createProviderWithSigner } from '../support/providers.ts';
import { A_WALLET, REQUESTS, toMutation } from '../support/provider-requests.ts';
import { revokeKey } from '../support/operator.ts';

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
/** Its signer has no money. */
let poor: typeof own;
const keys: Record<string, string | undefined> = { anonymous: undefined };
/** A passport with entries in the giveaways that have any, and one without. */
let passportId: number;
let idle: number;
let idleWallet: string;
const startTime = Math.floor(Date.now() / 1_000) - 60;
const endTime = startTime + AN_HOUR;

const rest: Door = {
  async ask(endpoint, body, key = own.secret, headers = {}) {
    const {
      status,
      body: answer,
      headers: told,
    } = await gateway.rest('POST', `${PATH}/${endpoint}`, {
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
    return { result, operation, isReplay: told.get('idempotent-replayed') === 'true' };
  },
};

const graphql: Door = {
  async ask(endpoint, body, key = own.secret, sent = {}) {
    const [, wait] = /wait=(\d+)/.exec(sent.prefer ?? '') ?? [];
    const { name, query, variables } = toMutation(endpoint, {
      ...body,
      ...(sent['idempotency-key'] && { idempotencyKey: sent['idempotency-key'] }),
      ...(wait && { wait: Number(wait) }),
    });
    const answer = await gateway.graphql(query, variables, key === '' ? undefined : key);
    const [error] = answer.body.errors ?? [];
    if (error) {
      const { fields: _fields, requestId, ...extensions } = error.extensions;
      expect(requestId).toBe(answer.headers.get('x-request-id'));
      return { error: { ...extensions, message: error.message } };
    }
    const { operation, replayed } = answer.body.data[name];
    expect(operation.endpoint).toBe(endpoint);
    return { result: operation.result, operation, isReplay: replayed };
  },
};
const DOORS = [
  ['R', rest],
  ['G', graphql],
] as const;

/** Asks both doors for the same, one after the other. */
async function both(endpoint: string, body: Body, key?: string, sent?: Sent): Promise<readonly [Json, Json]> {
  const answers = [];
  for (const [, door] of DOORS) answers.push(await door.ask(endpoint, body, key, sent));
  const [first, second] = answers.map(({ error, ...rest }) => {
    if (error === undefined) return rest;
    // The operation is another one, and it was looked at later.
    const { operationId: _operationId, timestamp: _timestamp, ...details } = error.details ?? {};
    return { ...error, details };
  });
  return [first, second];
}

async function refusedAlike(endpoint: string, body: Body, expected: object, key?: string): Promise<void> {
  const [first, second] = await both(endpoint, body, key);
  expect(first).toMatchObject(expected);
  expect(second).toEqual(first);
}

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

beforeAll(async () => {
  gateway = await startGateway({ CHAIN: 'on', CHAIN_BEACON_MARGIN: String(MARGIN) });
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
    create('open', {}, poor.secret),
  ]);
  passportId = first.result.passportId;
  idle = second.result.passportId;
  idleWallet = second.result.managedWallet;
  await Promise.all([
    ...['open', 'declared', 'drawn'].map((giveawayId) =>
      rest.ask('issue-entries', { giveawayId, passportId, amount: 2 }),
    ),
    rest.ask(
      'issue-entries',
      { giveawayId: 'open', passportId: managed.result.passportId, amount: 1 },
      poor.secret,
    ),
  ]);
  keys['poor'] = String(managed.result.passportId);
  const held = ({ giveaways }: Json) =>
    giveaways.nodes.flatMap(({ round }: Json) => round.entries.nodes).length;
  await eventually(state, (read) => held(read) === 4, 30_000);
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
    ['declare-winner', { giveawayId: 'x'.repeat(129), roundIndex: -1 }],
    ['draw-winner', { giveawayId: 'a\u0000b' }],
    ['confirm-receipt-by-provider', { giveawayId: '', roundIndex: -5 }],
    ['set-round-metadata', { title: 'x'.repeat(161), itemImage: 'javascript:x', winnerImage: 'x y' }],
    ['set-round-image', { imageURI: '' }],
    ['record-prize-delivery', { recipient: '0x', proofChainId: 0, proofTxHash: '0x12', proofURI: 'ftp://x' }],
    ['record-prize-delivery', { recipient: A_WALLET.replace('aA', 'Aa') }],
    ['provision-entrant', { entrantWallet: null, amount: null, notify: true, email: 'a b' }],
    ['provision-entrant', { entrantWallet: null, amount: null, notify: true, email: null }],
  ])('%s with wrong fields: %j', async (endpoint, wrong) => {
    const fields = Object.keys(wrong).map((field) => ({ field, message: expect.any(String) }));
    const [first, second] = await both(endpoint, { ...REQUESTS[endpoint], ...wrong });
    expect(first).toMatchObject({ code: 'INVALID_PAYLOAD', retryable: false });
    expect(first.details.fields.length).toBeGreaterThanOrEqual(1);
    expect(fields).toEqual(expect.arrayContaining(first.details.fields));
    expect(second).toEqual(first);
  });

  it.each(ENDPOINTS.filter((endpoint) => endpoint !== 'create-giveaway'))(
    '%s of a giveaway that nobody has',
    async (endpoint) => {
      const expected = { code: 'NOT_FOUND', reason: 'GIVEAWAY', retryable: false };
      await refusedAlike(endpoint, REQUESTS[endpoint] ?? {}, expected);
    },
  );

  const revert = (reason: string, code = 'CONTRACT_REVERT') => ({ code, reason, retryable: false });
  const NO_WINNER = revert('WINNER_NOT_SET', 'WINNER_NOT_DECLARED');
  const EARLY: readonly (readonly [endpoint: string, giveawayId: string, expected: object, more?: Body])[] = [
    ['create-giveaway', 'open', revert('GIVEAWAY_EXISTS')],
    ['issue-entries', 'scheduled', revert('ROUND_NOT_ACTIVE')],
    ['issue-entries', 'open', revert('OWNER_MISMATCH'), { expectedOwnerWallet: A_WALLET }],
    ['issue-entries', 'open', revert('PASSPORT', 'NOT_FOUND'), { passportId: 999_999 }],
    ['issue-entries', 'open', revert('TOO_MANY_ENTRIES'), { amount: 2 ** 32 - 1 }],
    ['remove-entries', 'scheduled', revert('ROUND_NOT_ACTIVE')],
    ['remove-entries', 'open', revert('NOT_ENOUGH_ENTRIES'), { amount: 3 }],
    ['declare-winner', 'declared', revert('NOT_ENDED')],
    ['declare-winner', 'drawn', revert('WRONG_MODE')],
    ['draw-winner', 'drawn', revert('NOT_ENDED')],
    ['draw-winner', 'declared', revert('WRONG_MODE')],
    ['confirm-receipt-by-provider', 'declared', revert('RECEIPT_MODE_OFF')],
    ['set-round-metadata', 'declared', NO_WINNER],
    ['set-round-image', 'declared', NO_WINNER],
    ['set-round-image', 'declared', revert('ROUND', 'NOT_FOUND'), { roundIndex: 7 }],
    ['record-prize-delivery', 'declared', NO_WINNER],
    ['provision-entrant', 'scheduled', revert('ROUND_NOT_ACTIVE')],
  ];
  it.each(EARLY)('%s of the giveaway %j: %j', async (endpoint, giveawayId, expected, more = {}) => {
    const entrant = 'passportId' in (REQUESTS[endpoint] ?? {}) ? { passportId } : {};
    const before = await state();
    await refusedAlike(endpoint, { ...REQUESTS[endpoint], giveawayId, ...entrant, ...more }, expected);
    expect(await state()).toEqual(before);
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

  it('a signer without money', async () => {
    const held = Number(keys['poor']);
    await node.setBalance(poor.signer, 1n);
    const nonce = await node.nonceOf(poor.signer);
    const lacks = { code: 'INSUFFICIENT_FUNDS', reason: 'SIGNER_BALANCE', retryable: true };
    for (const [endpoint, body] of [
      ['create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId: 'too dear' }],
      ['issue-entries', { giveawayId: 'open', passportId: held, amount: 1 }],
      ['remove-entries', { giveawayId: 'open', passportId: held, amount: 1 }],
      ['provision-entrant', { entrantWallet: A_WALLET, giveawayId: 'open', amount: 1 }],
    ] as const) {
      const [first, second] = await both(endpoint, body, poor.secret);
      expect(first).toMatchObject({
        ...lacks,
        details: {
          address: poor.signer,
          balance: '1',
          symbol: 'ETH',
          needed: expect.stringMatching(/^\d+$/),
        },
      });
      // What it needs follows the fees.
      for (const told of [first, second]) {
        delete told.details.needed;
        delete told.message;
      }
      expect(second).toEqual(first);
    }
    expect(await node.nonceOf(poor.signer)).toBe(nonce);
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

  it('a bad one is refused alike', async () => {
    for (const key of ['with space', 'x'.repeat(256)]) {
      const body = REQUESTS['draw-winner'] ?? {};
      const [first, second] = await both('draw-winner', body, own.secret, { 'idempotency-key': key });
      expect(first).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: { fields: [{ field: 'idempotencyKey' }] },
      });
      expect(second).toEqual(first);
    }
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
