import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';
import { embeddedNode, type EmbeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Answer, Json, Sent } from '../support/http/http.ts';
import { createProviderKey, createProviderWithSigner } from '../support/providers/providers.ts';
import { compileSchema, openApiDocument } from '../support/http/openapi.ts';
import { A_WALLET, ANOTHER_WALLET, REQUESTS, ZERO_ADDRESS } from '../support/providers/provider-requests.ts';

const PATH = '/api/provider/integrations';
const LIMIT = 65_536;
const FOR_A_WHILE = 120_000;

let gateway: Gateway;
let node: EmbeddedNode;
let own: Awaited<ReturnType<typeof createProviderWithSigner>>;
/** Nothing of what it asks for is right. */
let wrong: typeof own;
/** What it asks for is refused as soon as the input has been read. */
let unsigned: string;

beforeAll(async () => {
  gateway = await startGateway({ CHAIN: 'on' });
  node = await embeddedNode(gateway);
  own = await createProviderWithSigner(gateway);
  wrong = await createProviderWithSigner(gateway);
  unsigned = (await createProviderKey(gateway)).secret;
}, FOR_A_WHILE);
afterAll(() => gateway.stop());

/** Sends a request, whose answer must name the request and the endpoint. */
async function ask(method: string, endpoint: string, sent: Sent = {}): Promise<Answer> {
  const answer = await gateway.rest(method, `${PATH}/${endpoint}`, sent);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.body).toMatchObject({
    ok: answer.status < 300,
    requestId: answer.headers.get('x-request-id'),
    context: { endpoint: endpoint.split(/[/?]/)[0] },
  });
  return answer;
}
const post = (endpoint: string, body: unknown, key: string, headers = {}) =>
  ask('POST', endpoint, { key, body, headers });

/** The fields that a refusal names; undefined when it is none of the payload. */
function wrongFieldsOf({ status, body }: Answer): Json {
  const { code, retryable, details } = body.error ?? {};
  if (status !== 400 || code !== 'INVALID_PAYLOAD' || retryable !== false) return undefined;
  const fields: readonly Json[] = details?.fields ?? [];
  for (const { field, message } of fields) expect(body.error.message).toContain(`${field} ${message}`);
  return [...new Set(fields.map(({ field }) => field))];
}

/** Values of a field. */
interface Kind {
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}

const NO_TEXT = [0, 1.5, true, [], ['a'], {}];
const BROKEN_TEXT = ['a\u0000b', '\uD83C', 'a\uDF81'];
const text = (limit: number): Kind => ({
  right: ['x', 'x'.repeat(limit), '🎁'.repeat(limit), ` ${'x'.repeat(limit)}\n`],
  wrong: ['x'.repeat(limit + 1), '🎁'.repeat(limit + 1), ...BROKEN_TEXT, ...NO_TEXT],
});
const number = (min: number, max: number): Kind => ({
  right: [min, max, String(min), String(max)],
  wrong: [
    min - 1,
    max + 1,
    min + 0.5,
    -max,
    String(min - 1),
    String(max + 1),
    '',
    ' ',
    `${max} `,
    `0${max}`,
    '1.0',
    '1e0',
    '+1',
    '0x1',
    'one',
    '1\u0000',
    '9'.repeat(400),
    true,
    [],
    [1],
    {},
  ],
});
const flag: Kind = { right: [true, false], wrong: ['true', 'false', '', 0, 1, [], {}] };
const address: Kind = {
  right: [A_WALLET, A_WALLET.toLowerCase(), `0x${A_WALLET.slice(2).toUpperCase()}`],
  wrong: [
    A_WALLET.replace('aA', 'Aa'),
    A_WALLET.slice(2),
    A_WALLET.slice(0, -1),
    `${A_WALLET}0`,
    `${A_WALLET.slice(0, -1)}g`,
    '0x',
    'someone.eth',
    `${A_WALLET.slice(0, -1)}\u0000`,
    ...NO_TEXT,
  ],
};
const wallet: Kind = { ...address, wrong: [...address.wrong, ZERO_ADDRESS] };
const uri: Kind = {
  right: ['https://a.example.com/?b=c#d', 'http://a.example.com', 'ipfs://bafy/a.png', 'ar://abc_-'].concat(
    `https://a.example.com/${'x'.repeat(2_026)}`,
  ),
  wrong: [
    `https://a.example.com/${'x'.repeat(2_027)}`,
    'a.example.com',
    '/a.png',
    'https://',
    'https:a',
    'ftp://a.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://someone:secret@a.example.com',
    'https://a.example.com/a b',
    'ipfs://',
    'https://a.example.com/\u0000',
    'https://a.example.com/\uD83C',
    ...NO_TEXT,
  ],
};
const url: Kind = {
  right: ['https://a.example.com/?b=c#d', 'http://a.example.com'],
  wrong: [...uri.wrong, 'ipfs://bafy', 'ar://abc'],
};
const hash: Kind = {
  right: [`0x${'ab'.repeat(32)}`, `0x${'AB'.repeat(32)}`],
  wrong: [
    `0x${'ab'.repeat(31)}`,
    `0x${'ab'.repeat(33)}`,
    'ab'.repeat(32),
    `0x${'gg'.repeat(32)}`,
    '0x',
  ].concat(`0x${'ab'.repeat(31)}a\u0000`),
};
const email: Kind = {
  right: ['someone@example.com', 'Someone@Example.com', ' someone@example.com '],
  wrong: [
    'someone',
    'someone@',
    '@example.com',
    'a@b',
    'a@example.com, b@example.com',
    '<a@example.com>',
    'a@example.com\nBcc: b@example.com',
    'a\u0000@example.com',
    `${'a'.repeat(250)}@example.com`,
    ...NO_TEXT,
  ],
};

