import { describe, expect, it } from '@jest/globals';
import { listingDraft } from '../../../src/core/listings/listing-draft.ts';
import type { SeenVersion } from '../../../src/core/listings/listing-writer.ts';
import { draft } from '../support/drafts.ts';
import { listingsUnderTest } from './listings-under-test.ts';
import { AT, later, pageOf, placeOf, unique, type PortsUnderTest } from './ports-under-test.ts';

/** What use cases rely on of the stores of listings. */
export function describeListingStores(open: () => PortsUnderTest): void {
  const { put, withdraw, newPublisher } = listingsUnderTest(open);

  describe('the listing writer', () => {
    it('creates a listing, and replaces it in its place', async () => {
      const { namespace, id } = await newPublisher();
      const first = await put(namespace, id);
      expect(first).toMatchObject({
        namespace,
        publisherId: id,
        verified: false,
        status: 'published',
        createdAt: AT,
      });
      const second = await put(namespace, id, { title: 'Other' }, later(5));
      expect(second).toEqual({ ...first, title: 'Other', updatedAt: later(5) });
      expect(await open().listings.find(namespace, 'summer')).toEqual(second);
    });

    it('moves updatedAt on within a millisecond and when the clock goes back', async () => {
      const { namespace, id } = await newPublisher();
      await put(namespace, id);
      expect((await put(namespace, id))?.updatedAt).toEqual(new Date(AT.getTime() + 1));
      expect((await put(namespace, id, {}, later(-60)))?.updatedAt).toEqual(new Date(AT.getTime() + 2));
    });

    it('replaces only the version that was seen, or an equal one', async () => {
      const { namespace, id } = await newPublisher();
      const putSeen = (title: string, seen: SeenVersion, seconds: number) =>
        put(namespace, id, { title, endDate: '2030-08-31T18:00:00Z' }, later(seconds), seen);
      const first = await putSeen('First', 'absent', 1);
      expect(first).toMatchObject({ title: 'First', updatedAt: later(1) });
      expect(await putSeen('Other', 'absent', 2)).toBeUndefined();
      expect(await putSeen('First', 'absent', 3)).toMatchObject({ id: first?.id });
      expect(await putSeen('Second', later(1), 4)).toBeUndefined();
      expect(await putSeen('Second', later(3), 5)).toMatchObject({ id: first?.id, title: 'Second' });
      expect(await putSeen('Second', later(3), 6)).toMatchObject({ title: 'Second' });
      await withdraw(namespace, 'summer', later(7));
      expect(await putSeen('Second', later(6), 8)).toBeUndefined();
      expect(await open().listings.find(namespace, 'summer')).toMatchObject({ status: 'withdrawn' });
    });

    it('replaces a version once when several requests have seen it', async () => {
      const { namespace, id } = await newPublisher();
      const first = await put(namespace, id);
      const titles = Array.from({ length: 8 }, (_, index) => `Title ${index}`);
      const written = await Promise.all(
        titles.map((title) => put(namespace, id, { title }, later(1), first?.updatedAt)),
      );
      expect(written.filter((each) => each !== undefined)).toHaveLength(1);
    });

    it('leaves the listing of another publisher, or of none, as it is', async () => {
      const [owner, other] = [await newPublisher(), await newPublisher()];
      const owned = await put(owner.namespace, owner.id);
      expect(await put(owner.namespace, other.id)).toBeUndefined();
      expect(await open().listings.find(owner.namespace, 'summer')).toEqual(owned);
      const namespace = unique('n');
      await put(namespace, null);
      expect(await put(namespace, other.id)).toBeUndefined();
    });

    it.each([
      ['title', 'Other', false],
      ['provider', 'Other', false],
      ['landingUrl', 'https://publisher.example/other', false],
      ['description', 'Other', true],
      ['worth', '$5', true],
    ])('keeps the badge through a change of %s to %s: %s', async (field, value, keeps) => {
      const { namespace, id } = await newPublisher();
      const listing = await put(namespace, id);
      await open().listings.setVerified(listing!.id, true);
      expect((await put(namespace, id, { [field]: value }))?.verified).toBe(keeps);
    });
  });

  describe('the listing store', () => {
    it('withdraws a published listing once', async () => {
      const { namespace, id } = await newPublisher();
      const { id: listingId } = (await put(namespace, id))!;
      expect(await open().listings.withdraw('pub_other', listingId, later(5))).toBe(false);
      expect(await open().listings.withdraw(id, listingId, later(5))).toBe(true);
      expect(await open().listings.withdraw(id, listingId, later(9))).toBe(false);
      expect(await open().listings.withdraw(id, 'lst_absent', later(9))).toBe(false);
      expect(await open().listings.find(namespace, 'summer')).toMatchObject({
        status: 'withdrawn',
        updatedAt: later(5),
      });
      expect(await open().listings.findPublished([listingId])).toEqual([]);
    });

    it('finds a listing of its publisher by its id, and by its ID in the own namespace before a legacy one', async () => {
      const [{ namespace, id: publisherId }, other] = [await newPublisher(), await newPublisher()];
      const sourceExternalId = unique('x');
      const legacy = (await put('legacy', publisherId, { sourceExternalId }))!;
      const owner = { namespace, publisherId };
      const { listings } = open();
      expect(await listings.findOwn(owner, { sourceExternalId })).toEqual(legacy);
      const own = (await put(namespace, publisherId, { sourceExternalId }))!;
      expect(await listings.findOwn(owner, { sourceExternalId })).toEqual(own);
      expect(await listings.findOwn(owner, { id: legacy.id })).toEqual(legacy);
      const stranger = { namespace: other.namespace, publisherId: other.id };
      for (const reference of [{ id: legacy.id }, { id: own.id }, { sourceExternalId }])
        expect(await listings.findOwn(stranger, reference)).toBeUndefined();
    });

    it('changes the badge of a listing that is there', async () => {
      const { namespace, id } = await newPublisher();
      const listing = (await put(namespace, id))!;
      expect(await open().listings.setVerified(listing.id, true)).toEqual({ ...listing, verified: true });
      expect(await open().listings.setVerified('lst_none', true)).toBeUndefined();
      expect(await open().listings.setVerified('lst_none', true, AT)).toBeUndefined();
      expect(await open().listings.setVerified(listing.id, false, later(1))).toBe('outdated');
      expect(await open().listings.setVerified(listing.id, false, AT)).toEqual(listing);
    });

    it('imports what is not there, an ID that occurs twice as the later one, and assigns it once', async () => {
      const { id } = await newPublisher();
      const externalId = unique('x');
      const legacy = (title: string) => ({
        namespace: 'legacy',
        publisherId: null,
        draft: listingDraft.parse(draft({ sourceExternalId: externalId, title })),
        now: AT,
        newId: unique('lst'),
      });
      expect(await open().listings.importLegacy([legacy('First'), legacy('Second')])).toBe(1);
      expect(await open().listings.importLegacy([legacy('Third')])).toBe(0);
      const assigned = await open().listings.assignLegacy(externalId, id);
      expect(assigned).toMatchObject({ title: 'Second', publisherId: id });
      expect(await open().listings.assignLegacy(externalId, id)).toBeUndefined();
    });

    it('pages through the listings of a publisher, newest change first, in both directions', async () => {
      const { namespace, id } = await newPublisher();
      for (const [place, name] of ['a', 'b', 'c', 'd'].entries())
        await put(namespace, id, { sourceExternalId: name }, later(place));
      const idsOf = (page: { readonly items: readonly { readonly sourceExternalId: string }[] }) =>
        page.items.map(({ sourceExternalId }) => sourceExternalId);
      const first = await open().listings.pageOf(id, pageOf(2));
      expect([idsOf(first), first.hasNextPage, first.hasPreviousPage]).toEqual([['d', 'c'], true, false]);
      const last = first.items[1]!;
      const next = await open().listings.pageOf(id, pageOf(2, { after: placeOf(last.updatedAt, last.id) }));
      expect([idsOf(next), next.hasNextPage, next.hasPreviousPage]).toEqual([['b', 'a'], false, true]);
      const back = await open().listings.pageOf(id, pageOf(3, { backward: true }));
      expect([idsOf(back), back.hasNextPage, back.hasPreviousPage]).toEqual([['c', 'b', 'a'], false, true]);
    });
  });

  describe('the published listings of a publisher', () => {
    const idsOf = (page: { readonly items: readonly { readonly sourceExternalId: string }[] }) =>
      page.items.map(({ sourceExternalId }) => sourceExternalId);

    it('are paged without the withdrawn ones, newest change first, in both directions', async () => {
      const [{ namespace, id }, other] = [await newPublisher(), await newPublisher()];
      for (const [place, name] of ['a', 'b', 'c', 'd', 'e'].entries())
        await put(namespace, id, { sourceExternalId: name }, later(place));
      await put(other.namespace, other.id, { sourceExternalId: 'foreign' });
      // Withdrawing changes a listing: it would otherwise be the newest.
      for (const name of ['b', 'e']) await withdraw(namespace, name, later(9));
      const { listings } = open();
      const first = await listings.publishedPageOf(id, pageOf(2));
      expect([idsOf(first), first.hasNextPage, first.hasPreviousPage]).toEqual([['d', 'c'], true, false]);
      const { updatedAt, id: last } = first.items[1]!;
      const rest = await listings.publishedPageOf(id, pageOf(2, { after: placeOf(updatedAt, last) }));
      expect([idsOf(rest), rest.hasNextPage, rest.hasPreviousPage]).toEqual([['a'], false, true]);
      const back = await listings.publishedPageOf(id, pageOf(2, { backward: true }));
      expect([idsOf(back), back.hasNextPage, back.hasPreviousPage]).toEqual([['c', 'a'], false, true]);
      expect(idsOf(await listings.publishedPageOf('pub_none', pageOf(2)))).toEqual([]);
    });

    it('have a listing again that is published again, and no listing without an owner', async () => {
      const { namespace, id } = await newPublisher();
      await put(namespace, id, {}, AT);
      await withdraw(namespace, 'summer', later(1));
      expect(idsOf(await open().listings.publishedPageOf(id, pageOf(2)))).toEqual([]);
      await put(namespace, id, {}, later(2));
      await put(unique('n'), null, {}, later(3));
      expect(idsOf(await open().listings.publishedPageOf(id, pageOf(2)))).toEqual(['summer']);
    });
  });

  describe('the migration of listings', () => {
    const migrate = (from: object, to: object) =>
      open().transaction(({ listingMigration }) => listingMigration.migrate(from as never, to as never));

    it('moves what does not collide, and says what stayed and what gave way', async () => {
      const [from, to] = [await newPublisher(), await newPublisher()];
      await put(from.namespace, from.id, { sourceExternalId: 'moved' });
      await put(from.namespace, from.id, { sourceExternalId: 'replacing' });
      await put(to.namespace, to.id, { sourceExternalId: 'replacing', title: 'Withdrawn' });
      await withdraw(to.namespace, 'replacing', AT);
      await put(from.namespace, from.id, { sourceExternalId: 'staying' });
      await withdraw(from.namespace, 'staying', AT);
      await put(to.namespace, to.id, { sourceExternalId: 'staying' });
      expect(await migrate(from, to)).toEqual({ migrated: 2, left: 1, replaced: 1 });
      expect(await open().listings.find(to.namespace, 'replacing')).toMatchObject({
        title: 'Summer giveaway',
        publisherId: to.id,
      });
      expect(await open().listings.find(from.namespace, 'staying')).toMatchObject({ publisherId: from.id });
    });

    it('moves nothing where both have published an ID', async () => {
      const [from, to] = [await newPublisher(), await newPublisher()];
      for (const { namespace, id } of [from, to]) await put(namespace, id, { sourceExternalId: 'both' });
      await put(from.namespace, from.id, { sourceExternalId: 'free' });
      expect(await migrate(from, to)).toEqual({ count: 1, sourceExternalIds: ['both'] });
      expect(await open().listings.find(from.namespace, 'free')).toMatchObject({ publisherId: from.id });
    });

    it('names the first 20 of many that both have published, in their order', async () => {
      const [from, to] = [await newPublisher(), await newPublisher()];
      const names = Array.from({ length: 23 }, (_, place) => `same-${String(place).padStart(2, '0')}`);
      for (const sourceExternalId of names)
        for (const { namespace, id } of [from, to]) await put(namespace, id, { sourceExternalId });
      expect(await migrate(from, to)).toEqual({ count: 23, sourceExternalIds: names.slice(0, 20) });
    });
  });
}
