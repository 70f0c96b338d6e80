/** A malicious GraphQL request. */
export interface HostileRequest {
  readonly query?: unknown;
  readonly variables?: unknown;
  readonly operationName?: unknown;
  readonly extensions?: unknown;
}

const LARGEST = 64_000;
const repeat = (text: string, length = LARGEST) => text.repeat(Math.floor(length / text.length));
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
// JSON.stringify cannot write such depth, so a placeholder stands for it until `toJson`.
const nested = (depth: number) => `nested ${depth}`;
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

const FIRST = 'query ($v: Int) { feed(first: $v) { edges { cursor } } }';
const FILTER = 'query ($v: FeedFilter) { feed(filter: $v) { edges { cursor } } }';
const CREATE = 'mutation ($v: CreateGiveawayInput!) { createGiveaway(input: $v) { replayed } }';

/** Attacks by name: on the variables, on the document, and on the other members of the request. */
export const HOSTILE_REQUESTS: Readonly<Record<string, HostileRequest>> = {
  'spaces as a number': { query: FIRST, variables: { v: repeat(' ') } },
  'line feeds as a number': { query: FIRST, variables: { v: repeat('\n', 30_000) } },
  'a guess that repeats itself as a number': { query: FIRST, variables: { v: repeat('Did you mean ') } },
  'hexadecimal digits as a number': { query: FIRST, variables: { v: repeat('0x0') } },
  'quotes as a number': { query: FIRST, variables: { v: repeat('"\\', 30_000) } },
  'halves of surrogate pairs as a number': { query: FIRST, variables: { v: repeat('\ud800', 10_000) } },
  'a number without end': { query: FIRST, variables: { v: 1e308 } },
  'a number beyond every number': { query: FIRST, variables: { v: 'number 1e400' } },
  'an object that is no number': { query: FIRST, variables: { v: { toString: 1, valueOf: 1 } } },
  'a list as a number': { query: FIRST, variables: { v: Array.from({ length: 1_900 }, () => 'x') } },
  '1,900 unknown members': { query: FILTER, variables: { v: keys(1_900) } },
  '6,000 unknown members': { query: FILTER, variables: { v: keys(6_000) } },
  'an unknown member of a long name': { query: FILTER, variables: { v: { [repeat('x')]: 1 } } },
  'unknown members beside a long text': {
    query: FILTER,
    variables: { v: { search: repeat('x', 40_000), ...keys(1_900) } },
  },
  '1,900 empty texts': {
    query: FILTER,
    variables: { v: { platforms: Array.from({ length: 1_900 }, () => '') } },
  },
  '20,000 empty texts': {
    query: FILTER,
    variables: { v: { platforms: Array.from({ length: 20_000 }, () => '') } },
  },
  '1,900 wrong texts': {
    query: FILTER,
    variables: { v: { platforms: Array.from({ length: 1_900 }, () => 1) } },
  },
  'a search of one long word': { query: FILTER, variables: { v: { search: repeat('x') } } },
  'a search of many words': { query: FILTER, variables: { v: { search: repeat('a ') } } },
  'a search of ligatures': { query: FILTER, variables: { v: { search: repeat('\ufdfa', 20_000) } } },
  'a search without spaces': { query: FILTER, variables: { v: { search: repeat('\u0e01', 20_000) } } },
  'a time of digits': { query: FILTER, variables: { v: { endsBefore: repeat('1') } } },
  'a time of fractions': {
    query: FILTER,
    variables: { v: { endsBefore: `2026-01-01T00:00:00.${repeat('0')}` } },
  },
  'a long cursor': {
    query: 'query ($v: String) { feed(after: $v) { edges { cursor } } }',
    variables: { v: Buffer.from(repeat('a', 45_000)).toString('base64url') },
  },
  'lists within lists': { query: FILTER, variables: { v: nested(8_000) } },
  'lists within lists of ids': {
    query: 'query ($v: ID!) { node(id: $v) { id } }',
    variables: { v: nested(8_000) },
  },
  'a long id': { query: 'query ($v: ID!) { node(id: $v) { id } }', variables: { v: repeat('gwy_') } },
  'a long address': {
    query: 'query ($v: Address!) { passports(owner: $v) { nodes { id } } }',
    variables: { v: `0x${repeat('a')}` },
  },
  'a long hash': {
    query: 'query ($v: Hash) { giveaways(providerKey: $v) { nodes { id } } }',
    variables: { v: `0x${repeat('0')}g` },
  },
  'a long e-mail address': {
    query: 'mutation ($v: String!) { requestSignInCode(input: { email: $v }) { email } }',
    variables: { v: `${repeat('a.', 30_000)}@${repeat('a-', 30_000)}` },
  },
  'members that are missing beside a long text': {
    query: CREATE,
    variables: { v: { title: repeat('x', 60_000) } },
  },
  'a member named __proto__': { query: FIRST, variables: JSON.parse('{"__proto__":{"v":1},"v":"x"}') },
  'a variable named __proto__': {
    query: 'query ($__proto__: Int) { feed(first: $__proto__) { edges { cursor } } }',
    variables: JSON.parse('{"__proto__":"x"}'),
  },
  'no variables but a list': { query: FIRST, variables: nested(8_000) },

  'thirty times the costliest field': {
    query: `{ ${times(30, (at) => `a${at}: feed(first: 100, filter: { search: "a b c d" }) { totalCount edges { node { publisher { id } } } }`)} }`,
  },
  'fields that repeat each other': {
    query: `{ ${times(60, () => 'feed { edges { node { publisher { id } } } }')} }`,
  },
  'fields that repeat each other by fragments': {
    query: `{ ${times(200, () => '...A ...B')} } fragment A on Query { feed { edges { node { id } } } } fragment B on Query { feed { edges { node { title } } } }`,
  },
  'fields that differ from each other': {
    query: `{ ${times(200, (at) => `feed(first: ${at}) { totalCount }`)} }`,
  },
  '1,900 fields that do not exist': { query: `{ ${times(1_900, (at) => `x${at}`)} }` },
  'a field of a long name': { query: `{ ${repeat('x')} }` },
  'an alias of a long name': { query: `{ ${repeat('x')}: nothing }` },
  'a type of a long name': { query: `{ ... on ${repeat('X')} { id } }` },
  '10,000 directives': { query: `{ feed ${repeat('@a ', 30_000)} { totalCount } }` },
  '1,900 directives': { query: `{ feed ${times(900, () => '@skip')} { totalCount } }` },
  '10,000 brackets': { query: `{ feed(first: ${repeat('[', 10_000)}` },
  '900 lists within each other in the document': {
    query: `{ feed(first: ${'['.repeat(900)}${']'.repeat(900)}) { totalCount } }`,
  },
  '480 objects within each other in the document': {
    query: `{ feed(filter: ${'{a:'.repeat(480)}1${'}'.repeat(480)}) { totalCount } }`,
  },
  '900 list types within each other in the document': {
    query: `query ($v: ${'['.repeat(900)}Int${']'.repeat(900)}) { feed(first: $v) { totalCount } }`,
  },
  '490 inline fragments within each other': {
    query: `{ ${'... { '.repeat(490)} __typename ${'}'.repeat(490)} }`,
  },
  '10,000 braces': { query: repeat('{', 10_000) },
  'a text without an end': { query: `{ listing(id: "${repeat('a')}` },
  'a block of text without an end': { query: `{ listing(id: """${repeat('\n ', 40_000)}` },
  'a block of text with many lines': { query: `{ listings(id: """${repeat(' \n', 40_000)}""") { id } }` },
  'escapes that are wrong': { query: `{ listing(id: "${repeat('\\u', 40_000)}") { id } }` },
  'only comments': { query: repeat('#a\n', 45_000) },
  'only commas': { query: repeat(',') },
  nothing: { query: '' },
  'a number of many digits': { query: `{ feed(first: ${repeat('9')}) { totalCount } }` },
  'a number of a large exponent': { query: '{ feed(first: 1e400) { totalCount } }' },
  'a guess that repeats itself in the document': {
    query: `{ feed(first: "${repeat('Did you mean ')}?") { totalCount } }`,
  },
  'spaces in the document': { query: `{ feed(first: "${repeat(' ')}") { totalCount } }` },
  '600 variables': {
    query: `query (${times(400, (at) => `$v${at}: Int`)}) { __typename }`,
    variables: { v: 1 },
  },
  'a bomb of fragments': {
    query: `{ ...F0 } ${times(150, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F150 on Query { __typename }`,
  },
  'fragments in a circle': {
    query: `{ ...F0 } ${times(300, (at) => `fragment F${at} on Query { ...F${(at + 1) % 300} }`)}`,
  },
  'a long name of the operation': { query: '{ __typename }', operationName: repeat('x') },
  'an operation that is not there': {
    query: `query A { __typename } query B { __typename }`,
    operationName: repeat('spaces ', 60_000),
  },
  'a name that is no text': { query: '{ __typename }', operationName: nested(5_000) },
  'a query that is a document': { query: { kind: 'Document', definitions: nested(1_000) } },
  'a hash of spaces': { extensions: { persistedQuery: { version: 1, sha256Hash: repeat(' ') } } },
  'extensions within each other': { query: '{ __typename }', extensions: { a: nested(8_000) } },
  'extensions of 20,000 members': { query: '{ __typename }', extensions: keys(5_000) },
};

/** A request, or a part of one, as JSON. */
export function toJson(part: unknown): string {
  return JSON.stringify(part)
    .replace('"number 1e400"', '1e400')
    .replace(
      /"nested (\d+)"/,
      (_, depth: string) => `${'['.repeat(Number(depth))}${']'.repeat(Number(depth))}`,
    );
}
