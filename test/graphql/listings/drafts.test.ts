import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DRAFT_TEXTS, MAX_DRAFT_BYTES, MAX_DRAFTS } from '../../../src/core/listings/drafts/saved-draft.ts';
import { PURGES } from '../../../src/adapters/postgres/purge/purge-statements.ts';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft as listing, legacyDraft, newEmail } from '../../support/listings.ts';
import { upload } from '../../pictures/support/api.ts';
import { photo } from '../../pictures/support/images.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT: 'off' });
}, 60_000);
afterAll(() => gateway.stop());

const DRAFT = `id revision listingId listingVersion savedAt picture { id } texts { ${DRAFT_TEXTS.join(' ')} }`;
const SAVE = `mutation ($input: SaveListingDraftInput!) { saveListingDraft(input: $input) { draft { ${DRAFT} } } }`;
const LIST = `query ($first: Int, $after: String, $last: Int) {
  listingDrafts(first: $first, after: $after, last: $last) {
    nodes { id revision texts { title } } pageInfo { hasNextPage endCursor }
  }
}`;
const ONE = `query ($id: ID!) { listingDraft(id: $id) { ${DRAFT} } }`;
const DELETE = 'mutation ($input: DeleteListingDraftInput!) { deleteListingDraft(input: $input) { id } }';
const PUBLISH = `mutation (
  $input: PublishListingInput!, $expected: ExpectedListingInput, $draftId: ID, $draftRevision: Int
) {
  publishListing(input: $input, expected: $expected, draftId: $draftId, draftRevision: $draftRevision) {
    listing { id updatedAt }
  }
}`;

let email: string;
let token: string;
beforeEach(async () => {
  email = newEmail();
  token = await gateway.signIn(email);
});

const newId = () => randomUUID().replaceAll('-', '');
const send = async (document: string, variables: object, as = token): Promise<Json> =>
  (await gateway.graphql(document, variables, as)).body;
const save = (input: object, as = token) => send(SAVE, { input: { revision: 0, texts: {}, ...input } }, as);
const saved = async (input: object, as = token): Promise<Json> => {
  const { data, errors } = await save(input, as);
  if (errors) throw new Error(errors[0].message);
  return data.saveListingDraft.draft;
};
const list = async (as = token): Promise<Json[]> => (await send(LIST, {}, as)).data.listingDrafts.nodes;
const find = async (id: string, as = token): Promise<Json> => (await send(ONE, { id }, as)).data.listingDraft;
const reasonOf = ({ errors }: Json) => errors?.[0].extensions.reason ?? errors?.[0].message;
const age = (id: string, days: number) =>
  gateway.onDatabase((em) =>
    em.execute("update listing_draft set saved_at = saved_at - ? * interval '1 day' where id = ?", [
      days,
      id,
    ]),
  );
