/** A union of the core as an enumeration of the schema: its names are the values in upper case. */
export function toEnum<Value extends string>(
  values: readonly Value[],
): { readonly [Key in Value as Uppercase<Key>]: Key } {
  return Object.fromEntries(values.map((value) => [value.toUpperCase(), value])) as {
    readonly [Key in Value as Uppercase<Key>]: Key;
  };
}
