import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/core/access/callers.ts';
import { assignLegacyListing } from '../../../src/core/listings/legacy/assign-legacy-listing.ts';
import { importLegacyListings } from '../../../src/core/listings/legacy/import-legacy-listings.ts';
import { publishLegacyListing } from '../../../src/core/listings/legacy/publish-legacy-listing.ts';
import type { Listing } from '../../../src/core/listings/listing.ts';
import { myListing } from '../../../src/core/listings/my-listing.ts';
import { publishListing } from '../../../src/core/listings/publish-listing.ts';
import { blockPublisher } from '../../../src/core/listings/takedown/block-publisher.ts';
import { hideListing } from '../../../src/core/reports/hiding/hide-listing.ts';
import { unblockPublisher } from '../../../src/core/listings/takedown/unblock-publisher.ts';
import { unhideListing } from '../../../src/core/reports/hiding/unhide-listing.ts';
import { withdrawListing } from '../../../src/core/listings/withdraw-listing.ts';
import { accountCaller, keyCaller, OPERATOR } from '../support/callers.ts';
import { draft, legacyDraft } from '../support/drafts.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

let ports: FakePorts;
let key: ReturnType<typeof keyCaller>;
let accountId: string;
beforeEach(async () => {
  ports = createPorts();
  const { id, publisherId } = await ports.accounts.findOrCreate('ann@example.com', ports.clock.now());
  accountId = id;
  key = { ...keyCaller('ann'), accountId: id, publisherId, namespace: `account:${id}` };
});
const publish = (fields = {}, caller: Caller = key) => ports.run(caller, publishListing, draft(fields));
const hide = (id: string, reason = 'A false prize') => ports.run(OPERATOR, hideListing, { id, reason });
const unhide = (id: string) => ports.run(OPERATOR, unhideListing, { id });
const block = (id = key.publisherId) => ports.run(OPERATOR, blockPublisher, { id, reason: 'Spam' });
const unblock = (id = key.publisherId) => ports.run(OPERATOR, unblockPublisher, { id });
const isPublic = async ({ id }: Pick<Listing, 'id'>) => (await ports.listings.findPublished([id])).length > 0;
const entries = () => ports.audit.entries.map(({ action, actor, facts }) => ({ action, actor, facts }));

describe('a hidden listing', () => {
  it('is not public until it is shown again, and tells its publisher why', async () => {
    const listing = await publish();
    const { announced } = ports.feedChanges;
    expect(await hide(listing.id)).toEqual({ ...listing, hiddenReason: 'A false prize' });
    expect(await isPublic(listing)).toBe(false);
    expect(await ports.run(key, myListing, { id: listing.id })).toEqual({
      ...listing,
      hiddenReason: 'A false prize',
    });
    expect(await unhide(listing.id)).toEqual(listing);
    expect(await isPublic(listing)).toBe(true);
    expect(ports.feedChanges.announced).toBe(announced + 2);
    expect(entries().slice(1)).toEqual([
      { action: 'hideListing', actor: 'operator', facts: { reason: 'A false prize', account: accountId } },
      { action: 'unhideListing', actor: 'operator', facts: { account: accountId } },
    ]);
  });

  it('is a decision for each reason, of which the account of its publisher gets one e-mail', async () => {
    const listing = await publish();
    for (const reason of ['One', 'One', 'Two']) await hide(listing.id, reason);
    await unhide(listing.id);
    await hide(listing.id, 'Two');
    const decisions = ports.hidings.decisions.rows;
    expect(decisions).toMatchObject(
      ['One', 'Two', 'Two'].map((reason) => ({ listingId: listing.id, kind: 'HIDE', reason })),
    );
    expect(ports.hidings.mails.rows).toEqual(
      decisions.map(({ id }) => ({ kind: 'STATEMENT', decisionId: id, accountId })),
    );
  });

  it('leads to no e-mail where the installation sends none', async () => {
    ports.mail.isConfigured = false;
    await hide((await publish()).id);
    expect(ports.hidings.decisions.rows).toHaveLength(1);
    expect(ports.hidings.mails.rows).toEqual([]);
  });

  it('stays hidden when it is published again, and withdrawn when it was withdrawn', async () => {
    const listing = await publish();
    await hide(listing.id);
    expect(await publish({ title: 'Another' })).toMatchObject({ status: 'published' });
    expect(await isPublic(listing)).toBe(false);
    await ports.run(key, withdrawListing, { id: listing.id });
    expect(await unhide(listing.id)).toMatchObject({ status: 'withdrawn', hiddenReason: null });
    expect(await isPublic(listing)).toBe(false);
  });

  it.each([
    ['without a reason', { id: 'lst_1' }, 'INVALID_PAYLOAD'],
    ['with a reason that nobody sees', { id: 'lst_1', reason: '\u200B' }, 'INVALID_PAYLOAD'],
    ['that is not there', { id: 'lst_none', reason: 'x' }, 'NOT_FOUND'],
  ])('is refused %s', async (_what, input, code) => {
    expect(await errorOf(ports.run(OPERATOR, hideListing, input))).toMatchObject({ code });
    expect(ports.audit.entries).toEqual([]);
  });
});