const LATEST = 253_402_300_799;
const KINDS: Readonly<Record<string, Kind>> = {
  giveawayId: text(128),
  startTime: number(1, LATEST),
  endTime: { ...number(0, LATEST), right: [0, '0', LATEST] },
  // A drawn giveaway needs an end besides.
  determinationType: { ...number(0, 1), right: [0, '0'] },
  requiresHandshake: flag,
  providerPaysReceiptGas: flag,
  rollingEveryDays: number(0, 36_500),
  rollingActiveDays: { ...number(0, 36_500), right: [0, '0'] },
  rollingEntriesCarryOver: { ...flag, right: [false] },
  title: text(160),
  description: text(4_000),
  image: uri,
  metadataUri: uri,
  passportId: number(1, Number.MAX_SAFE_INTEGER),
  amount: number(1, 2 ** 32 - 1),
  reasonCode: number(0, 65_535),
  evidence: text(512),
  expectedOwnerWallet: wallet,
  roundIndex: number(0, 2 ** 31 - 1),
  itemImage: uri,
  winnerImage: uri,
  imageURI: uri,
  assetContract: address,
  recipient: address,
  proofChainId: number(1, Number.MAX_SAFE_INTEGER),
  proofTxHash: hash,
  proofURI: uri,
  ownershipMode: {
    right: ['direct_entrant_wallet', 'managed_wallet'],
    wrong: ['', 'none', 'DIRECT_ENTRANT_WALLET', 'direct_entrant_wallet\u0000', ...NO_TEXT],
  },
  entrantWallet: wallet,
  managedWallet: wallet,
  sourceWallet: wallet,
  issue: flag,
  maxTransfers: number(0, 2 ** 32 - 2),
  notify: { ...flag, right: [false] },
  email,
  claimUrl: url,
};

/** What must be given (decision: fields); `amount` and `entrantWallet` of provision-entrant as it is asked for here. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'create-giveaway': ['giveawayId', 'startTime', 'determinationType'],
  'issue-entries': ['giveawayId', 'passportId', 'amount'],
  'remove-entries': ['giveawayId', 'passportId', 'amount'],
  'declare-winner': ['giveawayId', 'passportId'],
  'draw-winner': ['giveawayId'],
  'confirm-receipt-by-provider': ['giveawayId'],
  'set-round-metadata': ['giveawayId', 'roundIndex'],
  'set-round-image': ['giveawayId', 'roundIndex', 'imageURI'],
  'record-prize-delivery': [
    'giveawayId',
    'roundIndex',
    'assetContract',
    'recipient',
    'proofChainId',
    'proofTxHash',
  ],
  'provision-entrant': ['entrantWallet', 'amount'],
};
/** Nothing and an empty text are the same where nothing will do. */
const MAY_BE_EMPTY = /^(title|description|evidence|email|.*Wallet|.*(image|Image|URI|Uri|Url)|giveawayId)$/;

