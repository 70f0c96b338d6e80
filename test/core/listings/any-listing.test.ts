import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listingDraft } from '../../../src/core/listings/listing-draft.ts';
import { anyText, instant, listing } from '../../support/any-listing.ts';
import { draft } from '../support/drafts.ts';

const RUNS = { numRuns: 300 };
const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });

type Fields = Readonly<Record<string, unknown>>;

/** The listing that a payload is; undefined where it is refused. */
const read = (sent: unknown): Fields | undefined => listingDraft.safeParse(sent).data;

describe('any JSON', () => {
  it('is a text or nothing where it replaces a field of a listing', () => {
    const field = fc.constantFrom(...Object.keys(read(draft()) ?? {}));
    fc.assert(
      fc.property(field, anyJson, (name, value) => {
        const taken = read(draft({ [name]: value }));
        if (taken !== undefined && value !== null) expect(value).toEqual(expect.any(String));
      }),
      RUNS,
    );
  });

  it('is ignored in additional members of a listing', () => {
    const fields = Object.keys(read(draft()) ?? {});
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyJson), (members) => {
        const more = Object.entries(members).filter(([name]) => !fields.includes(name));
        expect(read({ ...Object.fromEntries(more), ...draft() })).toEqual(read(draft()));
      }),
      RUNS,
    );
  });
});

describe('a listing within the limits', () => {
  it('loses only the white space around its texts', () => {
    const space = fc
      .array(fc.constantFrom(' ', '\t', '\n', '\r', '\u00A0', '\u2003', '\u3000', '\uFEFF'), { maxLength: 4 })
      .map((characters) => characters.join(''));
    fc.assert(
      fc.property(listing, space, space, (sent, before, after) => {
        const around = Object.entries(sent).map(([name, value]) => [name, value && before + value + after]);
        expect(read(sent)).toBeDefined();
        expect(read(Object.fromEntries(around))).toEqual(read(sent));
      }),
      RUNS,
    );
  });
});

describe('the URL of a listing', () => {
  it('is an absolute http(s) URL without user information', () => {
    const part = fc.constantFrom(
      'https:',
      'http:',
      'ftp:',
      'javascript:',
      '//',
      '/',
      '@',
      ':',
      'a',
      '.',
      '?',
      '#',
      '%',
    );
    const almost = fc
      .array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 3 })), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(''));
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(almost, fc.webUrl(), anyText(20)), (landingUrl) => {
        if (read(draft({ landingUrl })) === undefined) return;
        const { protocol, host, username, password } = new URL(landingUrl);
        expect(['http:', 'https:']).toContain(protocol);
        expect({ username, password }).toEqual({ username: '', password: '' });
        expect(host).not.toBe('');
        taken += 1;
      }),
      RUNS,
    );
    expect(taken).toBeGreaterThan(50);
  });
});

describe('the end of a listing', () => {
  const digits = (count: number, min = 0, max = 10 ** count - 1) =>
    fc.integer({ min, max }).map((number) => `${number}`.padStart(count, '0'));
  const part = fc.oneof(digits(2, 1, 12), digits(2));
  const almost = fc
    .tuple(digits(4), part, part, part, part, part)
    .map(
      ([year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
    );

  it('is a real instant in the documented form, to the second', () => {
    fc.assert(
      fc.property(fc.oneof(almost, instant, fc.string()), (endDate) => {
        const date = new Date(endDate);
        const isReal =
          !endDate.startsWith('0000') &&
          !Number.isNaN(date.getTime()) &&
          date.toISOString().replace('.000Z', 'Z') === endDate;
        const expected = isReal ? date : endDate.trim() === '' ? null : undefined;
        expect(read(draft({ endDate }))?.['endDate']).toEqual(expected);
      }),
      RUNS,
    );
  });
});