describe('a blocked publisher', () => {
  it('has no public listing, and publishes none, until the block ends', async () => {
    const listings = [await publish(), await publish({ sourceExternalId: 'b' })];
    const hidden = await publish({ sourceExternalId: 'c' });
    await hide(hidden.id);
    expect(await block()).toMatchObject({ publisher: { blockedReason: 'Spam' }, listings: 2 });
    for (const listing of listings) expect(await isPublic(listing)).toBe(false);
    for (const refused of [
      publish({ title: 'Changed' }),
      ports.run(key, publishLegacyListing, legacyDraft()),
    ])
      expect(await errorOf(refused)).toMatchObject({
        code: 'UNAUTHORIZED',
        reason: 'PUBLISHER_BLOCKED',
        message: expect.stringContaining('Spam'),
      });
    expect(await ports.run(key, myListing, { id: listings[0]!.id })).toEqual(listings[0]);
    expect(await block()).toMatchObject({ listings: 0 });
    expect(await unblock()).toMatchObject({ publisher: { blockedReason: null }, listings: 2 });
    for (const listing of listings) expect(await isPublic(listing)).toBe(true);
    expect(await isPublic(hidden)).toBe(false);
    expect(await publish({ title: 'Changed' })).toMatchObject({ title: 'Changed' });
  });

  it('can still withdraw its listings', async () => {
    const listing = await publish();
    await block();
    expect(await ports.run(key, withdrawListing, { id: listing.id })).toMatchObject({ status: 'withdrawn' });
    await unblock();
    expect(await isPublic(listing)).toBe(false);
  });

  it('gets a legacy listing that is assigned to it, without the public', async () => {
    await ports.run(OPERATOR, importLegacyListings, { listings: [legacyDraft({ externalId: 'old' })] });
    await block();
    const input = { externalId: 'old', account: 'ann@example.com' };
    expect(await isPublic(await ports.run(OPERATOR, assignLegacyListing, input))).toBe(false);
  });

  it('is noted for its account, and must be there', async () => {
    await block();
    await unblock();
    expect(entries()).toEqual([
      { action: 'blockPublisher', actor: 'operator', facts: { reason: 'Spam', account: accountId } },
      { action: 'unblockPublisher', actor: 'operator', facts: { account: accountId } },
    ]);
    expect(await errorOf(block('pub_none'))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the audit log of listings', () => {
  it('names the key or the session that published or withdrew, once for each change', async () => {
    const session = {
      ...accountCaller('ann'),
      accountId,
      publisherId: key.publisherId,
      namespace: key.namespace,
    };
    const { id } = await publish();
    await publish();
    await publish({ title: 'Changed' }, session);
    for (const caller of [key, session]) await ports.run(caller, withdrawListing, { id });
    await publish({ title: 'Changed' });
    const byKey = { actor: `key:${key.keyId}`, facts: { sourceExternalId: 'summer', account: accountId } };
    const bySession = {
      actor: `account:${accountId}`,
      facts: { sourceExternalId: 'summer', session: session.sessionId },
    };
    expect(entries()).toEqual([
      { action: 'publishListing', ...byKey },
      { action: 'publishListing', ...bySession },
      { action: 'withdrawListing', ...byKey },
      { action: 'publishListing', ...byKey },
    ]);
    expect(ports.audit.entries.map(({ subject }) => subject)).toEqual([id, id, id, id]);
  });
});