const purge = (name: string) =>
  gateway.onDatabase((_em, sql) => {
    const { batch, ...statement } = PURGES.find((each) => each.name === name) ?? { batch: 0, name, text: '' };
    return sql.query(statement, [batch]);
  });

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
    const page = (await send(LIST, { first: 2 })).data.listingDrafts;
    expect(page.pageInfo.hasNextPage).toBe(true);
    const { endCursor: after } = page.pageInfo;
    const rest = (await send(LIST, { first: 2, after })).data.listingDrafts;
    expect(rest).toMatchObject({ nodes: [{ id: second }], pageInfo: { hasNextPage: false } });
    expect((await send(LIST, { last: 1 })).data.listingDrafts.nodes).toMatchObject([{ id: second }]);
  });

  it('a draft is seen, changed and deleted by its account alone', async () => {
    const id = newId();
    await saved({ id, texts: { title: 'Mine' } });
    const other = await gateway.signIn();
    expect([await list(other), await find(id, other)]).toEqual([[], null]);
    // The same id of another account is another draft.
    expect(reasonOf(await save({ id, revision: 1, texts: { title: 'Theirs' } }, other))).toBe('DRAFT_GONE');
    await saved({ id, texts: { title: 'Theirs' } }, other);
    await send(DELETE, { input: { id } }, other);
    const published = listing();
    await send(PUBLISH, { input: published, draftId: id }, other);
    await send(
      PUBLISH,
      { input: { ...published, title: 'By a key' }, draftId: id },
      await gateway.createKey(email),
    );
    expect((await list()).map(({ texts }) => texts.title)).toEqual(['Mine']);
    expect((await list(other)).length).toBe(0);
    for (const as of [undefined, await gateway.createKey(email), gateway.operatorToken])
      expect((await gateway.graphql(LIST, {}, as)).body.errors[0].extensions.code).toMatch(/^UNAUTH/);
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
    await send(DELETE, { input: { id } });
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
    expect(reasonOf(await send(DELETE, { input: { id, revision: 1 } }))).toBe('DRAFT_CHANGED');
    for (let request = 0; request < 2; request += 1)
      expect(await send(DELETE, { input: { id, revision: 2 } })).toMatchObject({
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
    const { data } = await send(PUBLISH, request);
    expect(await isKept(id)).toBe(false);
    expect((await send(PUBLISH, request)).data.publishListing.listing.id).toBe(
      data.publishListing.listing.id,
    );
    expect(await isKept(other)).toBe(true);
    // Also without an expectation, and when the listing is published as it is.
    await send(PUBLISH, { input, draftId: other });
    expect(await isKept(other)).toBe(false);
  });

  it('a refused publication keeps the draft', async () => {
    const id = newId();
    await saved({ id });
    const input = listing();
    await send(PUBLISH, { input });
    const changed = { ...input, title: 'Another' };
    const refused = await send(PUBLISH, { input: changed, expected: { absent: true }, draftId: id });
    expect(reasonOf(refused)).toBe('LISTING_EXISTS');
    const updatedAt = '2026-01-01T00:00:00.000Z';
    const outdated = await send(PUBLISH, { input: changed, expected: { updatedAt }, draftId: id });
    expect(reasonOf(outdated)).toBe('LISTING_CHANGED');
    expect((await send(PUBLISH, { input: { ...input, title: '' }, draftId: id })).errors).toBeDefined();
    expect(await isKept(id)).toBe(true);
  });

  it('a publication keeps a draft that was saved in another tab meanwhile', async () => {
    const id = newId();
    await saved({ id });
    await saved({ id, revision: 1, texts: { title: 'Written meanwhile' } });
    await send(PUBLISH, { input: listing(), draftId: id, draftRevision: 1 });
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

describe('an attacker with an account', () => {
  it(`an account keeps at most ${MAX_DRAFTS} drafts, also by requests at the same time`, async () => {
    for (let index = 2; index < MAX_DRAFTS; index += 1) await saved({ id: newId() });
    const responses = await Promise.all(Array.from({ length: 6 }, () => save({ id: newId() })));
    expect(responses.map(reasonOf).filter((reason) => reason === 'DRAFT_LIMIT')).toHaveLength(4);
    const nodes = (await send(LIST, { first: 100 })).data.listingDrafts.nodes;
    expect(nodes).toHaveLength(MAX_DRAFTS);
    const [{ id }] = nodes;
    expect(await saved({ id, revision: 1, texts: { title: 'Changed' } })).toMatchObject({ revision: 2 });
    await send(DELETE, { input: { id } });
    await saved({ id: newId() });
  });

  it.each([
    ['a text that is too long', { title: 'a'.repeat(MAX_DRAFT_BYTES + 1) }],
    [
      'texts that are too long together',
      { title: 'ü'.repeat(MAX_DRAFT_BYTES / 4), worth: 'ü'.repeat(MAX_DRAFT_BYTES / 4 + 1) },
    ],
  ])('no draft is saved with %s', async (_what, texts) => {
    const id = newId();
    const { errors } = await save({ id, texts });
    expect(errors[0]).toMatchObject({ extensions: { code: 'INVALID_PAYLOAD' } });
    expect(errors[0].message).toContain('at most 49,152 bytes');
    expect(await find(id)).toBeNull();
  });

  it.each(['', 'short', 'a'.repeat(65), '../../etc/passwd-or-so', "a'; drop table listing"])(
    'no draft is saved with the id %p',
    async (id) => {
      expect((await save({ id })).errors[0].message).toContain('id must have 16 to 64 characters');
    },
  );

  it.each(['listingDrafts { nodes { id } }', 'listingDraft(id: "3f2a9c1e7b5d4806") { id }'])(
    'one request reads the texts of drafts a few times only: %s',
    async (field) => {
      const read = (times: number) =>
        send(`{ ${Array.from({ length: times }, (_one, index) => `a${index}: ${field}`).join(' ')} }`, {});
      expect((await read(3)).errors).toBeUndefined();
      expect((await read(30)).errors[0].extensions.code).toBe('OPERATION_TOO_COSTLY');
    },
  );

  it('an account saves drafts no more often than the limit allows', async () => {
    const id = newId();
    const { uses } = LIMITED_USES['listing-draft-save'];
    const codes = new Set<string>();
    for (let round = 0; round <= uses / 25; round += 1)
      for (const body of await Promise.all(Array.from({ length: 25 }, () => save({ id }))))
        if (body.errors) codes.add(body.errors[0].extensions.code);
    expect([...codes]).toEqual(['RATE_LIMITED']);
  }, 60_000);
});

describe('the purge of drafts', () => {
  it('the purge deletes drafts that were not saved for 90 days', async () => {
    const [old, young] = [newId(), newId()];
    for (const id of [old, young]) await saved({ id });
    await age(old, 91);
    await age(young, 89);
    await purge('purge-listing-drafts');
    expect((await list()).map(({ id }) => id)).toEqual([young]);
    // Saved again as it is, a draft is kept for as long once more.
    await saved({ id: young });
    await age(young, 2);
    await purge('purge-listing-drafts');
    expect(await list()).toHaveLength(1);
  });

  it('the purge keeps the picture of a draft for as long as the draft', async () => {
    const key = await gateway.createKey(email);
    const { body } = await upload(gateway, key, await photo(90, 60).jpeg().toBuffer());
    const picture = body.picture.id as string;
    const id = newId();
    expect(await saved({ id, picture })).toMatchObject({ picture: { id: picture } });
    const forget = () =>
      gateway.onDatabase((em) => em.execute(`update picture set kept_at = now() - interval '2 days'`));
    const isServed = async () =>
      (await gateway.onDatabase((em) => em.execute('select id from picture where id = ?', [picture])))
        .length > 0;
    await forget();
    await purge('purge-pictures');
    expect(await isServed()).toBe(true);
    await saved({ id, revision: 1, picture });
    const foreign = await save({ id: newId(), picture }, await gateway.signIn());
    expect(foreign.errors[0].message).toContain('picture is no picture that you have sent');
    // Published, it waits for another day until the listing gets it.
    await forget();
    await send(PUBLISH, { input: listing(), draftId: id });
    await purge('purge-pictures');
    expect([await isServed(), await list()]).toEqual([true, []]);
    await forget();
    await purge('purge-pictures');
    expect(await isServed()).toBe(false);
  });
});
