import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType, isObjectType } from 'graphql';
import { DRAFT_MEMBERS } from '../../src/cli/publisher/listing.ts';
import { LISTING_COLUMNS } from '../../src/core/feed/feed-store.ts';
import { legacyListingDraft, listingDraft } from '../../src/core/listings/listing-draft.ts';

const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'));

function fieldsOf(name: string): string[] {
  const type = schema.getType(name);
  if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`${name} has no fields.`);
  return Object.keys(type.getFields());
}

/** The places of CONTRIBUTING.md, "Adding a listing field", that no compiler compares with the core. */
describe('the fields of a listing', () => {
  it('are all sent by PublishListingInput', () => {
    const fields = [...Object.keys(listingDraft.shape), 'facts'];
    expect(fieldsOf('PublishListingInput').toSorted()).toEqual(fields.toSorted());
  });

  it('are all sent by PublishLegacyListingInput', () => {
    const { shape } = legacyListingDraft.in;
    expect(fieldsOf('PublishLegacyListingInput').toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  it('are all shown by Listing', () => {
    expect(fieldsOf('Listing').toSorted()).toEqual(
      [...LISTING_COLUMNS, 'status', 'picture', 'publisher', 'giveaway', 'own'].toSorted(),
    );
  });

  it('are all options of the command that publishes', () => {
    expect(DRAFT_MEMBERS.toSorted()).toEqual(Object.keys(listingDraft.shape).toSorted());
  });
});
