import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { createHash } from 'node:crypto';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Answer, Json, Sent } from '../../support/http/http.ts';
import { draft, legacyDraft, newEmail } from '../../support/listings.ts';
import { exchange } from '../../support/http/raw.ts';

const PREFLIGHTED = { 'apollo-require-preflight': 'yes' };
const LIMIT = 65_536;
const MIB = 1_048_576;

let gateway: Gateway;
let production: Gateway;
beforeAll(async () => {
  [gateway, production] = await Promise.all([startGateway(), startGateway({ NODE_ENV: 'production' })]);
});
afterAll(async () => {
  await gateway.stop();
  await production.stop();
});

const post = (body: unknown, sent: Sent = {}) => gateway.rest('POST', '/graphql', { ...sent, body });
const get = (parameters: Readonly<Record<string, string>>, headers: Sent['headers'] = PREFLIGHTED) =>
  gateway.rest('GET', `/graphql?${new URLSearchParams(parameters).toString()}`, { headers });
const codesOf = ({ body }: Answer): string[] =>
  (body.errors ?? []).map((error: Json) => error.extensions.code);

/** Every name that only the schema could reveal; its shortest names are ordinary words, too. */
const schemaNames = new Set(
  Object.values(createSchema().getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isEnumType(type)) return [type.name, ...type.getValues().map(({ name }) => name)];
    const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
    return hasFields ? [type.name, ...Object.keys(type.getFields())] : [type.name];
  }),
);
function expectNoHints({ body }: Answer, sent: string): void {
  const messages = body.errors.map(({ message }: Json) => String(message)).join(' ');
  expect(messages).not.toMatch(/did you mean/i);
  const known = new Set([
    ...(sent.match(/\w+/g) ?? []),
    'Query',
    'Mutation',
    'id',
    'name',
    'type',
    'operation',
  ]);
  expect(
    (messages.match(/\w+/g) ?? []).filter(
      (word: string) => word.length > 3 && schemaNames.has(word) && !known.has(word),
    ),
  ).toEqual([]);
}

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const nested = (depth: number, leaf: string) =>
  `${'{ ofType '.repeat(depth)}{ ${leaf} }${' }'.repeat(depth)}`;
/** Each fragment spreads the next one this many times. */
const fan = (fragments: number, spreads: number) =>
  `{ ...F0 } ${repeat(fragments, (index) => `fragment F${index} on Query { ${index === fragments - 1 ? '__typename' : repeat(spreads, () => `...F${index + 1}`)} }`)}`;
/** Nine levels of pages and objects around a leaf, all pages of size one. */
const pages = (leaf: string) =>
  `{ giveaways(first: 1) { edges { node ${'{ rounds(first: 1) { nodes { giveaway '.repeat(4)}{ ${leaf} }${' } } }'.repeat(4)} } } }`;
/** A feed whose cost is four per requested listing. */
const costlyFeed = (alias: string, first: number | string) =>
  `${alias}: feed(first: ${first}) { edges { node { publisher { id } } } }`;
const cheapFeed = (alias: string, first: number) => `${alias}: feed(first: ${first}) { generatedAt }`;

const AT_THE_LIMIT: readonly (readonly [what: string, query: string, operationName: string | undefined])[] = [
  ['2,000 tokens', repeat(400, (index) => `query Q${index} { __typename }`), 'Q7'],
  [
    '10 levels',
    `{ feed { totalCount } __schema { types { fields { type ${nested(5, 'name')} } } } }`,
    undefined,
  ],
  ['10 levels, pages around them', pages('id'), undefined],
  [
    '15 levels of introspection',
    `{ __schema { types { fields { type ${nested(10, 'name')} } } } }`,
    undefined,
  ],
  ['30 aliases', `{ ${repeat(30, (index) => `a${index}: __typename`)} }`, undefined],
  [
    '30 aliases on several levels',
    `{ ${repeat(15, (index) => `a${index}: feed { b: totalCount }`)} }`,
    undefined,
  ],
  ['500 selections', `{ ${repeat(500, () => '__typename')} }`, undefined],
  [
    '500 selections through fragments',
    `{ ...A ...A } fragment A on Query { ${repeat(249, () => '__typename')} }`,
    undefined,
  ],
  [
    'a cost of 5,000',
    `{ ${repeat(12, (index) => costlyFeed(`a${index}`, 100))} ${cheapFeed('b', 100)} ${cheapFeed('c', 99)} }`,
    undefined,
  ],
  [
    'the whole introspection query',
    getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true }),
    undefined,
  ],
];