const FIELDS = PROVIDER_OPERATIONS.flatMap(({ endpoint, input }) =>
  Object.keys((input as unknown as z.ZodObject).shape).map((field) => [endpoint, field] as const),
);

it('every operation has a request, and every field its values', () => {
  const endpoints = PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint);
  expect(Object.keys(REQUESTS)).toEqual(endpoints);
  expect(Object.keys(REQUIRED)).toEqual(endpoints);
  expect(new Set(FIELDS.map(([, field]) => field))).toEqual(new Set(Object.keys(KINDS)));
});

describe.each(FIELDS)('%s: %s', (endpoint, field) => {
  const kind = KINDS[field] ?? { right: [], wrong: [] };
  const isRequired = REQUIRED[endpoint]?.includes(field) === true;
  const nothing = [undefined, null, ...(MAY_BE_EMPTY.test(field) ? ['', ...blanksOf(field)] : [])];
  const requestWith = (value: unknown) => ({ ...REQUESTS[endpoint], [field]: value });

  it('is refused by its name where it is wrong', async () => {
    const values = [...kind.wrong, ...(isRequired ? nothing : [])];
    const answers = await Promise.all(
      values.map((value) =>
        post(endpoint, requestWith(value), wrong.secret, { 'idempotency-key': `${endpoint}-${field}` }),
      ),
    );
    expect(answers.map((answer, place) => [values[place], wrongFieldsOf(answer)])).toEqual(
      values.map((value) => [value, [field]]),
    );
  });

  it('is taken where it is right', async () => {
    const values = [...kind.right, ...(isRequired ? [] : nothing)];
    const answers = await Promise.all(values.map((value) => post(endpoint, requestWith(value), unsigned)));
    expect(answers.map(({ body }, place) => [values[place], body.error])).toEqual(
      values.map((value) => [value, expect.objectContaining({ code: 'SIGNER_NOT_CONFIGURED' })]),
    );
  });

  it('may be what the document allows, before it is trimmed', () => {
    const { post: documented } = openApiDocument.paths[`${PATH}/${endpoint}`] ?? {};
    const isDocumented = compileSchema(
      documented?.requestBody?.content['application/json']?.schema ?? { not: {} },
    );
    const values = [...kind.right, ...(isRequired ? [] : nothing)].filter(
      (value) => typeof value !== 'string' || value.trim() === value,
    );
    const told = values.map((value) => [value, isDocumented(JSON.parse(JSON.stringify(requestWith(value))))]);
    expect(told).toEqual(values.map((value) => [value, true]));
  });
});

/** Texts are trimmed, addresses are not. */
function blanksOf(field: string): readonly string[] {
  return /Wallet$|^email$/.test(field) ? [] : [' \n'];
}

