import fc from 'fast-check';

/** Values for cursor and ID arguments: cursors, and IDs of listings and publishers that exist. */
export interface KnownValues {
  readonly cursors: readonly string[];
  readonly ids: readonly string[];
}

export interface Variable {
  readonly type: string;
  /** Undefined when the request sends no value. */
  readonly value: unknown;
}
/** The value of an argument: a literal, or a variable. */
export interface Argument {
  readonly name: string;
  readonly literal: string;
  readonly variable: Variable | undefined;
}

const WORDS = [
  'sea',
  'win',
  'PS5',
  'مجاني',
  '东京',
  "o'clock & <tea>",
  '🎁',
  '',
  '\u2028',
  '"quoted" \\ back',
];

/** The arguments of the feed: page, cursors, filter and order. */
export function feedArguments({ cursors }: KnownValues): fc.Arbitrary<readonly Argument[]> {
  const size = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 0, 100, 101, -1, 1.5, 'x') },
  );
  const cursor = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...cursors) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, '', 'no cursor', 1) },
  );
  const texts = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(fc.constantFrom('steam', 'epic', 'all', 'none', ...WORDS.slice(0, 5)), {
        maxLength: 3,
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'steam', [null]) },
  );
  const flag = fc.constantFrom<unknown>(true, false, null);
  const instant = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom<unknown>('2090-01-01T00:00:00Z', '2020-01-01T00:00:00.5+02:00', null),
    },
    { weight: 1, arbitrary: fc.constant('tomorrow') },
  );
  const facts = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        {
          regions: fc.constantFrom<unknown>(['DE', 'at'], ['AQ'], [], ['XX'], null),
          age: fc.constantFrom<unknown>(18, 0, -1, null),
          minPrizes: fc.constantFrom<unknown>(1, 7, 1_000_001),
          kind: fc.constantFrom<unknown>('#PRIZE', '#FREEBIE', null),
          allocation: fc.constantFrom<unknown>('#DRAW', '#FIRST_COME'),
        },
        { requiredKeys: [] },
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'DE') },
  );
  const filter = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(
        {
          platforms: texts,
          providers: texts,
          verified: flag,
          search: fc.constantFrom<unknown>(...WORDS, null),
          endsBefore: instant,
          endsAfter: instant,
          includeEnded: flag,
          facts,
        },
        { requiredKeys: [] },
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, { unknown: 1 }, 'text') },
  );
  const orderBy = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('#RECENTLY_UPDATED', '#NEWEST', '#ENDING_SOON') },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, '#OLDEST', 'NEWEST') },
  );
  const maybe = <Value>(name: string, type: string, value: fc.Arbitrary<Value>, often: number) =>
    fc.oneof(
      { weight: 10 - often, arbitrary: fc.constant<readonly Argument[]>([]) },
      { weight: often, arbitrary: argumentOf(name, type, value).map((made) => [made]) },
    );
  const onePage = fc.oneof(
    { weight: 4, arbitrary: maybe('first', 'Int', size, 8) },
    { weight: 2, arbitrary: maybe('last', 'Int', size, 8) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(maybe('first', 'Int', size, 8), maybe('last', 'Int', size, 8))
        .map((both) => both.flat()),
    },
  );
  return fc
    .tuple(
      onePage,
      maybe('after', 'String', cursor, 2),
      maybe('before', 'String', cursor, 2),
      maybe('filter', 'FeedFilter', filter, 5),
      maybe('orderBy', 'FeedOrder', orderBy, 5),
    )
    .map((all) => all.flat());
}

/** A JSON value as a GraphQL literal; a text that begins with # is an enum value. */
export function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (typeof value === 'string') return value.startsWith('#') ? value.slice(1) : JSON.stringify(value);
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, member]) => `${name}: ${literalOf(member)}`)
      .join(', ')} }`;
  return String(value);
}

/** An argument as a literal, or through a variable with or without a default. */
function argumentOf(name: string, type: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Argument> {
  return fc
    .tuple(values, fc.constantFrom('literal', 'variable', 'variable', 'default', 'missing', 'required'))
    .map(([value, how]) => {
      const literal = literalOf(value);
      const sent: unknown = JSON.parse(JSON.stringify(value).replaceAll('"#', '"'));
      switch (how) {
        case 'variable':
          return { name, literal, variable: { type, value: sent } };
        case 'default':
          return { name, literal, variable: { type: `${type} = ${literal}`, value: undefined } };
        case 'missing':
          return { name, literal, variable: { type, value: undefined } };
        case 'required':
          return { name, literal, variable: { type: `${type}!`, value: sent } };
        default:
          return { name, literal, variable: undefined };
      }
    });
}
