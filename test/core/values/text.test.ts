import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  fitsCodePoints,
  isWebUrl,
  optionalText,
  optionalUrl,
  requiredText,
} from '../../../src/core/values/text.ts';

const messages = (schema: ReturnType<typeof requiredText>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a length in code points', () => {
  it.each([
    ['', 0, true],
    ['a', 0, false],
    ['abc', 3, true],
    ['abcd', 3, false],
    ['🎁🎁🎁', 3, true],
    ['🎁🎁🎁a', 3, false],
    ['e\u0301', 1, false],
    ['👨‍👩‍👧', 5, true],
    ['👨‍👩‍👧', 4, false],
    ['\ud800\ud800', 2, true],
  ])('fits or not: %j within %i', (text, limit, fits) => {
    expect(fitsCodePoints(text, limit)).toBe(fits);
  });

  it('is what a plain count says, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, limit) => {
        expect(fitsCodePoints(text, limit)).toBe(Array.from(text).length <= limit);
      }),
    );
  });
});

describe('a required text', () => {
  it.each([
    ['as it is', 'abc', 'abc'],
    ['trimmed', ' \t\n abc\u00a0 ', 'abc'],
    ['of the limit', '🎁'.repeat(5), '🎁'.repeat(5)],
    ['of the limit after trimming', `  ${'a'.repeat(5)}  `, 'aaaaa'],
    ['with spaces within', 'a  b', 'a  b'],
  ])('is taken %s', (_how, sent, read) => {
    expect(requiredText(5).parse(sent)).toBe(read);
  });

  it.each([
    ['missing', undefined, /is required/],
    ['empty', '', /is required/],
    ['only spaces', '   ', /is required/],
    ['null', null, /must be a string/],
    ['a number', 1, /must be a string/],
    ['an array', ['a'], /must be a string/],
    ['an object', { toString: () => 'a' }, /must be a string/],
    ['too long', 'a'.repeat(6), /too long: shorten it to 5/],
    ['too long in code points', '🎁'.repeat(6), /too long/],
    ['with U+0000', 'a\u0000', /U\+0000/],
    ['with a high surrogate alone', 'a\ud800', /surrogate/],
    ['with a low surrogate alone', '\udc00a', /surrogate/],
    ['with surrogates the wrong way round', '\udc00\ud800', /surrogate/],
  ])('is refused when it is %s, and the message says what to do', (_what, sent, message) => {
    expect(messages(requiredText(5), sent).join(' ')).toMatch(message);
  });
});

describe('an optional text', () => {
  it.each([[undefined], [null], [''], ['  ']])('falls back for %j', (sent) => {
    expect(optionalText(5, 'none').parse(sent)).toBe('none');
    expect(optionalText(5, null).parse(sent)).toBeNull();
  });

  it('is the text otherwise', () => {
    expect(optionalText(5, 'none').parse(' a ')).toBe('a');
    expect(optionalText(5, 'none').safeParse('abcdef').success).toBe(false);
  });
});

describe('a URL of the web', () => {
  it.each([
    'http://example.com',
    'https://example.com/',
    'HTTPS://EXAMPLE.COM/A?b=c#d',
    'https://example.com:8443/a',
    'https://exämple.com/ü?q=東京',
    'https://192.0.2.1/a',
    'https://[2001:db8::1]/a',
    'https://example.com/a@b',
    'https://example.com/?q=a@b:c',
    'http://localhost/',
  ])('may be %s', (url) => {
    expect(isWebUrl(url)).toBe(true);
  });

  it.each([
    '',
    'example.com',
    '//example.com/a',
    '/a',
    'ftp://example.com/',
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'https:example.com',
    'https:/example.com',
    'https://',
    'https:///a',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://@example.com/',
    'https://:@example.com/',
    'https://example.com/a b',
    'https://example.com/a\tb',
    'https://example.com/a\nb',
    'https://exam\u0000ple.com/',
    'https://example.com\\@example.org/',
    'https://example.com/<script>',
    'https://example.com/"',
    'https://example.com:99999/',
    'https://exa mple.com/',
    ' https://example.com/',
  ])('is never %j', (url) => {
    expect(isWebUrl(url)).toBe(false);
  });

  it('may be left out where it is optional', () => {
    for (const sent of [undefined, null, '', ' ']) expect(optionalUrl().parse(sent)).toBe('');
    expect(optionalUrl().safeParse('nothing').success).toBe(false);
  });
});
