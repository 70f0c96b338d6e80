import { beforeEach, describe, expect, it } from '@jest/globals';
import { DRAFT_TEXTS } from '../../../src/core/listings/drafts/saved-draft.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft as listing, legacyDraft, newEmail } from '../../support/listings.ts';
import { draftingAt, LIST_DRAFTS, newId, reasonOf } from './drafting.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ RATE_LIMIT: 'off' }));

let email: string;
let token: string;
beforeEach(async () => {
  email = newEmail();
  token = await gateway.signIn(email);
});

const { list, find, publish, remove, save, saved, send } = draftingAt(
  () => gateway,
  () => token,
);

describe('drafts of listings', () => {
  it('a draft keeps what was entered, valid or not, and nothing else', async () => {
    const id = newId();
    const texts = Object.fromEntries(DRAFT_TEXTS.map((name) => [name, ` ${name} <b>\u0000\ud800 ü\r\n`]));
    const { savedAt, ...draft } = await saved({ id, texts });
    const kept = Object.fromEntries(DRAFT_TEXTS.map((name) => [name, ` ${name} <b>\u0000\ufffd ü\n`]));
    const expected = { id, revision: 1, listingId: null, listingVersion: null, picture: null, texts: kept };
    expect(draft).toEqual(expected);
    expect(await find(id)).toEqual({ ...expected, savedAt });
    const { texts: none } = await saved({ id, revision: 1 });
    expect(new Set(Object.values(none))).toEqual(new Set([null]));
  });

  it('drafts are listed page by page, the one that was saved last first', async () => {
    const ids = [newId(), newId(), newId()];
    for (const id of ids) await saved({ id, texts: { title: id } });
    await saved({ id: ids[0], revision: 1, texts: { title: 'Changed' } });
    const [first, second, third] = ids;
    expect((await list()).map(({ id }) => id)).toEqual([first, third, second]);
    const page = (await send(LIST_DRAFTS, { first: 2 })).data.listingDrafts;
    expect(page.pageInfo.hasNextPage).toBe(true);
    const { endCursor: after } = page.pageInfo;
    const rest = (await send(LIST_DRAFTS, { first: 2, after })).data.listingDrafts;
    expect(rest).toMatchObject({ nodes: [{ id: second }], pageInfo: { hasNextPage: false } });
    expect((await send(LIST_DRAFTS, { last: 1 })).data.listingDrafts.nodes).toMatchObject([{ id: second }]);
  });

  it('a draft is seen, changed and deleted by its account alone', async () => {
    const id = newId();
    await saved({ id, texts: { title: 'Mine' } });
    const other = await gateway.signIn();
    expect([await list(other), await find(id, other)]).toEqual([[], null]);
    // The same id of another account is another draft.
    expect(reasonOf(await save({ id, revision: 1, texts: { title: 'Theirs' } }, other))).toBe('DRAFT_GONE');
    await saved({ id, texts: { title: 'Theirs' } }, other);
    await remove({ id }, other);
    const published = listing();
    await publish({ input: published, draftId: id }, other);
    await publish(
      { input: { ...published, title: 'By a key' }, draftId: id },
      await gateway.createKey(email),
    );
    expect((await list()).map(({ texts }) => texts.title)).toEqual(['Mine']);
    expect((await list(other)).length).toBe(0);
    for (const as of [undefined, await gateway.createKey(email), gateway.operatorToken])
      expect((await gateway.graphql(LIST_DRAFTS, {}, as)).body.errors[0].extensions.code).toMatch(/^UNAUTH/);
  });

  it('a draft that was saved in another tab is not overwritten', async () => {
    const id = newId();
    await saved({ id, texts: { title: 'First' } });
    await saved({ id, revision: 1, texts: { title: 'By one tab' } });
    expect(reasonOf(await save({ id, revision: 1, texts: { title: 'By the other' } }))).toBe('DRAFT_CHANGED');
    expect(reasonOf(await save({ id, revision: 0, texts: { title: 'By a third' } }))).toBe('DRAFT_CHANGED');
    // A request that is repeated, as after a lost response, finds what it has saved.
    expect(await saved({ id, revision: 1, texts: { title: 'By one tab' } })).toMatchObject({ revision: 2 });
    expect(await find(id)).toMatchObject({ revision: 2, texts: { title: 'By one tab' } });
    await remove({ id });
    expect(reasonOf(await save({ id, revision: 2, texts: { title: 'After it' } }))).toBe('DRAFT_GONE');
    expect(await list()).toEqual([]);
  });

  it('a new draft is saved once when several requests save it at the same time', async () => {
    const id = newId();
    const titles = ['One', 'Two', 'Three', 'Four'];
    const responses = await Promise.all(titles.map((title) => save({ id, texts: { title } })));
    expect(responses.map(reasonOf).filter((reason) => reason === 'DRAFT_CHANGED')).toHaveLength(3);
    expect(await find(id)).toMatchObject({ revision: 1 });
  });

  it('a draft is deleted as often as it is asked for, but not another revision', async () => {
    const id = newId();
    await saved({ id });
    await saved({ id, revision: 1, texts: { title: 'Changed' } });
    expect(reasonOf(await remove({ id, revision: 1 }))).toBe('DRAFT_CHANGED');
    for (let request = 0; request < 2; request += 1)
      expect(await remove({ id, revision: 2 })).toMatchObject({
        data: { deleteListingDraft: { id } },
      });
    expect(await list()).toEqual([]);
  });

  it('a draft of a published listing names the version that it is based on', async () => {
    const version = '2026-11-01T10:00:00.123Z';
    const bound = { listingId: 'lst_1', listingVersion: version };
    expect(await saved({ id: newId(), ...bound })).toMatchObject(bound);
    const { errors } = await save({ id: newId(), listingId: 'lst_1' });
    expect(errors[0].message).toContain('listingId and listingVersion belong together');
  });
});

