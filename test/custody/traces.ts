/** The forms in which the 32 bytes of a key could occur, by name. */
function formsOf(key: Buffer): Readonly<Record<string, Buffer>> {
  const hex = key.toString('hex');
  const base64 = key.toString('base64').replace(/=+$/, '');
  const texts = {
    hex,
    'upper-case hex': hex.toUpperCase(),
    base64,
    base64url: key.toString('base64url'),
    'base64 after one byte': inside(Buffer.concat([Buffer.alloc(1), key]).toString('base64')),
    'base64 after two bytes': inside(Buffer.concat([Buffer.alloc(2), key]).toString('base64')),
    decimal: BigInt(`0x${hex}`).toString(),
    'list of bytes': [...key].join(','),
    'pretty list of bytes': [...key].join(', '),
  };
  return {
    bytes: key,
    'reversed bytes': Buffer.from(key.toReversed()),
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])),
  };
}

// The characters at both ends depend on the bytes beside the key.
function inside(base64: string): string {
  return base64.slice(4, 40);
}

/** The forms of this key that occur in the bytes. */
export function findTraces(haystack: Buffer | string, key: Buffer): string[] {
  const bytes = Buffer.from(haystack);
  return Object.entries(formsOf(key)).flatMap(([name, form]) => (bytes.includes(form) ? [name] : []));
}