describe('an operation at its limit', () => {
  it.each(AT_THE_LIMIT)('is answered: %s', async (_what, query, operationName) => {
    const answer = await post({ query, operationName });
    expect(answer.body.errors).toBeUndefined();
    expect(answer.status).toBe(200);
  });

  it('is parsed to its 2,000th token, including values', async () => {
    const { status, body } = await post({
      query: `{ feed(filter: { platforms: [${repeat(1_984, () => '"a"')}] }) { totalCount } }`,
    });
    expect(status).toBe(200);
    expect(body.errors[0].message).toMatch(/^filter.platforms has too many entries/);
  });

  it.each([
    ['a page: its size times what stands in it', `{ ${costlyFeed('a', 10)} }`, {}, 41],
    ['a page without a size', '{ feed { edges { cursor } } }', {}, 41],
    ['a total', '{ feed(first: 1) { totalCount } }', {}, 202],
    ['a search', '{ feed(first: 1, filter: { search: "sea" }) { generatedAt } }', {}, 202],
    [
      'a search by a variable',
      'query ($s: String) { feed(first: 1, filter: { search: $s }) { generatedAt } }',
      { s: 'sea' },
      202,
    ],
    [
      'a search in a variable',
      'query ($f: FeedFilter) { feed(first: 1, filter: $f) { generatedAt } }',
      { f: { search: 'sea' } },
      202,
    ],
    [
      'a search by the default of a variable',
      'query ($f: FeedFilter = { search: "sea" }) { feed(first: 1, filter: $f) { generatedAt } }',
      {},
      202,
    ],
    [
      'no search by a variable that has none',
      'query ($f: FeedFilter = { search: "sea" }) { feed(first: 1, filter: $f) { generatedAt } }',
      { f: { search: null } },
      2,
    ],
    ['fields under their own names', '{ feed(first: 10) { edges { node { id title } } } }', {}, 31],
    [
      'fields under other names',
      '{ feed(first: 10) { edges { node { id a: title ...F } } } } fragment F on Listing { b: title }',
      {},
      51,
    ],
  ])('reports its cost: %s', async (_what, query, variables, requested) => {
    const { body } = await post({ query, variables });
    expect(body.errors).toBeUndefined();
    expect(body.extensions.cost).toEqual({ requested, limit: 5_000 });
  });

  it('reports the same cost to a caller with a credential', async () => {
    const { body } = await post({ query: `{ ${costlyFeed('a', 10)} }` }, { key: gateway.operatorToken });
    expect(body.extensions.cost).toEqual({ requested: 41, limit: 5_000 });
  });
});

