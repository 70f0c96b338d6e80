import { describe, expect, it } from '@jest/globals';
import { legacyDraft, newEmail } from '../../support/listings.ts';
import {
  assign,
  gateway,
  importListings,
  listingById,
  publish,
  useLegacyGateway,
  type Fields,
} from './legacy-gateway.ts';

useLegacyGateway();

describe('an import', () => {
  it('skips what exists, owned or not, and leaves it as it is', async () => {
    const key = await gateway.createKey();
    const [owned, unowned, fresh] = [legacyDraft(), legacyDraft(), legacyDraft()];
    const { id } = (await publish(key, owned)).body.listing;
    await importListings([unowned]);

    const { data } = await importListings([
      { ...owned, title: 'Changed' },
      { ...unowned, title: 'Changed' },
      fresh,
    ]);

    expect(data.importLegacyListings).toEqual({ imported: 1, skipped: 2 });
    expect(await listingById(id)).toMatchObject({ title: owned['title'] });
    const { listing } = (await assign(unowned['externalId'], { account: newEmail() })).data
      .assignLegacyListing;
    expect(listing.title).toBe(unowned['title']);
  });

  it('takes an ID that stands twice in it once', async () => {
    const twice = legacyDraft();
    const { data } = await importListings([twice, twice, legacyDraft()]);
    expect(data.importLegacyListings).toEqual({ imported: 2, skipped: 1 });
  });

  it('is all or nothing: a wrong entry is named, and none is kept', async () => {
    const right = legacyDraft();

    const { data, errors } = await importListings([right, legacyDraft({ url: 'nowhere' })]);

    expect(data).toBeNull();
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_PAYLOAD',
      fields: [{ path: ['listings', 1, 'url'] }],
    });
    expect((await publish(await gateway.createKey(), right)).status).toBe(200);
  });

  it.each([
    [0, 'is empty'],
    [101, 'at most 100'],
  ])('of %i listings is refused', async (count, message) => {
    const { errors } = await importListings(Array.from({ length: count }, () => legacyDraft()));
    expect(errors[0].extensions.code).toBe('INVALID_PAYLOAD');
    expect(errors[0].message).toContain(message);
  });

  it('of 100 listings is taken', async () => {
    const { data } = await importListings(Array.from({ length: 100 }, () => legacyDraft()));
    expect(data.importLegacyListings).toEqual({ imported: 100, skipped: 0 });
  });
});

describe('an assignment', () => {
  it.each<[string, () => Fields]>([
    ['neither account nor namespace', () => ({})],
    ['both of them', () => ({ account: newEmail(), namespace: 'client:a#b' })],
    ['an address that is none', () => ({ account: 'someone' })],
  ])('with %s is refused', async (_what, owner) => {
    const sent = legacyDraft();
    await importListings([sent]);
    expect((await assign(sent['externalId'], owner())).errors[0].extensions.code).toBe('INVALID_PAYLOAD');
  });

  it('of a record that is owned, or not there, finds nothing', async () => {
    const owned = legacyDraft();
    await publish(await gateway.createKey(), owned);
    for (const externalId of [owned['externalId'], 'never-imported']) {
      const { errors } = await assign(externalId, { account: newEmail() });
      expect(errors[0].extensions.code).toBe('NOT_FOUND');
    }
  });

  it('is for the operator only', async () => {
    const sent = legacyDraft();
    await importListings([sent]);
    const account = newEmail();
    const { errors } = await assign(sent['externalId'], { account }, await gateway.createKey(account));
    expect(errors[0].extensions.code).toBe('UNAUTHORIZED');
  });
});
