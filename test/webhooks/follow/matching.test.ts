import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { createFollowers, ids, type Followers } from './followers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const opened = sharedByTests(openTestDatabase);
let followers: Followers;
beforeAll(async () => {
  followers = createFollowers(opened);
});
afterEach(() => followers.clear());

const LATER = '2090-01-01T00:00:00Z';
const LISTING = {
  title: 'Ten copies of Lantern Road',
  description: 'Gewinne für Größe: 抽選でゲーム',
  provider: 'Kraków Games',
  platform: 'Steam',
  endDate: LATER,
  facts: { regions: ['DE', 'AT'], minimumAge: 16, prizes: 10, kind: 'PRIZE' },
};

describe('a published listing', () => {
  it.each<[string, object, boolean]>([
    ['no filter', {}, true],
    ['its platform in other case', { platforms: ['itch', 'STEAM'] }, true],
    ['another platform', { platforms: ['itch'] }, false],
    ['its provider', { providers: ['kraków games'] }, true],
    ['another provider', { providers: ['Kraków'] }, false],
    ['its provider and another platform', { providers: ['Kraków Games'], platforms: ['itch'] }, false],
    ['a word', { search: 'lantern' }, true],
    ['the beginning of a word, which is a short one', { search: 'l' }, true],
    ['a beginning of five letters', { search: 'lante' }, true],
    ['a beginning of seven letters of no word', { search: 'lanterx' }, false],
    ['a word with a typing error', { search: 'lantren' }, false],
    ['a word in singular', { search: 'copy' }, true],
    ['another form of a word, by its stem', { search: 'lanterns' }, true],
    ['a word without its accents', { search: 'krakow' }, true],
    ['characters of a script without spaces', { search: 'ゲーム' }, true],
    ['all words', { search: 'road lantern ten' }, true],
    ['a word that is missing among others', { search: 'road lantern eleven' }, false],
    ['a word and another platform', { search: 'lantern', platforms: ['itch'] }, false],
    ['only verified listings', { verified: true }, false],
    ['only others', { verified: false }, true],
    ['one of its regions', { facts: { regions: ['CH', 'AT'] } }, true],
    ['another region', { facts: { regions: ['CH'] } }, false],
    ['an age that may enter', { facts: { age: 17 } }, true],
    ['an age that may not enter', { facts: { age: 15 } }, false],
    ['fewer prizes', { facts: { minPrizes: 9 } }, true],
    ['more prizes', { facts: { minPrizes: 11 } }, false],
    ['its kind', { facts: { kind: 'PRIZE' } }, true],
    ['another kind', { facts: { kind: 'FREEBIE' } }, false],
    ['a fact that it does not state', { facts: { allocation: 'DRAW' } }, false],
    ['its region and another kind', { facts: { regions: ['DE'], kind: 'FREEBIE' } }, false],
    ['its region and its platform', { facts: { regions: ['DE'] }, platforms: ['steam'] }, true],
    ['another region and its platform', { facts: { regions: ['CH'] }, platforms: ['steam'] }, false],
    ['an end after an earlier instant', { endsAfter: new Date('2089-01-01') }, true],
    ['an end before an earlier instant', { endsBefore: new Date('2089-01-01') }, false],
    ['an end before a later instant', { endsBefore: new Date('2091-01-01') }, true],
  ])(
    'is announced to a follower of %s as the feed would find it: %j (%j)',
    async (_what, filter, isFound) => {
      const webhook = await followers.follow(filter);
      const { id } = await followers.publish(LISTING);
      await followers.announce();
      expect(await followers.messagesOf(webhook)).toEqual(isFound ? [id] : []);
      expect(await followers.changes()).toBe(0);
    },
  );

  it('is announced to no follower of ends before or after an instant when it has no end', async () => {
    const [before, after] = [
      await followers.follow({ endsBefore: new Date('9999-01-01') }),
      await followers.follow({ endsAfter: new Date('2020-01-01') }),
    ];
    await followers.publish({ ...LISTING, endDate: undefined });
    await followers.announce();
    expect([await followers.messagesOf(before), await followers.messagesOf(after)]).toEqual([[], []]);
  });

  it('is announced only to followers of ended ones when it has ended', async () => {
    const [live, all] = [await followers.follow(), await followers.follow({ includeEnded: true })];
    const { id } = await followers.publish({ ...LISTING, endDate: '2020-01-01T00:00:00Z' });
    await followers.announce();
    expect([await followers.messagesOf(live), await followers.messagesOf(all)]).toEqual([[], [id]]);
  });

  it('is one signed message for several followers, with the listing and its publisher', async () => {
    const webhooks = [await followers.follow(), await followers.follow({ search: 'lantern' })];
    const listing = await followers.publish(LISTING);
    await followers.announce();
    const rows = await followers.query('select type, provider_id, payload from webhook_event');
    expect(rows).toEqual([['listing.published', null, expect.anything()]]);
    const { title, provider, sourceExternalId } = listing;
    expect(JSON.parse(String(rows[0]?.[2]))).toEqual({
      type: 'listing.published',
      timestamp: listing.updatedAt.toISOString(),
      data: {
        listing: expect.objectContaining({
          id: listing.id,
          sourceExternalId,
          title,
          provider,
          endDate: '2090-01-01T00:00:00.000Z',
          verified: false,
          publisher: { id: listing.publisherId, name: null },
        }),
      },
    });
    expect(JSON.stringify(rows)).not.toContain('account:test');
    for (const webhook of webhooks) expect(await followers.messagesOf(webhook)).toEqual([listing.id]);
  });
});