describe('Fields that depend on each other', () => {
  const create = REQUESTS['create-giveaway'] ?? {};
  const rolling = { ...create, rollingEveryDays: 7 };
  const provision = REQUESTS['provision-entrant'] ?? {};
  const transfer = { ...provision, ownershipMode: 'transfer_existing_passport', sourceWallet: A_WALLET };

  it.each([
    ['an end at the start', 'create-giveaway', { ...create, endTime: create['startTime'] }, ['endTime']],
    ['an end before the start', 'create-giveaway', { ...create, endTime: 1 }, ['endTime']],
    [
      'active days of one round',
      'create-giveaway',
      { ...create, rollingActiveDays: 1 },
      ['rollingActiveDays'],
    ],
    ['no active days', 'create-giveaway', { ...rolling, rollingActiveDays: 0 }, ['rollingActiveDays']],
    ['overlapping rounds', 'create-giveaway', { ...rolling, rollingActiveDays: 8 }, ['rollingActiveDays']],
    [
      'one round that carries over',
      'create-giveaway',
      { ...create, rollingEntriesCarryOver: true },
      ['rollingEntriesCarryOver'],
    ],
    ['a mail to nobody', 'provision-entrant', { ...provision, notify: true }, ['email']],
    [
      'entries of no giveaway',
      'provision-entrant',
      { ...provision, giveawayId: null, issue: true },
      ['giveawayId'],
    ],
    [
      'a move from nowhere to nowhere',
      'provision-entrant',
      { ...transfer, entrantWallet: '', sourceWallet: '' },
      ['entrantWallet', 'sourceWallet'],
    ],
    [
      'several wrong fields',
      'issue-entries',
      { giveawayId: '', passportId: 0, amount: -1, evidence: 5 },
      ['giveawayId', 'passportId', 'amount', 'evidence'],
    ],
    [
      'several wrong addresses',
      'record-prize-delivery',
      {
        ...REQUESTS['record-prize-delivery'],
        assetContract: A_WALLET.replace('aA', 'Aa'),
        recipient: ANOTHER_WALLET.replace('fB', 'Fb'),
      },
      ['assetContract', 'recipient'],
    ],
  ])('%s: %s names them', async (_what, endpoint, body, fields) => {
    expect(wrongFieldsOf(await post(endpoint, body, wrong.secret))).toEqual(fields);
  });

  it.each([
    ['the shortest giveaway', 'create-giveaway', { ...create, endTime: Number(create['startTime']) + 1 }],
    ['rounds without a pause', 'create-giveaway', { ...rolling, rollingActiveDays: 7 }],
    ['rounds that carry over', 'create-giveaway', { ...rolling, rollingEntriesCarryOver: true }],
    ['a passport alone', 'provision-entrant', { entrantWallet: A_WALLET }],
    ['a passport alone, said so', 'provision-entrant', { ...provision, amount: null, issue: false }],
    ['a managed wallet', 'provision-entrant', { ownershipMode: 'managed_wallet' }],
    ['a move', 'provision-entrant', transfer],
    ['unknown members', 'draw-winner', { ...REQUESTS['draw-winner'], signer: A_WALLET, provider: 'prv_1' }],
  ])('%s: %s takes them', async (_what, endpoint, body) => {
    expect((await post(endpoint, body, unsigned)).body.error.code).toBe('SIGNER_NOT_CONFIGURED');
  });
});

describe('The passport of a reading endpoint', () => {
  const VALUES = ['', '0', '-1', '1.5', '01', ' 1', '1e3', 'x', '1\u0000', '9007199254740992'];

  it('is refused by its name where it is wrong', async () => {
    const { wrong: values } = number(1, Number.MAX_SAFE_INTEGER);
    const answers = await Promise.all([
      ...[...values, null, undefined].map((passportId) =>
        post('passport-contact', { passportId }, wrong.secret),
      ),
      ...VALUES.map((value) =>
        ask('GET', `passport-status?passportId=${encodeURIComponent(value)}`, { key: wrong.secret }),
      ),
      ask('GET', 'passport-status', { key: wrong.secret }),
      ask('GET', 'passport-status?passportid=1', { key: wrong.secret }),
      ask('GET', 'passport-status?passportId=1&passportId=1', { key: wrong.secret }),
    ]);
    for (const answer of answers) expect(wrongFieldsOf(answer)).toEqual(['passportId']);
  });

  it('is not found where nobody has it, as a number and as digits', async () => {
    const answers = await Promise.all([
      post('passport-contact', { passportId: 999_999 }, wrong.secret),
      post('passport-contact', { passportId: '999999' }, wrong.secret),
      ask('GET', 'passport-status?passportId=999999', { key: wrong.secret }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND', reason: 'PASSPORT' } },
      });
  });
});

describe('The body', () => {
  const ENDPOINTS = [...PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint), 'passport-contact'];
  const padded = (body: object, size: number) => {
    const start = JSON.stringify({ ...body, padding: '' });
    return start.replace('"padding":""', `"padding":"${'x'.repeat(size - start.length)}"`);
  };

  it.each(ENDPOINTS)('of %s must be a JSON object', async (endpoint) => {
    for (const body of ['[]', '[{}]', 'null', '1', 'true', '"text"', '', '{', '{"a":1}x', "{'a':1}"]) {
      const { status, body: answer } = await post(endpoint, body, wrong.secret);
      expect({ body, status, code: answer.error.code }).toEqual({
        body,
        status: 400,
        code: 'INVALID_PAYLOAD',
      });
      expect(answer.error.message).toMatch(/^The body (must be a JSON object|is not valid JSON)/);
    }
    const bytes = Buffer.from([...Buffer.from('{"giveawayId":"'), 0xff, ...Buffer.from('"}')]);
    expect((await post(endpoint, bytes, wrong.secret)).status).toBe(400);
  });

  it.each(ENDPOINTS)('of %s must be announced as plain JSON', async (endpoint) => {
    const body = JSON.stringify(REQUESTS[endpoint] ?? { passportId: 1 });
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/jsonp' },
      { 'content-encoding': 'gzip' },
    ]) {
      const answer = await post(endpoint, body, wrong.secret, headers);
      expect(answer).toMatchObject({
        status: 415,
        body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE', retryable: false } },
      });
    }
  });

  it.each(ENDPOINTS)('of %s may have 65,536 bytes, and not one more', async (endpoint) => {
    const body = REQUESTS[endpoint] ?? { passportId: 0 };
    const longest = padded(body, LIMIT);
    expect(Buffer.byteLength(longest)).toBe(LIMIT);
    expect((await post(endpoint, longest, unsigned)).body.error.code).toMatch(
      /^(SIGNER_NOT_CONFIGURED|INVALID_PAYLOAD)$/,
    );
    expect(await post(endpoint, padded(body, LIMIT + 1), wrong.secret)).toMatchObject({
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE', retryable: false } },
    });
  });

  it.each(ENDPOINTS)('of %s is looked at only for those who may send it', async (endpoint) => {
    const key = await gateway.createKey();
    const answers = [{}, { key }, { key: wrong.secret }, { key: wrong.secret }].map((sent, place) =>
      ask('POST', endpoint, {
        ...sent,
        headers: { 'content-type': place < 3 ? 'text/plain' : 'application/json' },
        body: padded({}, LIMIT + 1),
      }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 415, 413]);
  });
});

