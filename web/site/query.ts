/** The parameters of an address that its page reads; others are not in it. */
export type Query = ReadonlyMap<string, readonly string[]>;

export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

const MAX_VALUE = 512;
const MAX_VALUES = 20;

/** Reads the named parameters: each value once, in order, without empty ones. Longer or more values than a page needs are dropped. */
export function readQuery(search: string, names: readonly string[]): Query {
  const query = new Map<string, readonly string[]>();
  if (search === '') return query;
  const sent = new URLSearchParams(search);
  for (const name of names) {
    const values = sent
      .getAll(name)
      .map((value) => value.trim())
      .filter((value) => value !== '' && value.length <= MAX_VALUE);
    if (values.length > 0) query.set(name, [...new Set(values)].toSorted().slice(0, MAX_VALUES));
  }
  return query;
}

/** The query string of parameters, with its question mark; empty without parameters. */
export function toSearch(parameters: Parameters): string {
  let search = '';
  const given = Object.keys(parameters).filter((name) => parameters[name] !== undefined);
  for (const name of given.toSorted()) {
    const value = parameters[name] ?? [];
    for (const each of typeof value === 'string' ? [value] : value)
      search += `${search === '' ? '?' : '&'}${encode(name)}=${encode(each)}`;
  }
  return search;
}

// Most values consist of characters that have no other form (URL standard, section 1.3).
const PLAIN = /^[\w.*-]*$/;

function encode(text: string): string {
  return PLAIN.test(text) ? text : new URLSearchParams([['', text]]).toString().slice(1);
}

/** The first value of a parameter. */
export function valueOf(query: Query, name: string): string | undefined {
  return query.get(name)?.[0];
}
