import { beforeEach, describe, expect, it } from '@jest/globals';
import { PURGES } from '../../../src/adapters/postgres/purge/purge-statements.ts';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import { MAX_DRAFT_BYTES, MAX_DRAFTS } from '../../../src/core/listings/drafts/saved-draft.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft as listing, newEmail } from '../../support/listings.ts';
import { upload } from '../../pictures/support/api.ts';
import { photo } from '../../pictures/support/images.ts';
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

describe('an attacker with an account', () => {
  it(`an account keeps at most ${MAX_DRAFTS} drafts, also by requests at the same time`, async () => {
    for (let index = 2; index < MAX_DRAFTS; index += 1) await saved({ id: newId() });
    const responses = await Promise.all(Array.from({ length: 6 }, () => save({ id: newId() })));
    expect(responses.map(reasonOf).filter((reason) => reason === 'DRAFT_LIMIT')).toHaveLength(4);
    const nodes = (await send(LIST_DRAFTS, { first: 100 })).data.listingDrafts.nodes;
    expect(nodes).toHaveLength(MAX_DRAFTS);
    const [{ id }] = nodes;
    expect(await saved({ id, revision: 1, texts: { title: 'Changed' } })).toMatchObject({ revision: 2 });
    await remove({ id });
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
  });
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
    await publish({ input: listing(), draftId: id });
    await purge('purge-pictures');
    expect([await isServed(), await list()]).toEqual([true, []]);
    await forget();
    await purge('purge-pictures');
    expect(await isServed()).toBe(false);
  });
});