describe('The headers', () => {
  const draw = (headers: Record<string, string>, key = wrong.secret) =>
    post('draw-winner', REQUESTS['draw-winner'], key, headers);

  it('name the request, or a new id does where they name it badly', async () => {
    const id = 'order-12345.a_b';
    expect((await draw({ 'x-request-id': id }, unsigned)).body.requestId).toBe(id);
    for (const bad of ['short', 'x'.repeat(65), 'with space', '<script>'])
      expect((await draw({ 'x-request-id': bad }, unsigned)).body.requestId).toMatch(/^[\da-f-]{36}$/);
  });

  it('carry an idempotency key of 1 to 255 visible ASCII characters', async () => {
    for (const bad of ['', 'with space', 'x'.repeat(256), 'ä', 'a\tb'])
      expect(wrongFieldsOf(await draw({ 'idempotency-key': bad }))).toEqual(['idempotencyKey']);
    const good = await draw({ 'idempotency-key': `~!${'x'.repeat(253)}` }, unsigned);
    expect(good.body.error.code).toBe('SIGNER_NOT_CONFIGURED');
  });

  it.each(['wait=x', 'wait=-1', 'respond-async', 'wait', 'wait=1.5', ''])(
    'say how long to wait, and what cannot be read as that counts for nothing: %j',
    async (prefer) => {
      expect((await draw({ prefer }, unsigned)).body.error.code).toBe('SIGNER_NOT_CONFIGURED');
    },
  );
});

describe('A path', () => {
  it.each([
    ['GET', '', 404],
    ['GET', 'nothing', 404],
    ['POST', 'nothing', 404],
    ['POST', 'create_giveaway', 404],
    ['POST', 'Create-Giveaway', 404],
    ['POST', 'create-giveaway/more', 404],
    ['GET', 'operations', 404],
    ['GET', 'create-giveaway', 405],
    ['PUT', 'create-giveaway', 405],
    ['DELETE', 'issue-entries', 405],
    ['PATCH', 'draw-winner', 405],
    ['GET', 'passport-contact', 405],
    ['POST', 'passport-status', 405],
    ['POST', 'operations/opn_none', 405],
    ['DELETE', 'operations/opn_none', 405],
  ])('%s %j is answered %i in the body of interface B', async (method, endpoint, status) => {
    const answer = await ask(method, endpoint, { key: own.secret });
    const code = status === 404 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED';
    expect(answer).toMatchObject({ status, body: { error: { code, retryable: false } } });
    expect(answer.headers.has('allow')).toBe(status === 405);
  });

  it.each(PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint))('%s asks for a key', async (endpoint) => {
    const answer = await ask('POST', endpoint, { body: REQUESTS[endpoint] });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });
});