const TOO_MUCH = [
  ['2,001 tokens', `{ feed(filter: { platforms: [${repeat(1_985, () => '"a"')}] }) { totalCount } }`, {}],
  ['sixty thousand brackets', `{ listing(id: ${'['.repeat(60_000)}`, {}],
  ['11 levels', `{ feed { totalCount } __schema { types { fields { type ${nested(6, 'name')} } } } }`, {}],
  [
    '11 levels in a fragment',
    `{ feed { totalCount } ...A } fragment A on Query { __schema { types { fields { type ${nested(6, 'name')} } } } }`,
    {},
  ],
  ['11 levels, pages around them', pages('currentRound { id }'), {}],
  ['25 totals', `{ ${repeat(25, (index) => `a${index}: feed { totalCount }`)} }`, {}],
  [
    '25 searches',
    `{ ${repeat(25, (index) => `a${index}: feed(first: 1, filter: { search: "a" }) { generatedAt }`)} }`,
    {},
  ],
  [
    'twenty times the text of 200 listings',
    `{ a: feed(first: 100) { ...A } b: feed(first: 100) { ...A } } fragment A on FeedConnection { edges { node { ${repeat(14, (index) => `t${index}: description`)} x: id ...B } } } fragment B on Listing { y: instructions z: instructions w: instructions v: instructions u: instructions s: title r: title q: title p: title o: title }`,
    {},
  ],
  ['16 levels of introspection', `{ __schema { types { fields { type ${nested(11, 'name')} } } } }`, {}],
  ['600 levels of nothing', `${'{ a '.repeat(600)}${'}'.repeat(600)}`, {}],
  ['31 aliases', `{ ${repeat(31, (index) => `a${index}: __typename`)} }`, {}],
  [
    '31 aliases through a fragment',
    `{ ...A ...A ...A } fragment A on Query { ${repeat(11, (index) => `a${index}: __typename`)} }`,
    {},
  ],
  ['501 selections', `{ ${repeat(501, () => '__typename')} }`, {}],
  [
    '501 selections through fragments',
    `{ ...A ...A __typename } fragment A on Query { ${repeat(249, () => '__typename')} }`,
    {},
  ],
  ['a wide bomb of fragments', fan(60, 12), {}],
  ['a deep bomb of fragments', fan(250, 2), {}],
  ['a fragment within itself', '{ ...A } fragment A on Query { ...A }', {}],
  ['fragments within each other', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', {}],
  [
    'a field that a fragment repeats for ever',
    '{ node(id: "a") { ...A } } fragment A on Node { id ...A }',
    {},
  ],
  [
    'a cost of 5,001',
    `{ ${repeat(12, (index) => costlyFeed(`a${index}`, 100))} ${cheapFeed('b', 100)} ${cheapFeed('c', 100)} }`,
    {},
  ],
  [
    'a cost of 12,001 by a variable',
    `query ($n: Int) { ${repeat(30, (index) => costlyFeed(`a${index}`, '$n'))} }`,
    { n: 100 },
  ],
  [
    'a cost of 12,001 by a variable’s default',
    `query ($n: Int = 100) { ${repeat(30, (index) => costlyFeed(`a${index}`, '$n'))} }`,
    {},
  ],
  [
    'a cost of 12,001 by last beside a null',
    `{ ${repeat(30, (index) => costlyFeed(`a${index}`, 'null, last: 100'))} }`,
    {},
  ],
  [
    'a cost of 12,001 by last beside a variable that is null',
    `query ($n: Int) { ${repeat(30, (index) => costlyFeed(`a${index}`, '$n, last: 100'))} }`,
    { n: null },
  ],
] as const;

describe('an operation beyond its limit', () => {
  it.each(TOO_MUCH)(
    'is refused with 400 and few errors that reveal nothing of the schema: %s',
    async (_what, query, variables) => {
      const answer = await post({ query, variables });
      expect(answer.status).toBe(400);
      expect(answer.body.data).toBeUndefined();
      expect(answer.body.errors.length).toBeLessThanOrEqual(5);
      for (const { extensions } of answer.body.errors)
        expect(extensions).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), retryable: false });
      expectNoHints(answer, query);
    },
  );

  it.each([
    ['an array of operations', [{ query: '{ __typename }' }, { query: '{ __typename }' }]],
    ['an array of one operation', [{ query: '{ __typename }' }]],
    ['an empty array', []],
  ])('is refused: %s', async (_what, body) => {
    expect((await post(body)).status).toBe(400);
    expect((await post(body, { key: gateway.operatorToken })).status).toBe(400);
  });
});

describe('an answer', () => {
  const twelve = (aliases: number, last: string) =>
    `{ feed(first: 12) { edges { node { ${repeat(aliases, (index) => `a${index}: description`)} ${last} } } } }`;
  /** The same query, answered by a plan and by the ordinary executor. */
  const ways = [
    ['a plan', '', undefined],
    ['the executor', '@include(if: true)', undefined],
    ['the executor, for a caller', '@include(if: true)', 'operator'],
  ] as const;
  beforeAll(async () => {
    const key = await gateway.createKey();
    for (let index = 0; index < 12; index += 1) {
      const { status } = await gateway.publish(key, draft({ description: 'ü'.repeat(2_000) }));
      expect(status).toBe(200);
    }
  });

  it.each(ways)('is refused from one MiB on: %s', async (_what, directive, who) => {
    const sent = who === undefined ? {} : { key: gateway.operatorToken };
    const small = await post({ query: twelve(20, `id ${directive}`) }, sent);
    expect([small.status, Buffer.byteLength(small.text)]).toEqual([200, expect.closeTo(12 * 20 * 4_000, -5)]);
    const large = await post({ query: twelve(22, `id ${directive}`) }, sent);
    expect(large.status).toBe(400);
    expect(codesOf(large)).toEqual(['ANSWER_TOO_LARGE']);
    expect(large.body).toEqual({
      errors: [
        {
          message: expect.stringMatching(/1048576 bytes/),
          extensions: expect.objectContaining({
            retryable: false,
            recommendedAction: expect.any(String),
            requestId: expect.any(String),
          }),
        },
      ],
      extensions: { cost: { requested: expect.any(Number), limit: 5_000 } },
    });
  });
});

