import type { SqlEntityManager } from '@mikro-orm/sql';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPublisherMemberStore } from '../../../src/adapters/postgres/access/publisher-member-store.ts';
import { createListingDraftStore } from '../../../src/adapters/postgres/listings/listing-draft-store.ts';
import { createPictureStore } from '../../../src/adapters/postgres/listings/picture-store.ts';
import type { AccountCaller } from '../../../src/core/access/callers.ts';
import { saveListingDraft } from '../../../src/core/listings/drafts/save-listing-draft.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { upload } from '../../pictures/support/api.ts';
import { photo } from '../../pictures/support/images.ts';
import { membersAt, refusalOf, type Person } from './member-calls.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ RATE_LIMIT: 'off', DOMAIN_CHECKS: 'off' }));

const { call, join, person, publisherOf, query } = membersAt(() => gateway);
let owner: Person;
let editor: Person;
beforeEach(async () => {
  owner = await person();
  editor = await join(owner, await person(), 'EDITOR');
});
const PUBLISH = `mutation ($input: PublishListingInput!, $draftId: ID) {
  publishListing(input: $input, draftId: $draftId) { listing { id title publisher { id } } }
}`;
const SAVE = `mutation ($input: SaveListingDraftInput!) { saveListingDraft(input: $input) { draft { id } } }`;
const DRAFTS = '{ listingDrafts { nodes { id texts { title } } } }';
const ID = '3f2a9c1e7b5d4806';
const storesOf = (em: SqlEntityManager) => ({
  listingDrafts: createListingDraftStore(em),
  pictures: createPictureStore(em),
  publisherMembers: createPublisherMemberStore(em),
});
const draftsOf = async (who: Person) => (await query(who, DRAFTS)).body.data.listingDrafts.nodes;
const saveDraft = (who: Person, title: string) =>
  query(who, SAVE, { input: { id: ID, revision: 0, texts: { title } } });