describe('publishing from a draft', () => {
  const isKept = async (id: string) => (await find(id)) !== null;

  it('a publication deletes its draft, and is repeated without it', async () => {
    const [id, other] = [newId(), newId()];
    for (const each of [id, other]) await saved({ id: each });
    const input = listing();
    const request = { input, expected: { absent: true }, draftId: id, draftRevision: 1 };
    const { data } = await publish(request);
    expect(await isKept(id)).toBe(false);
    expect((await publish(request)).data.publishListing.listing.id).toBe(data.publishListing.listing.id);
    expect(await isKept(other)).toBe(true);
    // Also without an expectation, and when the listing is published as it is.
    await publish({ input, draftId: other });
    expect(await isKept(other)).toBe(false);
  });

  it('a refused publication keeps the draft', async () => {
    const id = newId();
    await saved({ id });
    const input = listing();
    await publish({ input });
    const changed = { ...input, title: 'Another' };
    const refused = await publish({ input: changed, expected: { absent: true }, draftId: id });
    expect(reasonOf(refused)).toBe('LISTING_EXISTS');
    const updatedAt = '2026-01-01T00:00:00.000Z';
    const outdated = await publish({ input: changed, expected: { updatedAt }, draftId: id });
    expect(reasonOf(outdated)).toBe('LISTING_CHANGED');
    expect((await publish({ input: { ...input, title: '' }, draftId: id })).errors).toBeDefined();
    expect(await isKept(id)).toBe(true);
  });

  it('a publication keeps a draft that was saved in another tab meanwhile', async () => {
    const id = newId();
    await saved({ id });
    await saved({ id, revision: 1, texts: { title: 'Written meanwhile' } });
    await publish({ input: listing(), draftId: id, draftRevision: 1 });
    expect(await isKept(id)).toBe(true);
  });

  it('a publication of a legacy listing deletes its draft, too', async () => {
    const id = newId();
    await saved({ id });
    const document = `mutation ($input: PublishLegacyListingInput!, $id: ID) {
      publishLegacyListing(input: $input, draftId: $id, draftRevision: 1) { listing { id } }
    }`;
    const { data } = await send(document, { input: legacyDraft(), id });
    expect(data.publishLegacyListing.listing.id).toMatch(/^lst_/);
    expect(await isKept(id)).toBe(false);
  });
});
