import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PublisherCaller } from '../../../src/core/access/callers.ts';
import { assignLegacyListing } from '../../../src/core/listings/legacy/assign-legacy-listing.ts';
import { importLegacyListings } from '../../../src/core/listings/legacy/import-legacy-listings.ts';
import { publishLegacyListing } from '../../../src/core/listings/legacy/publish-legacy-listing.ts';
import { publishListing } from '../../../src/core/listings/publish-listing.ts';
import { clientCaller, keyCaller, OPERATOR } from '../support/callers.ts';
import { draft, legacyDraft } from '../support/drafts.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const own = keyCaller('ann');
const ofAnother = keyCaller('bob');

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
const post = (caller: PublisherCaller = own, fields = {}) =>
  ports.run(caller, publishLegacyListing, legacyDraft(fields));
const importAll = (...externalIds: string[]) =>
  ports.run(OPERATOR, importLegacyListings, {
    listings: externalIds.map((externalId) => legacyDraft({ externalId })),
  });
const assign = (owner: object) =>
  ports.run(OPERATOR, assignLegacyListing, { externalId: 'summer', ...owner });
const stored = (id = 'summer') => ports.listings.find('legacy', id);

describe('a post to the legacy endpoint', () => {
  it('creates an absent record, which belongs to the caller', async () => {
    expect(await post()).toMatchObject({
      namespace: 'legacy',
      publisherId: own.publisherId,
      sourceExternalId: 'summer',
    });
    expect(ports.feedChanges.announced).toBe(1);
  });

  it('updates a record of the caller', async () => {
    const { id } = await post();
    expect(await post(own, { title: 'Autumn' })).toMatchObject({ id, title: 'Autumn' });
  });

  it.each([
    ['another publisher', ofAnother],
    ['a service client', clientCaller()],
  ])('is refused to %s when the record is owned, and changes nothing', async (_who, caller) => {
    const before = await post();
    expect(await errorOf(post(caller, { title: 'Taken' }))).toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'NOT_YOUR_LISTING',
    });
    expect(await stored()).toEqual(before);
    expect(ports.feedChanges.announced).toBe(1);
  });

  it('is refused to everybody while the record has no owner', async () => {
    await importAll('summer');
    const before = await stored();
    for (const caller of [own, ofAnother])
      expect(await errorOf(post(caller))).toMatchObject({ code: 'LISTING_UNOWNED' });
    expect(await stored()).toEqual(before);
  });

  it('leaves the listing of the same ID in the namespace of the publisher alone', async () => {
    const listing = await ports.run(own, publishListing, draft());
    expect((await post()).id).not.toBe(listing.id);
    expect(await ports.listings.find(own.namespace, 'summer')).toEqual(listing);
  });
});

describe('an import', () => {
  it('creates records without an owner, and notes how many', async () => {
    expect(await importAll('a', 'b')).toEqual({ imported: 2, skipped: 0 });
    expect(await stored('a')).toMatchObject({ publisherId: null, status: 'published', verified: false });
    expect(ports.audit.entries).toMatchObject([
      { action: 'importLegacyListings', subject: 'legacy', facts: { imported: 2 } },
    ]);
    expect(ports.feedChanges.announced).toBe(1);
  });

  it('skips what exists, owned or not, and leaves it is', async () => {
    await post(own, { externalId: 'owned' });
    await importAll('unowned');
    const before = [await stored('owned'), await stored('unowned')];
    expect(await importAll('owned', 'unowned', 'new')).toEqual({ imported: 1, skipped: 2 });
    expect([await stored('owned'), await stored('unowned')]).toEqual(before);
  });

  it('takes an ID that occurs twice once, as the later of the two', async () => {
    const listings = ['First', 'Second'].map((title) => legacyDraft({ title }));
    expect(await ports.run(OPERATOR, importLegacyListings, { listings })).toEqual({
      imported: 1,
      skipped: 1,
    });
    expect(await stored()).toMatchObject({ title: 'Second' });
  });

  it.each([
    [1, true],
    [100, true],
    [0, false],
    [101, false],
  ])('an import of %i listings is taken: %s', async (count, isTaken) => {
    const all = importAll(...Array.from({ length: count }, (_, place) => `legacy-${place}`));
    if (isTaken) expect(await all).toEqual({ imported: count, skipped: 0 });
    else
      expect(await errorOf(all)).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: [{ path: ['listings'] }],
      });
  });

  it('names the wrong entry, and keeps none', async () => {
    const listings = [legacyDraft({ externalId: 'right' }), legacyDraft({ externalId: 'wrong', title: '' })];
    expect(await errorOf(ports.run(OPERATOR, importLegacyListings, { listings }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['listings', 1, 'title'] }],
    });
    expect(await stored('right')).toBeUndefined();
  });

  it.each([undefined, null, {}, 'text', [null], [[]]])('is refused for the list %j', async (listings) => {
    expect(await errorOf(ports.run(OPERATOR, importLegacyListings, { listings }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
    });
  });
});

describe('an assignment', () => {
  beforeEach(() => importAll('summer'));

  it('an assignment to an account, known or not, lets this account update the record', async () => {
    const { publisherId } = await assign({ account: 'ann@example.com' });
    expect(publisherId).toBe(
      (await ports.accounts.findOrCreate('ann@example.com', ports.clock.now())).publisherId,
    );
    expect(await post({ ...own, publisherId: String(publisherId) }, { title: 'Mine' })).toMatchObject({
      title: 'Mine',
    });
    expect(ports.audit.entries.at(-2)).toMatchObject({
      action: 'assignLegacyListing',
      facts: { publisherId },
    });
    expect(ports.feedChanges.announced).toBe(3);
  });

  it('an assignment to a service client goes by its namespace', async () => {
    const { namespace } = clientCaller();
    const { id } = await ports.publishers.findOrCreate(namespace, ports.clock.now());
    expect(await assign({ namespace })).toMatchObject({ publisherId: id });
  });

  it.each([
    ['nobody', {}],
    ['nobody, said so', { account: null, namespace: null }],
    ['an account and a service client', { account: 'ann@example.com', namespace: 'client:x#y' }],
  ])('an assignment to %s is refused', async (_whom, owner) => {
    expect(await errorOf(assign(owner))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [expect.objectContaining({ path: ['account'] })],
    });
    expect(await stored()).toMatchObject({ publisherId: null });
  });

  it('an assignment to a namespace that never called is refused', async () => {
    expect(await errorOf(assign({ namespace: 'client:none#none' }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('finds no record that is owned or absent, and creates no account for it', async () => {
    await assign({ account: 'ann@example.com' });
    const before = ports.audit.entries.length;
    for (const externalId of ['summer', 'absent'])
      expect(await errorOf(assign({ externalId, account: 'bob@example.com' }))).toMatchObject({
        code: 'NOT_FOUND',
      });
    expect(ports.audit.entries).toHaveLength(before);
  });
});
