import { expect, it } from '@jest/globals';
import { preferredEncoding } from '../../src/runtime/content-encoding.ts';

// Weights of single encodings: cached-reads-revalidation.test.ts.
it.each([
  ['x-br', undefined],
  ['br-x, br.1, not-gzip, gzip2', undefined],
  ['deflate;br', undefined],
  ['deflate;q="br, gzip"', undefined],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['identity, br;q=0.1', undefined],
  [',;, "br', undefined],
  [', br', 'br'],
  [undefined, undefined],
])('sends a client that accepts %s the encoding %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding);
});

it('does not read a header of thousands of tokens', () => {
  expect(preferredEncoding('br'.padEnd(200, ','))).toBe('br');
  expect(preferredEncoding('br'.padEnd(16_000, ','))).toBeUndefined();
});
