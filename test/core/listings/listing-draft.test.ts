import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { legacyListingDraft, listingDraft, readInstant } from '../../../src/core/listings/listing-draft.ts';

describe('an instant', () => {
  it.each([
    '2027-01-31T18:00:00Z',
    '2024-02-29T23:59:59Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2000-02-29T00:00:00Z',
    '1970-01-01T00:00:00Z',
  ])('may be %s', (text) => {
    expect(readInstant(text)?.toISOString()).toBe(text.replace('Z', '.000Z'));
  });

  it.each([
    '',
    '2027-01-31',
    '2027-01-31T18:00Z',
    '2027-01-31T18:00:00',
    '2027-01-31T18:00:00z',
    '2027-01-31t18:00:00Z',
    '2027-01-31 18:00:00Z',
    '2027-01-31T18:00:00.000Z',
    '2027-01-31T18:00:00+00:00',
    '2027-1-31T18:00:00Z',
    '2027-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2027-02-30T00:00:00Z',
    '2027-04-31T00:00:00Z',
    '2027-00-10T00:00:00Z',
    '2027-13-10T00:00:00Z',
    '2027-01-00T00:00:00Z',
    '2027-01-32T00:00:00Z',
    '2027-01-31T24:00:00Z',
    '2027-01-31T25:00:00Z',
    '2027-01-31T18:60:00Z',
    '2027-01-31T18:00:60Z',
    '0000-01-01T00:00:00Z',
    '+02027-01-31T18:00:00Z',
    '-0001-01-31T18:00:00Z',
    '２０２７-01-31T18:00:00Z',
    '2027-01-31T18:00:00Z ',
    '2027-01-31T18:00:00Z\n',
    'N/A',
    'infinity',
  ])('is never %j', (text) => {
    expect(readInstant(text)).toBeUndefined();
  });

  it('is read exactly when it is written in the one way, whatever the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), (second) => {
        const text = new Date(second * 1_000).toISOString().replace('.000Z', 'Z');
        expect(readInstant(text)?.getTime()).toBe(second * 1_000);
      }),
    );
  });
});

const SENT = { sourceExternalId: 'x', title: 't', description: 'd', landingUrl: 'https://example.com/' };
const LEGACY = { externalId: 'x', title: 't', description: 'd', url: 'https://example.com/' };
const DEFAULTS = {
  provider: 'Independent publisher',
  image: '',
  platform: 'all',
  worth: 'N/A',
  instructions: expect.stringMatching(/entry page/),
  endDate: null,
};

describe('a listing as it is sent', () => {
  it('takes its defaults for what is left out, null or empty', () => {
    const optional = Object.keys(DEFAULTS);
    for (const value of [undefined, null, '', '  ']) {
      const sent = { ...SENT, ...Object.fromEntries(optional.map((name) => [name, value])) };
      expect(listingDraft.parse(sent)).toEqual({ ...SENT, ...DEFAULTS });
    }
  });

  it('cannot set what is not the publisher’s to say', () => {
    const sent = {
      ...SENT,
      id: 'x',
      namespace: 'x',
      publisherId: 'x',
      verified: true,
      status: 'withdrawn',
      createdAt: 'x',
    };
    expect(listingDraft.parse(sent)).toEqual({ ...SENT, ...DEFAULTS });
  });

  it.each([[null], ['text'], [1], [[]], [undefined]])('is refused as a whole when it is %j', (sent) => {
    expect(listingDraft.safeParse(sent).success).toBe(false);
    expect(legacyListingDraft.safeParse(sent).success).toBe(false);
  });

  it('a listing of the legacy endpoint is the same under other names', () => {
    expect(legacyListingDraft.parse(LEGACY)).toEqual(listingDraft.parse(SENT));
  });

  it.each([
    ['2027-01-31T18:00:00Z', '2027-01-31T18:00:00Z'],
    ['2027-01-31 18:00:00', '2027-01-31T18:00:00Z'],
    [' 2027-01-31 18:00:00 ', '2027-01-31T18:00:00Z'],
  ])('a listing of the legacy endpoint may write its end as "%s"', (endDate, instant) => {
    expect(legacyListingDraft.parse({ ...LEGACY, endDate }).endDate).toEqual(new Date(instant));
  });

  it.each([
    '2027-02-30 18:00:00',
    '2027-01-31',
    '2027-01-31 24:00:00',
    '2027-01-31 18:00:60',
    '2027-01-31 18:00:00+00',
    '31.01.2027 18:00:00',
    '1801418400',
    '2027-01-31 18:00',
    '2027-01-31  18:00:00',
    '2027-01-31 18:00:00Z',
    '2027-01-31T18:00:00',
  ])('a listing of the legacy endpoint cannot write its end as "%s"', (endDate) => {
    expect(legacyListingDraft.safeParse({ ...LEGACY, endDate }).success).toBe(false);
  });
});
