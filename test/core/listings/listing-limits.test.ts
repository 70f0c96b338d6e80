import { describe, expect, it } from '@jest/globals';
import type { DomainError } from '../../../src/core/errors.ts';
import { legacyListingDraft, listingDraft } from '../../../src/core/listings/listing-draft.ts';
import { parseInput } from '../../../src/core/use-case.ts';
import { draft, legacyDraft } from '../support/drafts.ts';
import { DEFAULT_TEXTS, LIMITS, REQUIRED, textOf } from '../../support/listing-limits.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A listing by its fields, or the message that refuses it; the legacy payload must come to the same. */
function read(fields: Fields): { readonly listing?: Fields; readonly refused?: string } {
  const result = attempt(listingDraft, draft(fields));
  if (!('provider' in fields)) {
    const { sourceExternalId = 'summer', landingUrl = draft().landingUrl, ...rest } = fields;
    const given = 'sourceExternalId' in fields ? fields['sourceExternalId'] : sourceExternalId;
    const url = 'landingUrl' in fields ? fields['landingUrl'] : landingUrl;
    const legacy = attempt(legacyListingDraft, legacyDraft({ ...rest, externalId: given, url }));
    expect(Object.keys(legacy)).toEqual(Object.keys(result));
    if (legacy.listing) expect(legacy.listing).toEqual(result.listing);
  }
  return result;
}

function attempt(schema: typeof listingDraft | typeof legacyListingDraft, sent: unknown) {
  try {
    return { listing: parseInput(schema, sent) as Fields };
  } catch (error) {
    return { refused: (error as DomainError).message };
  }
}

const DEFAULTS = { ...DEFAULT_TEXTS, endDate: null };
const FIELDS = [...REQUIRED, ...Object.keys(DEFAULTS)];
const ALPHABETS = [
  ['letters', 'x'],
  ['letters of two bytes', 'ß'],
  ['ideographs', '海'],
  ['emoji', '🎁'],
  ['letters of the rarer planes', '𝒳'],
  ['combining marks', '\u0301'],
] as const;

const limits = Object.entries(LIMITS);

describe.each(ALPHABETS)('a text counted in %s', (_what, character) => {
  it.each(limits)('a text of %s may have %i characters and not one more', (field, limit) => {
    const longest = textOf(field, limit, character);
    expect(read({ [field]: longest }).listing).toHaveProperty([field], longest);
    expect(read({ [field]: `${longest}${character}` }).refused).toBe(
      `${field} is too long: shorten it to ${limit} characters.`,
    );
  });
});

describe('characters of several code points', () => {
  it.each([
    ['a family', '👨‍👩‍👧‍👦', 7],
    ['a flag', '🇮🇸', 2],
    ['a letter with its accent', 'e\u0301', 2],
  ])('count for each of them: %s', (_what, character, size) => {
    expect(read({ worth: character.repeat(Math.floor(40 / size)) }).refused).toBeUndefined();
    expect(read({ worth: character.repeat(Math.floor(40 / size) + 1) }).refused).toMatch(/^worth is/);
  });
});

describe('white space', () => {
  it.each(limits)('around %s does not count for its limit', (field, limit) => {
    const longest = textOf(field, limit, 'x');
    expect(read({ [field]: ` \t\n\u00A0\u3000${longest}\r\n ` }).listing).toHaveProperty([field], longest);
  });

  it('is taken off an end, and kept within a text', () => {
    expect(read({ endDate: ' 2031-05-05T05:05:05Z\n' }).listing).toHaveProperty(
      'endDate',
      new Date('2031-05-05T05:05:05Z'),
    );
    const title = 'one  two\n\tthree';
    expect(read({ title }).listing).toHaveProperty('title', title);
  });
});

describe('line ends', () => {
  it.each([['description'], ['instructions']])(
    'line ends of %s are one character each, however they are sent',
    (field) => {
      const lines = Array.from({ length: 2_000 }, () => 'x').join('\n');
      for (const end of ['\n', '\r\n', '\r'])
        expect(read({ [field]: `${lines.replaceAll('\n', end)}${end}` }).listing).toHaveProperty(
          [field],
          lines,
        );
    },
  );
});

describe('a text without any visible character', () => {
  it.each([
    ['a space of no width', '\u200B'],
    ['a joiner', '\u200D'],
    ['a mark of direction', '\u200E\u202E'],
    ['soft hyphens', '\u00AD\u00AD'],
    ['a Hangul filler', '\u3164'],
    ['a half-width Hangul filler', '\uFFA0'],
    ['a variation selector', '\uFE0F'],
    ['a tag', '\u{E0041}'],
    ['the blank Braille pattern', '\u2800'],
    ['controls', '\u0001\u0085'],
    ['an annotation anchor', '\uFFF9'],
    ['all of them among spaces', ' \u200B \u3164\u2800\n\uFE0F\u2060 '],
  ])('is refused: %s', (_what, text) => {
    for (const field of ['title', 'description', 'provider', 'platform', 'worth', 'instructions'])
      expect(read({ [field]: text }).refused).toBe(
        `${field} has no visible character: send text that readers can see.`,
      );
  });

  it.each([['👨‍👩‍👧'], ['\u200Fسيارة'], ['.'], ['\u0301'], ['𝒳'], ['\uE000']])('is not %j', (text) => {
    expect(read({ title: text, provider: text, platform: text }).refused).toBeUndefined();
  });

  it('may be an ID, which only programs read', () => {
    expect(read({ sourceExternalId: '\u200B' }).refused).toBeUndefined();
  });
});