describe('mutations of providers', () => {
  const draw = 'drawWinner(input: { giveawayId: "a" }) { replayed }';
  const issue = 'issueEntries(input: { giveawayId: "a", passportId: 1, amount: 1 }) { replayed }';

  it.each([
    ['of two kinds', `mutation { ${draw} ${issue} }`],
    ['of one kind by aliases', `mutation { a: ${draw} b: ${draw} }`],
    ['beside an alias', `mutation { ${draw} b: ${draw} }`],
    [
      'in fragments',
      `mutation { ...A ... { ...B } } fragment A on Mutation { ${draw} } fragment B on Mutation { b: ${issue} }`,
    ],
    ['between others', `mutation { ${draw} signOut { signedOut } ... on Mutation { ${issue} } }`],
    ['that read', `mutation { ${issue} passportStatus(input: { passportId: 1 }) { tradable } }`],
  ])('are refused together: %s', async (_what, query) => {
    const answer = await post({ query });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({
        message: 'The operation has more than one mutation of providers: send each in a request of its own.',
        extensions: expect.objectContaining({ code: 'GRAPHQL_VALIDATION_FAILED', retryable: false }),
      }),
    ]);
  });

  it.each([
    ['alone', `mutation { ${draw} }`],
    ['twice as one field', `mutation { ${draw} ...A } fragment A on Mutation { ${draw} }`],
    ['in another operation', `mutation One { ${draw} } mutation Other { ${issue} }`],
  ])('are accepted %s', async (_what, query) => {
    const answer = await post({ query, ...(query.includes('One') && { operationName: 'One' }) });
    expect(answer.status).toBe(200);
    expect(codesOf(answer)).toEqual(['UNAUTHENTICATED']);
  });
});

describe('an answer with errors', () => {
  it.each([
    ['names that do not exist', `{ ${repeat(400, (index) => `x${index}`)} }`, {}],
    ['fragments that do not exist', `{ ${repeat(400, (index) => `...X${index}`)} }`, {}],
    [
      'arguments that do not exist',
      `{ ${repeat(30, (index) => `a${index}: feed(x: 1, y: 2) { totalCount }`)} }`,
      {},
    ],
    [
      'members that are missing in a variable',
      'mutation ($input: ImportLegacyListingsInput!) { importLegacyListings(input: $input) { imported } }',
      { input: { listings: Array.from({ length: 100 }, () => ({})) } },
    ],
    [
      'arguments that the core refuses',
      `{ ${repeat(30, (index) => `a${index}: feed(first: 0) { totalCount }`)} }`,
      {},
    ],
  ])('lists at most five of them: %s', async (_what, query, variables) => {
    const { body } = await post({ query, variables });
    expect(body.errors.length).toBeGreaterThan(0);
    expect(body.errors.length).toBeLessThanOrEqual(5);
  });

  it.each([
    ['a field', '{ fead { totalCount } }', {}],
    ['a field of a listing', '{ feed { edges { node { titl } } } }', {}],
    ['an argument', '{ feed(frst: 1) { totalCount } }', {}],
    ['a value of an enum', '{ feed(orderBy: NEWES) { totalCount } }', {}],
    ['a member of an input', '{ feed(filter: { platform: "x" }) { totalCount } }', {}],
    ['a type', '{ node(id: "x") { ... on Listin { id } } }', {}],
    ['a type of a variable', 'query ($filter: FeedFilte) { feed(filter: $filter) { totalCount } }', {}],
    ['a directive', '{ feed @includ(if: true) { totalCount } }', {}],
    ['a mutation', 'mutation { signOu { signedOut } }', {}],
    [
      'a value of an enum in a variable',
      'query ($order: FeedOrder) { feed(orderBy: $order) { totalCount } }',
      { order: 'NEWES' },
    ],
    [
      'a member of an input in a variable',
      'query ($filter: FeedFilter) { feed(filter: $filter) { totalCount } }',
      { filter: { platform: 'x' } },
    ],
  ])('suggests no name for a misspelt one: %s', async (_what, query, variables) => {
    const answer = await post({ query, variables });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/did you mean/i);
  });

  const ID = 'request-of-the-test';
  it.each([
    ['a syntax error', 'POST', { query: '{ feed(' }, 400],
    ['an unknown field', 'POST', { query: '{ nothing }' }, 400],
    [
      'a wrong variable',
      'POST',
      { query: 'query ($n: Int) { feed(first: $n) { totalCount } }', variables: { n: 'x' } },
      400,
    ],
    ['a refused argument', 'POST', { query: '{ feed(first: 0) { totalCount } }' }, 200],
    ['a missing credential', 'POST', { query: '{ viewer { id } }' }, 200],
    [
      'two operations without a name',
      'POST',
      { query: 'query A { __typename } query B { __typename }' },
      400,
    ],
    ['an operation that is not there', 'POST', { query: 'query A { __typename }', operationName: 'B' }, 400],
    ['a subscription', 'POST', { query: 'subscription { operationUpdated(id: "opn_1") { id } }' }, 200],
    ['too many tokens', 'POST', { query: TOO_MUCH[0][1] }, 400],
    ['too high a cost', 'POST', { query: `{ ${repeat(30, (index) => costlyFeed(`a${index}`, 100))} }` }, 400],
    ['no JSON', 'POST', '{', 400],
    ['an empty object', 'POST', {}, 400],
    ['null', 'POST', 'null', 400],
    ['a text', 'POST', '"query"', 400],
    ['an array', 'POST', [{ query: '{ __typename }' }], 400],
    ['a query that is no text', 'POST', { query: 1 }, 400],
    ['variables that are no object', 'POST', { query: '{ __typename }', variables: [] }, 400],
    ['extensions that are no object', 'POST', { query: '{ __typename }', extensions: 'x' }, 400],
    ['an unknown persisted query', 'POST', { extensions: persisted('{ unknown }') }, 200],
    [
      'a persisted query of another hash',
      'POST',
      { query: '{ __typename }', extensions: persisted('{ other }') },
      400,
    ],
    [
      'a persisted query of another version',
      'POST',
      { extensions: { persistedQuery: { version: 2, sha256Hash: 'a' } } },
      400,
    ],
    ['nothing to answer with', 'POST', { query: '{ __typename }' }, 406, { accept: 'text/html' }],
    ['another media type', 'POST', 'query', 415, { 'content-type': 'text/plain' }],
    ['a compressed body', 'POST', { query: '{ __typename }' }, 415, { 'content-encoding': 'gzip' }],
    ['too large a body', 'POST', { query: '{ __typename }', padding: 'x'.repeat(LIMIT) }, 413],
    [
      'a credential that does not hold',
      'POST',
      { query: '{ __typename }' },
      401,
      { authorization: 'Bearer nothing' },
    ],
    [
      'a credential of another kind',
      'POST',
      { query: '{ __typename }' },
      401,
      { authorization: 'Basic bm90aGluZzp4' },
    ],
    ['a GET that another site could send', 'GET', undefined, 400],
    ['another method', 'PUT', { query: '{ __typename }' }, 405],
  ] as const)(
    'has a code and the id of its request: %s',
    async (_what, method, body, status, headers: Sent['headers'] = {}) => {
      const path = method === 'GET' ? '/graphql?query=%7B__typename%7D' : '/graphql';
      const answer = await gateway.rest(method, path, { body, headers: { ...headers, 'x-request-id': ID } });
      expect(answer.status).toBe(status);
      expect(answer.body.errors[0].extensions).toMatchObject({
        code: expect.stringMatching(/^(?!INTERNAL)[A-Z_]+$/),
        retryable: false,
        recommendedAction: expect.stringMatching(/^[A-Z].*\.$/),
        requestId: ID,
      });
      expect(answer.headers.get('x-request-id')).toBe(ID);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );
});

