import { beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { gateway, post, codesOf, useLimitedGateways } from './limited-gateway.ts';
import { repeat, nested, pages, costlyFeed, cheapFeed, TOO_MUCH } from './operations-at-limits.ts';

useLimitedGateways();

/** Every name that only the schema could reveal; its shortest names are ordinary words, too. */
const schemaNames = new Set(
  Object.values(createSchema().getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isEnumType(type)) return [type.name, ...type.getValues().map(({ name }) => name)];
    const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
    return hasFields ? [type.name, ...Object.keys(type.getFields())] : [type.name];
  }),
);
function expectNoHints({ body }: HttpResponse, sent: string): void {
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
    const response = await post({ query, operationName });
    expect(response.body.errors).toBeUndefined();
    expect(response.status).toBe(200);
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
    ['a look-up', '{ drawProof(giveaway: "gwy_1", round: 0) { ticket } }', {}, 52],
    [
      'several look-ups',
      `{ ${repeat(28, (index) => `a${index}: drawProof(giveaway: "gwy_1", round: ${index}) { ticket }`)} }`,
      {},
      1_429,
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

describe('an operation beyond its limit', () => {
  it.each(TOO_MUCH)(
    'is refused with 400 and few errors that reveal nothing of the schema: %s',
    async (_what, query, variables) => {
      const response = await post({ query, variables });
      expect(response.status).toBe(400);
      expect(response.body.data).toBeUndefined();
      expect(response.body.errors.length).toBeLessThanOrEqual(5);
      for (const { extensions } of response.body.errors)
        expect(extensions).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), retryable: false });
      expectNoHints(response, query);
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

describe('a response', () => {
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
    const response = await post({ query });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
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
    const response = await post({ query, ...(query.includes('One') && { operationName: 'One' }) });
    expect(response.status).toBe(200);
    expect(codesOf(response)).toEqual(['UNAUTHENTICATED']);
  });
});