describe('a field', () => {
  it.each(Object.entries(DEFAULTS))('%s without a value takes its default %j', (field, fallback) => {
    for (const value of [undefined, null, '', ' \t '])
      expect(read({ [field]: value }).listing).toHaveProperty([field], fallback);
  });

  it.each(REQUIRED)('%s may not be empty, blank, absent or null', (field) => {
    const limit = LIMITS[field as keyof typeof LIMITS];
    for (const value of ['', ' ', '\n\u3000\uFEFF', undefined])
      expect(read({ [field]: value }).refused).toBe(`${field} is required: send 1 to ${limit} characters.`);
    expect(read({ [field]: null }).refused).toMatch(new RegExp(`^${field} must be a string`));
  });

  it.each(FIELDS)('%s is refused by its name when it is no text', (field) => {
    for (const value of [0, 1.5, true, false, [], ['a'], {}, { a: 'b' }])
      expect(read({ [field]: value }).refused).toMatch(new RegExp(`^${field} must `));
  });

  it.each(Object.keys(LIMITS))('%s is refused with U+0000 or half of a surrogate pair', (field) => {
    const start = textOf(field, 40, 'x').slice(0, 39);
    // In a URL it is a character that a URL has not.
    const nothing = /url|image/i.test(field) ? /https?:\/\/|U\+0000/ : /contains the character U\+0000/;
    expect(read({ [field]: `${start}\u0000` }).refused).toMatch(nothing);
    for (const half of ['\uD83C', '\uDF81', '\uDF81\uD83C'])
      expect(read({ [field]: `${start.slice(0, 37)}${half}` }).refused).toMatch(
        /contains half of a surrogate pair/,
      );
  });

  it('is named with each of the others that are wrong', () => {
    const { refused } = read({
      title: '',
      landingUrl: 'nowhere',
      worth: 'x'.repeat(41),
      platform: 'a\u0000',
      endDate: 'soon',
    });
    for (const field of ['title', 'landingUrl', 'worth', 'platform', 'endDate'])
      expect(refused).toMatch(new RegExp(`(^|\\. )${field} `));
  });
});

describe('the end', () => {
  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '1969-12-31T23:59:59Z', '2020-01-01T00:00:00Z'])(
    'may be %s',
    (endDate) => {
      expect(read({ endDate }).listing).toHaveProperty('endDate', new Date(endDate));
    },
  );

  it.each([
    '2031-02-29T00:00:00Z',
    '2031-01-01T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '2031-01-01',
    'N/A',
    '1924992000',
  ])('may not be %s', (endDate) => {
    expect(read({ endDate }).refused).toMatch(/^endDate must be a real instant written YYYY-MM-DDTHH:MM:SSZ/);
  });
});

describe.each(['landingUrl', 'image'])('the URL %s', (field) => {
  it.each([
    'https://a.example.com',
    'HTTP://A.EXAMPLE.COM/',
    'http://localhost:8080/x?y=z#w',
    'https://a.example.com:443/a%20b/?q=%C3%A9&r=[1]',
    'https://пример.example.com/страница',
    'https://xn--e1afmkfd.example.com/',
    'https://192.0.2.1/',
    'https://[2001:db8::1]:8443/',
    "https://a.example.com/it's(fine)~*!$&,;=:@",
  ])('may be %s', (url) => {
    expect(read({ [field]: url }).listing).toHaveProperty([field], url);
  });

  it.each([
    'a.example.com',
    '//a.example.com',
    '/giveaways/1',
    'https:a.example.com',
    'https:/a.example.com',
    'https:///a.example.com',
    'https://',
    'https://?q',
    'https:// a.example.com',
    'https://a.example.com/a b',
    'https://a.example.com/\ta',
    'https://a.example.com/"x"',
    'https://a.example.com/<x>',
    'https://a.example.com\\x',
    'https://a.example.com:99999/',
    'https://a..example.com:x/',
    'https://user@a.example.com/',
    'https://user:secret@a.example.com/',
    'https://@a.example.com/',
    'https://:@a.example.com/',
    'https://[::1/',
    'https://a.example.com%00/',
    'ftp://a.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/hosts',
    'mailto:someone@example.com',
    'ws://a.example.com/',
    'view-source:https://a.example.com/',
  ])('may not be %j', (url) => {
    expect(read({ [field]: url }).refused).toMatch(
      /^(?:landingUrl|image) must be an absolute http:\/\/ or https:\/\/ URL without user name, password, white space, quotation marks, angle brackets or backslashes\.$/,
    );
  });
});
