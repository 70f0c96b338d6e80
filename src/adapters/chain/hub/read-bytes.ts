const WORD = 64;

/** The word at an index of ABI-encoded words without 0x, as a number. */
export function readCount(words: string, index: number): number {
  return Number(`0x${words.slice(index * WORD, (index + 1) * WORD)}`);
}

/** The `bytes` whose length is at an index of ABI-encoded words without 0x, as 0x hex. Throws when they end early. */
export function readBytes(words: string, index: number): string {
  const start = (index + 1) * WORD;
  const length = readCount(words, index) * 2;
  const digits = words.slice(start, start + length);
  if (digits.length !== length) throw new Error('The encoded bytes end early.');
  return `0x${digits}`;
}
