import { describe, expect, it } from '@jest/globals';
import { keyExpiry } from '../../../src/core/api-keys/key-expiry.ts';
import { verifyListing } from '../../../src/core/listings/badge/verify-listing.ts';
import { saveListingDraft } from '../../../src/core/listings/drafts/save-listing-draft.ts';
import { seenVersion } from '../../../src/core/listings/seen-version.ts';

const draft = { id: 'a'.repeat(16), revision: 0, texts: {}, listingId: 'lst_1' };
const INPUTS = [
  [
    'the version of a verified listing',
    (at: Date) => verifyListing.input.safeParse({ id: 'lst_1', expectedUpdatedAt: at }),
  ],
  ['the version of a replaced listing', (at: Date) => seenVersion.safeParse({ expected: { updatedAt: at } })],
  [
    'the version of a draft',
    (at: Date) => saveListingDraft.input.safeParse({ ...draft, listingVersion: at }),
  ],
  ['the end of a key', (at: Date) => keyExpiry.safeParse(at)],
] as const;

describe.each(INPUTS)('%s', (_what, parse) => {
  it.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])('may be %s', (instant) => {
    expect(parse(new Date(instant)).success).toBe(true);
  });

  it.each(['0000-12-31T23:59:59.999Z', '+010000-01-01T00:00:00.000Z'])(
    'is refused as %s, which no statement can write',
    (instant) => {
      expect(parse(new Date(instant)).success).toBe(false);
    },
  );
});

it.each(['2031-08-31t18:00:00.5z', '2031-08-31t20:00:00.5+02:00'])(
  'the end of a key may be written in small letters: %s',
  (text) => {
    expect(keyExpiry.parse(text)).toEqual(new Date('2031-08-31T18:00:00.500Z'));
  },
);
