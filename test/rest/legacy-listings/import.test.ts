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

describe('an import of legacy listings', () => {
  it('skips existing records, with or without an owner, and does not change them', async () => {
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

  it('imports an ID that it contains twice only once', async () => {
    const twice = legacyDraft();
    const { data } = await importListings([twice, twice, legacyDraft()]);
    expect(data.importLegacyListings).toEqual({ imported: 2, skipped: 1 });
  });

  it('imports nothing when one entry is invalid, and names that entry', async () => {
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
  ])('is refused with %i listings', async (count, message) => {
    const { errors } = await importListings(Array.from({ length: count }, () => legacyDraft()));
    expect(errors[0].extensions.code).toBe('INVALID_PAYLOAD');
    expect(errors[0].message).toContain(message);
  });

  it('is accepted with 100 listings', async () => {
    const { data } = await importListings(Array.from({ length: 100 }, () => legacyDraft()));
    expect(data.importLegacyListings).toEqual({ imported: 100, skipped: 0 });
  });
});

describe('an assignment of a legacy listing', () => {
  it.each<[string, () => Fields]>([
    ['neither account nor namespace', () => ({})],
    ['both an account and a namespace', () => ({ account: newEmail(), namespace: 'client:a#b' })],
    ['an invalid e-mail address', () => ({ account: 'someone' })],
  ])('is refused with %s', async (_what, owner) => {
    const sent = legacyDraft();
    await importListings([sent]);
    expect((await assign(sent['externalId'], owner())).errors[0].extensions.code).toBe('INVALID_PAYLOAD');
  });

  it('is refused for a record that has an owner or does not exist', async () => {
    const owned = legacyDraft();
    await publish(await gateway.createKey(), owned);
    for (const externalId of [owned['externalId'], 'never-imported']) {
      const { errors } = await assign(externalId, { account: newEmail() });
      expect(errors[0].extensions.code).toBe('NOT_FOUND');
    }
  });

  it('is allowed for the operator only', async () => {
    const sent = legacyDraft();
    await importListings([sent]);
    const account = newEmail();
    const { errors } = await assign(sent['externalId'], { account }, await gateway.createKey(account));
    expect(errors[0].extensions.code).toBe('UNAUTHORIZED');
  });
});