describe('a changed listing', () => {
  it('is announced when it begins to match, and once although it stops and begins again', async () => {
    const webhook = await followers.follow({ search: 'chess' });
    const listing = await followers.publish({ title: 'A board' });
    const { sourceExternalId, id } = listing;
    await followers.announce();
    expect(await followers.messagesOf(webhook)).toEqual([]);
    for (const title of ['A chess board', 'A board', 'A chess board']) {
      await followers.publish({ sourceExternalId, title });
      await followers.announce();
    }
    expect(await followers.messagesOf(webhook)).toEqual([id]);
  });

  it('is not announced to a follower whose filter it matched before', async () => {
    const { sourceExternalId } = await followers.publish({ title: 'A chess board' });
    const webhook = await followers.follow({ search: 'chess' });
    await followers.publish({ sourceExternalId, title: 'A chess board of wood' });
    await followers.publish({ sourceExternalId, title: 'A chess board of wood' });
    await followers.announce();
    expect(await followers.messagesOf(webhook)).toEqual([]);
  });

  it('is announced when the operator awards the badge that a filter requires', async () => {
    const webhook = await followers.follow({ verified: true });
    const { id } = await followers.publish();
    await followers.stores.listings.setVerified(id, true);
    await followers.announce();
    expect(await followers.messagesOf(webhook)).toEqual([id]);
  });

  it('is announced when it states a fact that a filter requires, and when a fact changes so', async () => {
    const [german, adult] = [
      await followers.follow({ facts: { regions: ['DE'] } }),
      await followers.follow({ facts: { age: 16 } }),
    ];
    const { sourceExternalId, id } = await followers.publish({ facts: { minimumAge: 18 } });
    await followers.announce();
    await followers.publish({ sourceExternalId });
    expect(await followers.changes()).toBe(0);
    await followers.publish({ sourceExternalId, facts: { minimumAge: 16, regions: ['DE'] } });
    await followers.announce();
    await followers.publish({ sourceExternalId, facts: {} });
    await followers.announce();
    expect([await followers.messagesOf(german), await followers.messagesOf(adult)]).toEqual([[id], [id]]);
  });

  it('is not noted when nothing changes that a filter can tell', async () => {
    await followers.follow();
    const { sourceExternalId } = await followers.publish({ worth: '1 €' });
    await followers.announce();
    await followers.publish({ sourceExternalId, worth: '2 €' });
    expect(await followers.changes()).toBe(0);
  });
});

describe('a listing that the public does not see', () => {
  it.each<[string, (id: string, publisherId: string) => Promise<unknown>]>([
    ['hidden', (id) => followers.stores.listings.setHidden(id, 'a reason')],
    ['withdrawn', (id, publisherId) => followers.stores.listings.withdraw(publisherId, id, new Date())],
  ])('is not announced when it was %s before the matching', async (_how, change) => {
    const webhook = await followers.follow();
    const { id, publisherId } = await followers.publish();
    await change(id, publisherId!);
    await followers.announce();
    expect(await followers.messagesOf(webhook)).toEqual([]);
    expect(await followers.changes()).toBe(0);
  });

  it('is announced once it is shown', async () => {
    const webhook = await followers.follow();
    const { id } = await followers.publish();
    await followers.stores.listings.setHidden(id, 'a reason');
    await followers.announce();
    await followers.stores.listings.setHidden(id, null);
    await followers.announce();
    expect(await followers.messagesOf(webhook)).toEqual([id]);
  });
});

describe('changes of listings', () => {
  it('are not noted while no webhook follows the feed', async () => {
    await followers.publish();
    expect(await followers.changes()).toBe(0);
  });

  it('are noted with the listing or not at all', async () => {
    await followers.follow();
    const { id, publisherId } = await followers.publish();
    await followers.announce();
    const aborted = followers.stores.transaction(async ({ listings }) => {
      await listings.withdraw(publisherId!, id, new Date());
      await listings.setVerified(id, true);
      throw new Error('aborted');
    });
    await expect(aborted).rejects.toThrow('aborted');
    expect(await followers.changes()).toBe(0);
  });

  it('are announced to no webhook that is disabled or deleted', async () => {
    const [disabled, deleted] = [await followers.follow(), await followers.follow()];
    await followers.query('update webhook set disabled_at = now() where id = $1', [disabled]);
    await followers.publish();
    const batch = await followers.feedMatches.next(10);
    await followers.query('delete from webhook where id = $1', [deleted]);
    const events = batch.matched.map(({ listing, webhookIds }) => ({
      id: ids.next('msg'),
      listingId: listing.id,
      origin: '1',
      payload: '{}',
      webhookIds,
    }));
    expect(events[0]?.webhookIds).toHaveLength(2);
    await followers.feedMatches.save(events, batch.progress);
    expect(await followers.query('select * from webhook_delivery')).toEqual([]);
    expect(await followers.query('select * from webhook_event')).toEqual([]);
  });
});
