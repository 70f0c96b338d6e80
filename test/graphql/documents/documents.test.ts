import { describe, expect, it } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  parse,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { MAX_COST, totalCost } from '../../../src/adapters/graphql/documents/cost.ts';
import { inspect } from '../../../src/adapters/graphql/documents/inspect.ts';
import { fingerprintOf } from '../../../src/adapters/graphql/documents/fingerprint.ts';
import { rulesOf } from '../../../src/adapters/graphql/guard/field-rules.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';

const schema = createSchema();
const types = Object.values(schema.getTypeMap()).filter(isObjectType);
const fields = types.flatMap((type): Found[] =>
  type.name.startsWith('__') ? [] : Object.values(type.getFields()).map((field) => ({ type, field })),
);
interface Found {
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
}
const nameOf = ({ type, field }: Found) => `${type.name}.${field.name}`;

/** The cost of a selection of a type, wherever the type occurs. */
function costOf({ type, field }: Found, args: string, selection: string): number {
  const [facts] = inspect(schema, parse(`{ ... on ${type.name} { ${field.name}${args} ${selection} } }`));
  return facts ? totalCost(facts.cost, {}) : Number.NaN;
}

describe('the cost of every field of the schema', () => {
  const hasArgument = ({ field }: Found, name: string) =>
    field.args.some((argument) => argument.name === name);
  const paged = fields.filter(
    (found) =>
      (hasArgument(found, 'first') || hasArgument(found, 'last')) &&
      // Its price is mostly that of reading the drafts whole.
      nameOf(found) !== 'Query.listingDrafts',
  );
  const connections = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));
  const lists = fields.filter(
    ({ type, field }) =>
      isListType(getNullableType(field.type)) &&
      isCompositeType(getNamedType(field.type)) &&
      !type.name.endsWith('Connection') &&
      // Its cost is the number of ids.
      nameOf({ type, field }) !== 'Query.nodes',
  );
  const totals = types.filter(({ name }) => name.endsWith('Connection') && fieldIn(name, 'totalCount'));
  function fieldIn(type: string, field: string): boolean {
    return fields.some((found) => nameOf(found) === `${type}.${field}`);
  }

  it('covers the connections of the schema', () => {
    expect(paged.length).toBeGreaterThan(15);
    expect(connections.length).toBeGreaterThanOrEqual(paged.length);
    expect(totals.length).toBeGreaterThan(0);
  });

  it.each(paged.map((found) => [nameOf(found), found] as const))(
    'multiplies by the page size of %s',
    (_name, found) => {
      const sized = (size: number) => costOf(found, `(first: ${size})`, '{ edges { cursor } }');
      expect(sized(90)).toBeGreaterThan(sized(10) * 5);
      expect(costOf(found, '(last: 90)', '{ edges { cursor } }')).toBe(sized(90));
      expect(costOf(found, '', '{ edges { cursor } }')).toBe(sized(20));
    },
  );

  it('counts a list without pages as a full page', () => {
    for (const found of lists)
      expect([nameOf(found), costOf(found, '', '{ __typename }') > 100]).toEqual([nameOf(found), true]);
  });

  it.each(totals.map(({ name }) => [name]))('counts the total of %s once, at a high cost', (name) => {
    const [facts] = inspect(schema, parse(`{ ... on ${name} { totalCount } }`));
    expect(totalCost(facts?.cost ?? { fixed: 0, parts: [] }, {})).toBeGreaterThan(MAX_COST / 30);
  });
});