describe('an editor who acts for a publisher', () => {
  it('publishes, changes and withdraws listings of the publisher, as its owner does', async () => {
    const input = draft();
    const published = (await query(editor, PUBLISH, { input })).body.data.publishListing.listing;
    expect(published.publisher.id).toBe(editor.actsFor);
    const changed = (await query(owner, PUBLISH, { input: { ...input, title: 'By the owner' } })).body.data;
    expect(changed.publishListing.listing).toMatchObject({ id: published.id, title: 'By the owner' });
    const OWN = '{ myListings { nodes { id own { clicks } } } }';
    const own = async (who: Person) => (await query(who, OWN)).body.data.myListings.nodes;
    expect(await own(editor)).toEqual(await own(owner));
    // The same listing of the editor's own publisher is another one.
    const { actsFor: _publisher, ...alone } = editor;
    expect(await own(alone)).toEqual([]);
    const mine = (await query(alone, PUBLISH, { input })).body.data.publishListing.listing;
    expect(mine.id).not.toBe(published.id);
    const WITHDRAW = `mutation ($id: ID!) { withdrawListing(input: { id: $id }) { id } }`;
    const withdraw = async (id: string) => (await query(editor, WITHDRAW, { id })).body;
    expect(refusalOf(await withdraw(mine.id))).toBe('NOT_FOUND');
    expect((await withdraw(published.id)).data.withdrawListing.id).toBe(published.id);
  });

  it('objects to the hiding of a listing, and the activity of the owner says who did', async () => {
    const { id } = (await query(editor, PUBLISH, { input: draft() })).body.data.publishListing.listing;
    const HIDE =
      'mutation ($id: ID!) { hideListing(input: { id: $id, reason: "No prize." }) { listing { id } } }';
    await gateway.graphql(HIDE, { id }, gateway.operatorToken);
    const OBJECT = `mutation ($id: ID!) {
      objectToHiding(input: { listing: $id, text: "There is one." }) { objection { sentAt } }
    }`;
    expect((await query(editor, OBJECT, { id })).body.errors).toBeUndefined();
    const LOG = '{ viewer { auditLog(first: 1) { nodes { action subject facts } } } }';
    const [entry] = (await query(owner, LOG)).body.data.viewer.auditLog.nodes;
    expect(entry).toMatchObject({ action: 'objectToHiding', subject: id, facts: { member: editor.email } });
  });

  it('keeps drafts for the publisher apart from its own ones, and nobody else sees them', async () => {
    const { actsFor: _publisher, ...alone } = editor;
    await saveDraft(editor, 'For the publisher');
    await saveDraft(alone, 'For me');
    await saveDraft(owner, 'Of the owner');
    const titles = async (who: Person) =>
      (await draftsOf(who)).map(({ texts }: { texts: { title: string } }) => texts.title);
    expect([await titles(editor), await titles(alone), await titles(owner)]).toEqual([
      ['For the publisher'],
      ['For me'],
      ['Of the owner'],
    ]);
    await query(editor, PUBLISH, { input: draft(), draftId: ID });
    expect([await titles(editor), await titles(alone), await titles(owner)]).toEqual([
      [],
      ['For me'],
      ['Of the owner'],
    ]);
  });

  it('loses its drafts for the publisher with the membership', async () => {
    await saveDraft(editor, 'For the publisher');
    await call(owner, 'removePublisherMember', { email: editor.email });
    await join(owner, { email: editor.email, token: editor.token }, 'EDITOR');
    expect(await draftsOf(editor)).toEqual([]);
  });

  it('saves no draft after its removal, by a request that began before', async () => {
    const [account] = await gateway.onDatabase((em) =>
      em.execute<{ id: string }[]>('select id from user_account where email = ?', [editor.email]),
    );
    const caller = { accountId: account?.id, publisherId: editor.actsFor, role: 'EDITOR' } as AccountCaller;
    const save = () =>
      gateway.onDatabase((em) =>
        saveListingDraft.execute(
          {
            clock: { now: () => new Date() },
            rateLimits: { consume: async () => undefined },
            transaction: (work) => em.transactional((unit) => work(storesOf(unit))),
          },
          caller,
          { id: ID, revision: 0, texts: {}, listing: null, picture: null },
        ),
      );
    expect(await save()).toMatchObject({ revision: 1 });
    await call(owner, 'removePublisherMember', { email: editor.email });
    await expect(save()).rejects.toMatchObject({ reason: 'PUBLISHER_FOREIGN' });
    await join(owner, { email: editor.email, token: editor.token }, 'EDITOR');
    expect(await draftsOf(editor)).toEqual([]);
  });

  it.each([
    ['the profile', 'mutation { setPublisherProfile(input: { name: "Mine" }) { publisher { id } } }'],
    [
      'the domain',
      'mutation { claimPublisherDomain(input: { domain: "mine.example" }) { domain { name } } }',
    ],
    ['the check of the domain', 'mutation { checkPublisherDomain { domain { name } } }'],
    ['the end of the domain', 'mutation { removePublisherDomain { removed } }'],
    [
      'the members',
      'mutation { invitePublisherMember(input: { email: "a@example.com", role: ADMIN }) { member { email } } }',
    ],
    ['a removal', 'mutation { removePublisherMember(input: { email: "a@example.com" }) { email } }'],
  ])('is refused what concerns %s, which an admin may do', async (_what, document) => {
    expect(refusalOf((await query(editor, document)).body)).toBe('UNAUTHORIZED ROLE_MISSING');
    const admin = await join(owner, await person(), 'ADMIN');
    expect(refusalOf((await query(admin, document)).body)).not.toMatch(/^UNAUTH/);
  });

  it('creates no key for the publisher, and keeps those of its account', async () => {
    const CREATE = 'mutation { createApiKey(input: { scopes: ["giveaways:publish"] }) { apiKey { id } } }';
    expect((await query(editor, CREATE)).body.errors[0].message).toContain('publisher of their own account');
    const { actsFor: _publisher, ...alone } = editor;
    expect((await query(alone, CREATE)).body.errors).toBeUndefined();
    const KEYS = '{ viewer { apiKeys { nodes { id } } } }';
    expect((await query(editor, KEYS)).body.data.viewer.apiKeys.nodes).toHaveLength(1);
  });

  it('publishes with an image that was sent for the publisher', async () => {
    const key = await gateway.createKey(owner.email);
    const { body } = await upload(gateway, key, await photo(90, 60).jpeg().toBuffer());
    const listing = (await query(editor, PUBLISH, { input: draft() })).body.data.publishListing.listing;
    const SET = `mutation ($id: ID!, $picture: ID!) {
      setListingPicture(input: { id: $id, picture: $picture }) { listing { picture { id } } }
    }`;
    const variables = { id: listing.id, picture: body.picture.id };
    const set = (await query(editor, SET, variables)).body;
    expect(set.data.setListingPicture.listing.picture.id).toBe(body.picture.id);
  });

  it('acts for its own publisher when the header names that, or is empty', async () => {
    const { actsFor: _publisher, ...alone } = editor;
    const own = await publisherOf(alone);
    for (const actsFor of [own, '']) expect(await publisherOf({ ...alone, actsFor })).toBe(own);
  });
});