const head = (...lines: string[]) =>
  [
    'POST /graphql HTTP/1.1',
    'Host: gateway.example.com',
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');
const chunksOf = (body: string, first: number) =>
  [body.slice(0, first), body.slice(first)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);

describe('a body', () => {
  const bodyOf = (bytes: number) => {
    const empty = JSON.stringify({ query: '{ __typename }', padding: '' });
    return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
  };
  it('of 64 KiB is accepted', async () => {
    expect((await post(bodyOf(LIMIT))).body.data).toEqual({ __typename: 'Query' });
  });

  it('of one byte more is refused', async () => {
    expect((await post(bodyOf(LIMIT + 1))).status).toBe(413);
  });

  it('of one byte more is refused before it is sent', async () => {
    const answer = await exchange(gateway.port, [head(`Content-Length: ${LIMIT + 1}`)]);
    expect(answer.status).toBe(413);
    expect(answer.headers['connection']).toBe('close');
  });

  it('of one byte more is refused in chunks, too', async () => {
    const answer = await exchange(gateway.port, [
      head('Transfer-Encoding: chunked'),
      ...chunksOf(bodyOf(LIMIT + 1), LIMIT),
    ]);
    expect(answer.status).toBe(413);
  });

  it.each([
    ['nobody', undefined],
    ['the operator', 'operator'],
  ])('that is not UTF-8 is refused when sent by %s', async (_who, who) => {
    const body = Buffer.concat([
      Buffer.from('{"query":"{ listing(id: \\"'),
      Buffer.from([0xff]),
      Buffer.from('\\") { id } }"}'),
    ]);
    const answer = await post(body, { key: who === undefined ? who : gateway.operatorToken });
    expect(answer.status).toBe(400);
    expect(codesOf(answer)).toEqual(['INVALID_PAYLOAD']);
  });

  it.each([
    'application/jsonx',
    'application/json-patch+json',
    'application/json5',
    'text/json',
    'application/graphql',
  ])('of the type %s is refused', async (type) => {
    const answer = await post('{"query":"{ __typename }"}', { headers: { 'content-type': type } });
    expect(answer.status).toBe(415);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('of the type %s is accepted', async (type) => {
    const answer = await post('{"query":"{ __typename }"}', { headers: { 'content-type': type } });
    expect(answer.body.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['spaces', '  {"query":"{ __typename }"}  '],
    ['line feeds', '\n\r\n{\n\t"query": "{ __typename }"\n}\n'],
  ])('with %s around its JSON is accepted', async (_what, body) => {
    expect((await post(body)).body.data).toEqual({ __typename: 'Query' });
    expect((await post(body, { key: gateway.operatorToken })).body.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['__proto__', '{"query":"{ __typename }","__proto__":{"query":1}}'],
    ['__proto__ in variables', '{"query":"{ __typename }","variables":{"__proto__":{"a":1}}}'],
    [
      'the constructor in variables',
      '{"query":"{ __typename }","variables":{"constructor":{"prototype":{"a":1}}}}',
    ],
  ])('with %s does no harm', async (_what, body) => {
    expect((await post(body)).body.data).toEqual({ __typename: 'Query' });
  });
});

describe('the import of legacy listings', () => {
  const IMPORT =
    'mutation ($input: ImportLegacyListingsInput!) { importLegacyListings(input: $input) { imported } }';
  const listings = () => Array.from({ length: 100 }, () => legacyDraft({ instructions: 'x'.repeat(4_000) }));
  const bodyOf = (query: string) => JSON.stringify({ query, variables: { input: { listings: listings() } } });
  const large = bodyOf(IMPORT);

  it('may be larger than 64 KiB for the operator', async () => {
    expect(large.length).toBeGreaterThan(6 * LIMIT);
    const { body } = await post(large, { key: gateway.operatorToken });
    expect(body.data).toEqual({ importLegacyListings: { imported: 100 } });
  });

  it('may be sent in chunks', async () => {
    const answer = await exchange(gateway.port, [
      head(`Authorization: Bearer ${gateway.operatorToken}`, 'Transfer-Encoding: chunked'),
      ...chunksOf(bodyOf(IMPORT), LIMIT),
      '0\r\n\r\n',
    ]);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('{"imported":100}');
  });

  it('is limited to one MiB', async () => {
    const padded = { query: IMPORT, padding: 'x'.repeat(MIB) };
    expect((await post(padded, { key: gateway.operatorToken })).status).toBe(413);
  });

  it('has the usual limit for other callers', async () => {
    expect((await post(large)).status).toBe(413);
    expect((await post(large, { key: await gateway.createKey() })).status).toBe(413);
    expect((await post(large, { key: 'gop_unknown' })).status).toBe(401);
  });

  it.each([
    ['a query', '{ __typename }'],
    [
      'another field beside it',
      'mutation ($input: ImportLegacyListingsInput!) { importLegacyListings(input: $input) { imported } signOut { signedOut } }',
    ],
    ['a document that is none', 'mutation {'],
  ])("is the operator's only large request: %s is refused", async (_what, query) => {
    expect((await post(bodyOf(query), { key: gateway.operatorToken })).status).toBe(413);
  });
});

describe('a request that another site could send without a preflight', () => {
  it.each([
    ['a plain GET', 'GET', '/graphql?query=%7B__typename%7D', undefined, {}],
    [
      'a plain GET that accepts JSON',
      'GET',
      '/graphql?query=%7B__typename%7D',
      undefined,
      { accept: 'application/json' },
    ],
    [
      'a GET of a form’s type',
      'GET',
      '/graphql?query=%7B__typename%7D',
      undefined,
      { 'content-type': 'text/plain' },
    ],
    [
      'a form',
      'POST',
      '/graphql',
      'query=%7B__typename%7D',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a plain text', 'POST', '/graphql', '{"query":"{ __typename }"}', { 'content-type': 'text/plain' }],
    [
      'a plain text with a parameter',
      'POST',
      '/graphql',
      '{"query":"{ __typename }"}',
      { 'content-type': 'text/plain; application/json' },
    ],
    [
      'an upload',
      'POST',
      '/graphql',
      '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"}\r\n--b--\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
  ])('is refused: %s', async (_what, method, path, body, headers) => {
    const session = await gateway.signIn(newEmail());
    const cookie = `giveaways.session_token=${session}`;
    for (const sent of [headers, { ...headers, cookie }]) {
      const answer = await gateway.rest(method, path, { body, headers: sent });
      expect([400, 415]).toContain(answer.status);
      expect(answer.body.data).toBeUndefined();
    }
  });

  it.each([
    ['apollo-require-preflight', { 'apollo-require-preflight': '1' }],
    ['x-apollo-operation-name', { 'x-apollo-operation-name': 'A' }],
    ['a content-type of JSON', { 'content-type': 'application/json' }],
  ])('is accepted by GET with %s', async (_what, headers) => {
    expect((await get({ query: '{ __typename }' }, headers)).body.data).toEqual({ __typename: 'Query' });
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])(
    'is accepted by GET and POST only: %s is 405, with and without a body, for every caller',
    async (method) => {
      const body = method === 'HEAD' ? undefined : { query: '{ __typename }' };
      const answers = await Promise.all([
        gateway.rest(method, '/graphql', { body }),
        gateway.rest(method, '/graphql'),
        gateway.rest(method, '/graphql', { key: 'ggw_live_nonsense' }),
        gateway.rest(method, '/graphql', { key: gateway.operatorToken, headers: PREFLIGHTED }),
      ]);
      for (const { status, headers, body: given } of answers) {
        expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, POST' });
        const refusal = { errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED', retryable: false } }] };
        if (method !== 'HEAD') expect(given).toMatchObject(refusal);
      }
    },
  );

  it('never runs a mutation by GET', async () => {
    const answer = await get({
      query: `mutation { requestSignInCode(input: { email: "${newEmail()}" }) { email } }`,
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });
});

function persisted(query: string) {
  return { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
}

describe('a persisted query', () => {
  const byGet = (query: string) => get({ extensions: JSON.stringify(persisted(query)) });

  it('is registered with its text, and known by its hash afterwards', async () => {
    const query = `query Q${Date.now()} { __typename }`;
    expect(codesOf(await post({ extensions: persisted(query) }))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    expect((await post({ query, extensions: persisted(query) })).body.data).toEqual({ __typename: 'Query' });
    expect((await post({ extensions: persisted(query) })).body.data).toEqual({ __typename: 'Query' });
    expect((await byGet(query)).body.data).toEqual({ __typename: 'Query' });
  });

  it('uses the variables of each request', async () => {
    const query = 'query ($id: ID!) { a: listing(id: $id) { id } __typename }';
    await post({ query, variables: { id: 'x' }, extensions: persisted(query) });
    const [good, bad] = await Promise.all(
      [{ id: 'y' }, {}].map((variables) => post({ variables, extensions: persisted(query) })),
    );
    expect(good?.body.data).toEqual({ a: null, __typename: 'Query' });
    expect(bad?.status).toBe(400);
  });

  it('is not registered under another hash, nor when it is invalid', async () => {
    const [mine, other] = ['{ a: __typename }', '{ b: __typename }'];
    expect((await post({ query: mine, extensions: persisted(other) })).status).toBe(400);
    expect(codesOf(await post({ extensions: persisted(other) }))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    await post({ query: '{ wrong', extensions: persisted('{ wrong') });
    expect(codesOf(await post({ extensions: persisted('{ wrong') }))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
  });

  it('is reported as not found by GET, too, and can still be registered later', async () => {
    const query = '{ c: __typename }';
    expect(codesOf(await byGet(query))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    await post({ query, extensions: persisted(query) });
    expect((await byGet(query)).body.data).toEqual({ c: 'Query' });
  });

  it('is evicted by many large ones, so that nobody can fill the memory', async () => {
    const queries = Array.from(
      { length: 530 },
      (_, index) => `{ __typename } # ${index} ${'x'.repeat(61_000)}`,
    );
    for (const query of queries)
      expect((await post({ query, extensions: persisted(query) })).status).toBe(200);
    expect(codesOf(await post({ extensions: persisted(queries[0] ?? '') }))).toEqual([
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
    expect((await post({ extensions: persisted(queries.at(-1) ?? '') })).body.data).toEqual({
      __typename: 'Query',
    });
  });
});

describe('introspection and the page for trying queries', () => {
  const introspect = (from: Gateway) => from.graphql('{ schema: __schema { queryType { name } } }');
  const page = (from: Gateway) => from.rest('GET', '/graphql', { headers: { accept: 'text/html' } });

  it('are available outside production', async () => {
    expect((await introspect(gateway)).body.data).toEqual({ schema: { queryType: { name: 'Query' } } });
    const answer = await page(gateway);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('are disabled in production', async () => {
    const refused = await introspect(production);
    expect(refused.status).toBe(400);
    expect(refused.body.data).toBeUndefined();
    expect((await production.graphql('{ __type(name: "Query") { name } }')).status).toBe(400);
    const answer = await page(production);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('<html');
  });

  it('do not include __typename, which is always available', async () => {
    expect((await production.graphql('{ __typename }')).body.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['on', 'production', 200],
    ['off', 'development', 400],
  ])('are %s when the configuration says so, even in %s', async (INTROSPECTION, NODE_ENV, status) => {
    const configured = await startGateway({ INTROSPECTION, NODE_ENV });
    const answer = await introspect(configured);
    await configured.stop();
    expect(answer.status).toBe(status);
  });
});

describe('another origin', () => {
  const STUDIO = 'https://studio.apollographql.com';
  const ask = (origin: string) => post({ query: '{ feed { totalCount } }' }, { headers: { origin } });
  const preflight = (origin: string) =>
    gateway.rest('OPTIONS', '/graphql', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      },
    });

  it('on the list may read answers, cached ones too, but not send cookies', async () => {
    for (let time = 0; time < 3; time += 1) {
      const { headers } = await ask(STUDIO);
      expect(headers.get('access-control-allow-origin')).toBe(STUDIO);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toMatch(/\borigin\b/i);
    }
  });

  it('on the list may send a preflight', async () => {
    const { status, headers } = await preflight(STUDIO);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(STUDIO);
    expect(headers.get('access-control-allow-methods')).toMatch(/\bPOST\b/);
    const listed = (name: string) => headers.get(name)?.split(', ');
    expect(listed('access-control-allow-headers')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-request-id']),
    );
    expect(listed('access-control-expose-headers')).toEqual(
      expect.arrayContaining(['location', 'idempotent-replayed', 'retry-after', 'x-request-id']),
    );
  });

  it.each([
    'https://foreign.example.com',
    'https://studio.apollographql.com.example.com',
    'http://studio.apollographql.com',
    'https://STUDIO.apollographql.com',
    'null',
  ])('that is not on the list may neither send a preflight nor read answers: %s', async (origin) => {
    for (const { headers } of [
      await preflight(origin),
      await ask(origin),
      await ask(origin),
      await ask(origin),
    ])
      expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is allowed by the configured list only', async () => {
    const ownOrigin = 'https://giveaways.example.com';
    const configured = await startGateway({ CORS_ORIGINS: ownOrigin });
    const answers = await Promise.all(
      [ownOrigin, STUDIO].map((origin) =>
        configured.rest('POST', '/graphql', { body: { query: '{ __typename }' }, headers: { origin } }),
      ),
    );
    await configured.stop();
    expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
      ownOrigin,
      null,
    ]);
  });
});

describe('an unexpected failure', () => {
  let broken: Gateway;
  beforeAll(async () => {
    broken = await startGateway();
    await broken.onDatabase(async (em) => {
      await em.execute('alter table publisher rename to publisher_gone');
      await em.execute('alter table audit_entry rename to audit_entry_gone');
    });
  });
  afterAll(() => broken.stop());

  it.each([
    ['of a private field', '{ auditLog { edges { cursor } } }', true],
    ['of the feed, for the operator', '{ feed { edges { node { publisher { kind } } } } }', true],
    ['of the feed, for everybody', '{ feed { edges { node { publisher { kind } } } } }', false],
    [
      'of the feed, with more than the feed',
      '{ __typename feed { edges { node { publisher { kind } } } } }',
      false,
    ],
    ['of a look-up', '{ node(id: "pub_1") { id } }', false],
  ])('%s reveals nothing internal, and is logged with its request’s id', async (_what, query, byOperator) => {
    const id = `request-${createHash('sha1').update(query).digest('hex').slice(0, 8)}-${String(byOperator)}`;
    const answer = await broken.graphql(query, {}, byOperator ? broken.operatorToken : undefined, {
      'x-request-id': id,
    });
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.text).not.toMatch(/publisher_|audit_entry|relation|select|stack|\.ts/i);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(broken.log.some((line) => line.includes(id) && /does not exist/.test(line))).toBe(true);
    expect(answer.body.errors[0].extensions).toMatchObject({
      code: 'INTERNAL',
      retryable: true,
      requestId: id,
    });
  });
});