describe('a public field', () => {
  const isPublic = ({ field }: Found) => rulesOf(field)?.permission === 'public';
  const cached = fields.filter(({ field }) => rulesOf(field)?.cache !== undefined);

  it('is the only kind of field that may be cached', () => {
    expect(cached.filter((found) => !isPublic(found)).map(nameOf)).toEqual([]);
  });

  it('a public field that a cached field can lead to is cached, too, except these', () => {
    const leadsTo = new Set(cached.map(({ field }) => getNamedType(field.type).name));
    const others = fields.filter((found) => leadsTo.has(found.type.name) && !cached.includes(found));
    expect(others.map(nameOf)).toEqual(['Passport.provisions', 'Round.deliveries', 'Listing.own']);
  });

  const cacheableOf = (query: string) => inspect(schema, parse(query))[0]?.cacheable;
  it.each([
    ['{ feed { edges { node { id publisher { kind } } } pageInfo { endCursor } totalCount } }', 'feed'],
    ['{ __typename feed { generatedAt } listing(id: "lst_1") { title ... on Node { id } } }', 'feed'],
    ['{ feed { generatedAt } giveaway(id: "gwy_1") { id } }', 'chain'],
    ['{ passport(passportId: 1) { entries { nodes { round { drawProof { ticket } } } } } }', 'chain'],
    ['{ feed { generatedAt } ...F } fragment F on Query { round(id: "rnd_1") { id } }', 'chain'],
    ['{ giveaway(id: "gwy_1") { id } node(id: "lst_1") { id } }', false],
    ['{ node(id: "lst_1") { id } }', false],
    ['{ viewer { id } }', false],
    ['{ feed { generatedAt } ... on Query { apiKeys { id } } }', false],
    ['mutation { signOut { signedOut } }', false],
    ['{ nothing }', false],
  ])('the fields of a document determine how the response may be cached: %s', (query, expected) => {
    expect(cacheableOf(query)).toBe(expected);
  });
});

describe('the shape of a document', () => {
  const keyOf = (text: string) => fingerprintOf(parse(text)).key;

  it.each([
    ['the name of the operation', 'query A { feed { generatedAt } }', 'query B { feed { generatedAt } }'],
    [
      'aliases',
      '{ a: feed { b: generatedAt c: __typename } }',
      '{ x: feed { a: generatedAt b: __typename } }',
    ],
    ['white space and comments', '{ feed{generatedAt} } # a', '  {\n  feed , {\n generatedAt # b\n} }'],
    [
      'aliases in fragments',
      '{ a: feed { ...F } } fragment F on FeedConnection { b: generatedAt }',
      '{ c: feed { ...F } } fragment F on FeedConnection { d: generatedAt }',
    ],
  ])('is the same with a different %s', (_what, one, other) => {
    expect(keyOf(other)).toBe(keyOf(one));
  });

  it.each([
    ['an alias less', '{ a: feed { generatedAt } }', '{ feed { generatedAt } }'],
    ['another field', '{ a: feed { generatedAt } }', '{ a: feed { totalCount } }'],
    ['another value', '{ feed(first: 1) { generatedAt } }', '{ feed(first: 2) { generatedAt } }'],
    ['another text', '{ listing(id: "a  b") { id } }', '{ listing(id: "a b") { id } }'],
    ['one alias twice', '{ a: __typename a: __typename }', '{ a: __typename b: __typename }'],
    [
      'an alias that is the name of a field',
      '{ a: feed { generatedAt } listing(id: "a") { id } }',
      '{ listing: feed { generatedAt } listing(id: "a") { id } }',
    ],
    [
      'two aliases exchanged',
      '{ a: feed { generatedAt } b: listing(id: "a") { id } a: feed { totalCount } }',
      '{ a: feed { generatedAt } b: listing(id: "a") { id } b: feed { totalCount } }',
    ],
    ['an alias that no object takes', '{ __proto__: feed { generatedAt } }', '{ a: feed { generatedAt } }'],
    [
      'another directive',
      '{ feed @include(if: true) { generatedAt } }',
      '{ feed @skip(if: true) { generatedAt } }',
    ],
    [
      'other names where there are several operations',
      'query A { __typename } query B { feed { generatedAt } }',
      'query B { __typename } query A { feed { generatedAt } }',
    ],
    [
      'the name of an operation twice',
      'query A { __typename } query A { __typename }',
      'query A { __typename } query B { __typename }',
    ],
    [
      'another default',
      'query ($a: Int = 1) { feed(first: $a) { generatedAt } }',
      'query ($a: Int = 2) { feed(first: $a) { generatedAt } }',
    ],
    ['another type', '{ ... on Query { __typename } }', '{ ... { __typename } }'],
    ['another kind', 'query { __typename }', 'mutation { __typename }'],
    ['another operation', '{ __typename }', '{ __typename } fragment F on Query { __typename }'],
  ])('differs with %s', (_what, one, other) => {
    expect(keyOf(other)).not.toBe(keyOf(one));
  });
});
