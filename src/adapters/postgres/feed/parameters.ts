/** The values of one statement; `add` returns the placeholder of a value. */
export interface Parameters {
  readonly values: readonly unknown[];
  add(value: unknown, type: 'text' | 'text[]' | 'timestamptz' | 'tsquery' | 'bigint'): string;
}

export function createParameters(): Parameters {
  const values: unknown[] = [];
  return {
    values,
    add: (value, type) => `$${values.push(value)}::${type}`,
  };
}