describe('An operation', () => {
  it(
    'is answered at once where nobody waits, and reported on by its id',
    async () => {
      const body = { ...REQUESTS['create-giveaway'], giveawayId: 'at once' };
      const accepted = await post('create-giveaway', body, own.secret, { prefer: 'wait=0' });
      expect(accepted).toMatchObject({
        status: 202,
        body: {
          ok: true,
          result: { giveawayId: 'at once', determinationType: 0 },
          operation: { id: expect.stringMatching(/^opn_/), confirmations: 0, blockNumber: null },
        },
      });
      const { id } = accepted.body.operation;
      expect(accepted.headers.get('location')).toBe(`${PATH}/operations/${id}`);
      const reported = await eventually(
        () => ask('GET', `operations/${id}`, { key: own.secret }),
        ({ status }) => status !== 202,
        60_000,
      );
      expect(reported).toMatchObject({
        status: 200,
        body: {
          result: accepted.body.result,
          operation: { id, transactionHash: expect.stringMatching(/^0x[\da-f]{64}$/) },
        },
      });
      expect(reported.headers.has('location')).toBe(false);

      const refused = await post('create-giveaway', body, own.secret, { prefer: 'wait=0' });
      expect(refused.status).toBe(202);
      const told = await eventually(
        () => ask('GET', `operations/${refused.body.operation.id}`, { key: own.secret }),
        ({ status }) => status !== 202,
        60_000,
      );
      expect(told).toMatchObject({
        status: 422,
        body: {
          error: { reason: 'GIVEAWAY_EXISTS', details: { operationId: refused.body.operation.id } },
          context: { endpoint: 'operations' },
        },
      });
    },
    FOR_A_WHILE,
  );

  it(
    'is accepted for a giveaway whose creation was accepted before it, sent or not',
    async () => {
      const giveawayId = 'accepted before';
      const at = (endpoint: string, body: object) =>
        post(endpoint, { ...REQUESTS[endpoint], ...body, giveawayId }, own.secret, { prefer: 'wait=0' });
      const report = (id: string) => ask('GET', `operations/${id}`, { key: own.secret });
      await node.rpc.call('evm_setIntervalMining', [0]);
      const created = await at('create-giveaway', {});
      const first = await at('provision-entrant', { entrantWallet: A_WALLET });
      const sent = await eventually(
        () => report(created.body.operation.id),
        ({ body }) => body.operation.status === 'SENT',
      );
      expect(sent.body.operation).toMatchObject({ status: 'SENT', blockNumber: null });
      const second = await at('provision-entrant', { ownershipMode: 'managed_wallet' });
      await node.rpc.call('evm_setIntervalMining', [1]);
      for (const { status, body } of [created, first, second]) {
        expect(status).toBe(202);
        const done = await eventually(
          () => report(body.operation.id),
          (told) => told.status !== 202,
          60_000,
        );
        expect(done).toMatchObject({ status: 200, body: { result: { giveawayId } } });
      }
    },
    FOR_A_WHILE,
  );

  it(
    'is accepted for a giveaway that the chain alone knows so far',
    async () => {
      const created = await post(
        'create-giveaway',
        { ...REQUESTS['create-giveaway'], giveawayId: 'unseen' },
        own.secret,
      );
      const { giveaway } = created.body.result;
      const isRead = () =>
        gateway.onDatabase((em) => em.execute('select from giveaway where key = ?', [giveaway]));
      expect(await eventually(isRead, (rows) => rows.length > 0)).toHaveLength(1);
      // As before it is read, and as another signer's.
      await gateway.onDatabase(async (em) => {
        await em.execute('delete from giveaway where key = ?', [giveaway]);
        await em.execute('update operation set facts = null where id = ?', [created.body.operation.id]);
      });
      const image = { ...REQUESTS['set-round-image'], giveawayId: 'unseen' };
      expect((await post('set-round-image', image, own.secret)).body.error).toMatchObject({
        code: 'WINNER_NOT_DECLARED',
        details: { operationId: expect.stringMatching(/^opn_/) },
      });
    },
    FOR_A_WHILE,
  );

  it.each([
    ['opn_none', 404],
    ['opn_none%00', 400],
    ['x'.repeat(65), 400],
    ['%20', 400],
    ['%zz', 400],
    ['%ff', 400],
  ])('of the id %j is answered %i', async (id, status) => {
    const answer = await ask('GET', `operations/${id}`, { key: own.secret });
    const code = status === 404 ? 'NOT_FOUND' : 'INVALID_PAYLOAD';
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });
});

