export const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
export const nested = (depth: number, leaf: string) =>
  `${'{ ofType '.repeat(depth)}{ ${leaf} }${' }'.repeat(depth)}`;
/** Each fragment spreads the next one this many times. */
const fan = (fragments: number, spreads: number) =>
  `{ ...F0 } ${repeat(fragments, (index) => `fragment F${index} on Query { ${index === fragments - 1 ? '__typename' : repeat(spreads, () => `...F${index + 1}`)} }`)}`;
/** Nine levels of pages and objects around a leaf, all pages of size one. */
export const pages = (leaf: string) =>
  `{ giveaways(first: 1) { edges { node ${'{ rounds(first: 1) { nodes { giveaway '.repeat(4)}{ ${leaf} }${' } } }'.repeat(4)} } } }`;
/** A feed whose cost is four per requested listing. */
export const costlyFeed = (alias: string, first: number | string) =>
  `${alias}: feed(first: ${first}) { edges { node { publisher { id } } } }`;
export const cheapFeed = (alias: string, first: number) => `${alias}: feed(first: ${first}) { generatedAt }`;

export const TOO_MUCH = [
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
