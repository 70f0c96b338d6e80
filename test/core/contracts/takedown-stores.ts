import { describe, expect, it } from '@jest/globals';
import { listingDraft } from '../../../src/core/listings/listing-draft.ts';
import { draft } from '../support/drafts.ts';
import { listingsUnderTest } from './listings-under-test.ts';
import { AT, later, pageOf, unique, type PortsUnderTest } from './ports-under-test.ts';

/** What use cases rely on when the operator withholds listings, and when publications are audited. */
export function describeTakedownStores(open: () => PortsUnderTest): void {
  const { put, withdraw, newPublisher } = listingsUnderTest(open);

  describe('the listing store', () => {
    it('hides a listing from the public whatever its publisher does, and shows it as the publisher left it', async () => {
      const { namespace, id } = await newPublisher();
      const listing = (await put(namespace, id))!;
      const { listings } = open();
      const isPublic = async () => [
        (await listings.findPublished([listing.id])).length,
        (await listings.publishedPageOf(id, pageOf(2))).items.length,
      ];
      expect(await listings.lock(listing.id)).toMatchObject({ hiddenReason: null, publisherId: id });
      expect(await listings.setHidden(listing.id, 'Why')).toEqual({ ...listing, hiddenReason: 'Why' });
      expect(await listings.lock(listing.id)).toMatchObject({ hiddenReason: 'Why' });
      expect(await listings.lock('lst_none')).toBeUndefined();
      expect(await isPublic()).toEqual([0, 0]);
      expect(await put(namespace, id, {}, later(1))).toMatchObject({
        status: 'published',
        hiddenReason: 'Why',
      });
      expect(await isPublic()).toEqual([0, 0]);
      expect((await listings.pageOf(id, pageOf(2))).items).toMatchObject([
        { status: 'published', hiddenReason: 'Why' },
      ]);
      expect(await listings.setHidden(listing.id, null)).toMatchObject({
        status: 'published',
        hiddenReason: null,
      });
      expect(await isPublic()).toEqual([1, 1]);
      await listings.setHidden(listing.id, 'Why');
      expect(await listings.withdraw(id, listing.id, later(2))).toBe(true);
      expect(await listings.withdraw(id, listing.id, later(3))).toBe(false);
      expect(await listings.setHidden(listing.id, null)).toMatchObject({ status: 'withdrawn' });
      expect(await isPublic()).toEqual([0, 0]);
      expect(await listings.setHidden('lst_none', 'Why')).toBeUndefined();
    });

    it('hides the listings of a blocked publisher until its block ends, except hidden ones', async () => {
      const [{ namespace, id }, other] = [await newPublisher(), await newPublisher()];
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c'])
        ids.push((await put(namespace, id, { sourceExternalId: name }))!.id);
      ids.push((await put(other.namespace, other.id))!.id);
      const { listings, publishers } = open();
      const shown = async () =>
        (await listings.findPublished(ids))
          .map(({ id: each }) => ids.indexOf(each))
          .toSorted((left, right) => left - right);
      await listings.setHidden(ids[0]!, 'Why');
      await withdraw(namespace, 'b', later(1));
      expect(await listings.applyBlock(id)).toBe(0);
      expect(await open().transaction((stores) => stores.publishers.setBlocked(id, 'Spam'))).toMatchObject({
        id,
        blockedReason: 'Spam',
      });
      expect(await publishers.findMany([id])).toMatchObject([{ blockedReason: 'Spam' }]);
      expect([await listings.applyBlock(id), await listings.applyBlock(id), await shown()]).toEqual([
        1,
        0,
        [3],
      ]);
      expect(await put(namespace, id, { sourceExternalId: 'c', title: 'Other' })).toBeUndefined();
      expect(await put(namespace, id, { sourceExternalId: 'new' })).toBeUndefined();
      expect(
        await open().transaction((stores) => stores.publishers.setBlocked('pub_none', null)),
      ).toBeUndefined();
      await open().transaction((stores) => stores.publishers.setBlocked(id, null));
      expect([await listings.applyBlock(id), await listings.applyBlock(id), await shown()]).toEqual([
        1,
        0,
        [2, 3],
      ]);
      expect(await put(namespace, id, { sourceExternalId: 'a', title: 'Other' })).toMatchObject({
        hiddenReason: 'Why',
      });
      expect(await shown()).toEqual([2, 3]);
    });

    it('adds an audit entry for each publication that changes a listing', async () => {
      const { namespace, id: publisherId } = await newPublisher();
      const account = unique('acc');
      const send = async (fields: Readonly<Record<string, unknown>>, at: Date) =>
        (await open().listingWriter.put({
          namespace,
          publisherId,
          draft: listingDraft.parse(draft(fields)),
          now: at,
          newId: unique('lst'),
          audit: { id: unique('aud'), at, actor: 'key:key_1', action: 'publishListing', facts: { account } },
        }))!;
      const { id } = await send({}, AT);
      await send({}, later(1));
      await send({ worth: '$5' }, later(2));
      await send({ worth: '$5', endDate: '2031-05-05T05:05:05Z' }, later(3));
      await send({ worth: '$5', endDate: '2031-05-05T05:05:05Z' }, later(4));
      await open().listings.withdraw(publisherId, id, later(5));
      await send({ worth: '$5', endDate: '2031-05-05T05:05:05Z' }, later(6));
      const { items } = await open().audit.pageOfAccount(account, pageOf(9));
      const entry = { actor: 'key:key_1', action: 'publishListing', subject: id, facts: { account } };
      expect(items).toMatchObject([6, 3, 2, 0].map((second) => ({ ...entry, at: later(second) })));
    });
  });
}
