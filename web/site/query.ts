/** The parameters of an address that its page reads; others are not in it. */
export type Query = ReadonlyMap<string, readonly string[]>;

export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A parameter of the address has values that its page cannot use. */
export class WrongParameter extends Error {
  readonly parameter: string;

  /** The message is written as those of the API, which the site translates. */
  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** Reads the named parameters: each value once, in order, without empty ones. */
export function readQuery(search: string, names: readonly string[]): Query {
  const query = new Map<string, readonly string[]>();
  if (search === '') return query;
  const sent = new URLSearchParams(search);
  for (const name of names) {
    const values = sent
      .getAll(name)
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (values.length > 0) query.set(name, [...new Set(values)].toSorted());
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

/** The value of a parameter that an address has once. Throws WrongParameter for several values. */
export function valueOf(query: Query, name: string): string | undefined {
  const [value, ...others] = query.get(name) ?? [];
  if (others.length > 0) throw new WrongParameter(name, 'is repeated: send it once.');
  return value;
}

/** The one of these values that a parameter chooses; addresses have it as `write` writes it. Throws WrongParameter for another one. */
export function choiceOf<Value extends string>(
  query: Query,
  name: string,
  values: readonly Value[],
  write: (value: Value) => string = (value) => value,
): Value | undefined {
  const text = valueOf(query, name);
  if (text === undefined) return undefined;
  const chosen = values.find((value) => write(value).toLowerCase() === text.toLowerCase());
  if (chosen === undefined)
    throw new WrongParameter(name, `must have one of these values: ${values.map(write).join(', ')}.`);
  return chosen;
}

/** The digits of a parameter. Throws WrongParameter for another text. */
export function numberOf(query: Query, name: string): string | undefined {
  const text = valueOf(query, name);
  if (text !== undefined && !/^\d{1,9}$/.test(text))
    throw new WrongParameter(name, 'must be a whole number.');
  return text;
}