/** Tables that follow the chain and the operations by themselves. */
const FOLLOWING =
  '^(chain_(block|cursor|event|step)|giveaway|giveaway_round|entry|entry_change|passport|passport_transfer|operation_change)$';

/** How many rows each of the other tables has, and how many jobs there are for providers' operations. */
async function countRows(): Promise<Json> {
  return gateway.onDatabase(async (em) => {
    const tables: Json[] = await em.execute(
      `select table_name as name from information_schema.tables
       where table_schema = current_schema and table_name !~ ?`,
      [FOLLOWING],
    );
    const counts = tables.map(
      ({ name }) => `select '${name}' as name, count(*)::integer as rows from "${name}"`,
    );
    const rows: Json[] = await em.execute(
      `${counts.join(' union all ')} union all select 'jobs', count(*)::integer from pgboss.job
       where name in ('finish-provision', 'verify-prize-delivery')`,
    );
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
  });
}

describe('A giveaway that nobody has', () => {
  const entrant = { email: 'someone@example.com', notify: true, claimUrl: 'https://example.com/claim' };
  const texts = { title: 'None', description: 'Nowhere', evidence: 'order', winnerImage: 'ipfs://winner' };
  const MODES: Readonly<Record<string, object>> = {
    'a wallet of its own': {},
    'a new managed wallet': { ownershipMode: 'managed_wallet' },
    'a managed wallet': { ownershipMode: 'managed_wallet', managedWallet: ANOTHER_WALLET },
    'a passport that moves': { ownershipMode: 'transfer_existing_passport', sourceWallet: ANOTHER_WALLET },
  };
  const CASES: readonly (readonly [endpoint: string, how: string, body: object])[] = [
    ...PROVIDER_OPERATIONS.map(({ endpoint }) => [endpoint, 'as it is', {}] as const),
    ...['declare-winner', 'draw-winner', 'confirm-receipt-by-provider'].map(
      (endpoint) => [endpoint, 'a round', { roundIndex: 0 }] as const,
    ),
    ...Object.entries(MODES).map(
      ([how, mode]) => ['provision-entrant', how, { ...entrant, ...mode }] as const,
    ),
  ].filter(([endpoint]) => endpoint !== 'create-giveaway');

  it.each(CASES)('is refused by %s, %s, and nothing is kept', async (endpoint, _how, more) => {
    const before = await countRows();
    for (const headers of [{}, { prefer: 'wait=0' }]) {
      const answer = await post(
        endpoint,
        { ...REQUESTS[endpoint], ...texts, ...more },
        wrong.secret,
        headers,
      );
      expect(answer).toMatchObject({
        status: 404,
        body: {
          error: {
            code: 'NOT_FOUND',
            reason: 'GIVEAWAY',
            retryable: false,
            message: 'There is no giveaway of this giveawayId.',
            details: { giveaway: expect.stringMatching(/^0x[\da-f]{64}$/) },
          },
        },
      });
      expect(answer.body.error.details).not.toHaveProperty('operationId');
    }
    expect(await countRows()).toEqual(before);
  });
});

it(
  'Nothing is left of what was wrong: no operation, lane, text, wallet or kept answer, and no transaction',
  async () => {
    const { provider, signer } = wrong;
    expect(await node.nonceOf(signer)).toBe(0);
    const rows = await gateway.onDatabase(async (em) => {
      const count = async (table: string, column: string, value: string): Promise<number> => {
        const [row] = await em.execute(`select count(*)::integer as rows from ${table} where ${column} = ?`, [
          value,
        ]);
        return (row as Json).rows;
      };
      return {
        operations: await count('operation', 'signer', signer),
        lanes: await count('chain_lane', 'signer', signer),
        answers: await count('idempotency_key', 'provider_id', provider.id),
        evidence: await count('entry_evidence', 'provider_id', provider.id),
        wallets: await count('managed_wallet', 'provider_id', provider.id),
        errands: await count('provision_errand', 'provider_id', provider.id),
        ownOperations: Math.min(1, await count('operation', 'signer', own.signer)),
      };
    });
    expect(rows).toEqual({
      operations: 0,
      lanes: 0,
      answers: 0,
      evidence: 0,
      wallets: 0,
      errands: 0,
      ownOperations: 1,
    });
  },
  FOR_A_WHILE,
);
