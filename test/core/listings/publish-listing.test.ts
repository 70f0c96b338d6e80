import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_FACTS } from '../../../src/core/listings/facts/listing-facts.ts';
import { VERIFIED_FIELDS } from '../../../src/core/listings/listing.ts';
import { myListing } from '../../../src/core/listings/my-listing.ts';
import { myListings } from '../../../src/core/listings/own/my-listings.ts';
import { publishLegacyListing } from '../../../src/core/listings/legacy/publish-legacy-listing.ts';
import { publishListing } from '../../../src/core/listings/publish-listing.ts';
import { unverifyListing } from '../../../src/core/listings/badge/unverify-listing.ts';
import { verifyListing } from '../../../src/core/listings/badge/verify-listing.ts';
import { withdrawListing } from '../../../src/core/listings/withdraw-listing.ts';
import { accountCaller, clientCaller, keyCaller, OPERATOR } from '../support/callers.ts';
import { draft, legacyDraft } from '../support/drafts.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const key = keyCaller('ann');
const sourceExternalId = 'summer';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
const publish = (fields = {}, caller: Parameters<FakePorts['run']>[0] = key) =>
  ports.run(caller, publishListing, draft(fields));
const withdraw = (caller: Parameters<FakePorts['run']>[0] = key) =>
  ports.run(caller, withdrawListing, { sourceExternalId });

describe('publishing', () => {
  it('creates a listing that is published, unverified and of the caller', async () => {
    expect(await publish()).toEqual({
      ...draft(),
      facts: NO_FACTS,
      uploadedPicture: null,
      picture: null,
      id: expect.stringMatching(/^lst_/),
      namespace: key.namespace,
      publisherId: key.publisherId,
      provider: 'Independent publisher',
      image: '',
      platform: 'all',
      worth: 'N/A',
      instructions: expect.stringContaining('entry page'),
      endDate: null,
      verified: false,
      status: 'published',
      hiddenReason: null,
      createdAt: START,
      updatedAt: START,
    });
    expect(ports.feedChanges.announced).toBe(1);
  });

  it('replaces the listing of the same ID, which keeps its id and createdAt', async () => {
    const first = await publish();
    ports.clock.advance(10);
    const second = await publish({ title: 'Autumn giveaway' });
    expect(second).toEqual({
      ...first,
      title: 'Autumn giveaway',
      updatedAt: new Date(START.getTime() + 10_000),
    });
    expect(ports.feedChanges.announced).toBe(2);
  });

  it('takes defaults again for what a later post leaves out', async () => {
    await publish({ image: 'https://publisher.example/a.png', endDate: '2031-05-05T05:05:05Z', worth: '$5' });
    expect(await publish()).toMatchObject({ image: '', endDate: null, worth: 'N/A' });
  });

  it('moves updatedAt on with every post, even within one millisecond or when the clock goes back', async () => {
    const first = await publish();
    const second = await publish();
    ports.clock.advance(-60);
    const third = await publish();
    const times = [first, second, third].map(({ updatedAt }) => updatedAt.getTime() - START.getTime());
    expect(times).toEqual([0, 1, 2]);
  });

  it('gives one ID of two publishers two listings', async () => {
    const own = await publish();
    const foreign = await publish({ title: 'Foreign' }, clientCaller());
    expect(foreign.id).not.toBe(own.id);
    expect(await ports.run(key, myListing, { sourceExternalId })).toEqual(own);
  });

  it('shares the listings of an account among its keys and its session', async () => {
    await publish();
    const shown = await ports.run(accountCaller('ann'), myListing, { sourceExternalId });
    expect(shown).toMatchObject({ sourceExternalId, publisherId: key.publisherId });
  });

  it('changes nothing when the input is refused', async () => {
    await errorOf(publish({ title: '' }));
    expect(await ports.run(key, myListing, { sourceExternalId })).toBeUndefined();
    expect(ports.feedChanges.announced).toBe(0);
  });
});

describe('withdrawing', () => {
  it('hides a published listing, which stays with its publisher', async () => {
    const published = await publish();
    ports.clock.advance(10);
    expect(await withdraw()).toEqual({ id: published.id, sourceExternalId, status: 'withdrawn' });
    expect(await ports.run(key, myListing, { sourceExternalId })).toEqual({
      ...published,
      status: 'withdrawn',
      updatedAt: new Date(START.getTime() + 10_000),
    });
    expect(await ports.listings.findPublished([published.id])).toEqual([]);
    expect(ports.feedChanges.announced).toBe(2);
  });

  it('changes and announces nothing when it is repeated', async () => {
    await publish();
    await withdraw();
    const withdrawn = await ports.run(key, myListing, { sourceExternalId });
    ports.clock.advance(10);
    expect(await withdraw()).toEqual({ id: withdrawn?.id, sourceExternalId, status: 'withdrawn' });
    expect(await ports.run(key, myListing, { sourceExternalId })).toEqual(withdrawn);
    expect(ports.feedChanges.announced).toBe(2);
  });

  it('withdrawing of an ID that was never published answers the same, and leaves it absent', async () => {
    expect(await withdraw()).toEqual({ id: null, sourceExternalId, status: 'withdrawn' });
    expect(await ports.run(key, myListing, { sourceExternalId })).toBeUndefined();
    expect(ports.feedChanges.announced).toBe(0);
  });

  it('withdrawing by an id reaches that listing of the caller only, and says when there is none', async () => {
    const own = await publish();
    const legacy = await ports.run(key, publishLegacyListing, legacyDraft({ externalId: sourceExternalId }));
    expect(await ports.run(key, withdrawListing, { id: legacy.id })).toEqual({
      id: legacy.id,
      sourceExternalId,
      status: 'withdrawn',
    });
    expect(await ports.run(key, myListing, { id: own.id })).toEqual(own);
    for (const caller of [clientCaller(), accountCaller('bob')])
      expect(await errorOf(ports.run(caller, withdrawListing, { id: own.id }))).toMatchObject({
        code: 'NOT_FOUND',
      });
    expect(await ports.run(key, myListing, { id: own.id })).toEqual(own);
  });

  it('withdrawing by its ID reaches a legacy listing if the caller has no other', async () => {
    const legacy = await ports.run(key, publishLegacyListing, legacyDraft({ externalId: sourceExternalId }));
    expect(await withdraw()).toEqual({ id: legacy.id, sourceExternalId, status: 'withdrawn' });
    expect(await ports.run(key, myListing, { sourceExternalId })).toMatchObject({
      id: legacy.id,
      status: 'withdrawn',
    });
  });

  it.each([
    ['neither', {}, 'sourceExternalId is required: send 1 to 200 characters.'],
    ['both', { id: 'lst_1', sourceExternalId }, 'sourceExternalId and id are both given: send one of them.'],
  ])('needs one name of the listing, not %s', async (_what, input, message) => {
    expect(await errorOf(ports.run(key, withdrawListing, input))).toMatchObject({ message });
  });

  it('does not reach the listing of another publisher', async () => {
    const own = await publish();
    await withdraw(clientCaller());
    expect(await ports.run(key, myListing, { sourceExternalId })).toEqual(own);
  });

  it('is taken back by a post of the ID', async () => {
    const { id, createdAt } = await publish();
    await withdraw();
    expect(await publish()).toMatchObject({ id, createdAt, status: 'published' });
  });
});

describe('the verified badge', () => {
  const verify = (id: string) => ports.run(OPERATOR, verifyListing, { id });

  it('is awarded and taken away by the operator, and noted', async () => {
    const { id } = await publish();
    expect(await verify(id)).toMatchObject({ id, verified: true });
    expect(await ports.run(OPERATOR, unverifyListing, { id })).toMatchObject({ id, verified: false });
    const [, ...entries] = ports.audit.entries;
    expect(entries.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
      ['verifyListing', 'operator', id],
      ['unverifyListing', 'operator', id],
    ]);
    expect(ports.feedChanges.announced).toBe(3);
  });

  it('is only awarded to the listing that was checked', async () => {
    const { id, updatedAt } = await publish();
    const exchanged = await publish({ title: 'Another title' });
    const verifyAt = (expectedUpdatedAt: Date) =>
      ports.run(OPERATOR, verifyListing, { id, expectedUpdatedAt });
    expect(await errorOf(verifyAt(updatedAt))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['expectedUpdatedAt'], message: expect.stringContaining('changed meanwhile') }],
    });
    expect(await ports.run(key, myListing, { id })).toEqual(exchanged);
    expect(await verifyAt(exchanged.updatedAt)).toMatchObject({ verified: true });
  });

  it('is refused for a listing that is not there, and not noted', async () => {
    expect(await errorOf(verify('lst_none'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ports.audit.entries).toEqual([]);
    expect(ports.feedChanges.announced).toBe(0);
  });

  it.each([
    ['title', 'Another title'],
    ['landingUrl', 'https://publisher.example/other'],
    ['provider', 'Another provider'],
  ])('ends with a change of %s, and does not return with the old value', async (field, value) => {
    const { id } = await publish();
    await verify(id);
    expect(await publish({ [field]: value })).toMatchObject({ id, verified: false });
    expect(await publish()).toMatchObject({ id, verified: false });
  });

  it.each([
    ['description', 'Other words.'],
    ['image', 'https://publisher.example/a.png'],
    ['platform', 'steam'],
    ['worth', '$5'],
    ['instructions', 'Click.'],
    ['endDate', '2031-05-05T05:05:05Z'],
  ])('survives a change of %s, a withdrawal and a new post', async (field, value) => {
    const { id } = await publish();
    await verify(id);
    expect(await publish({ [field]: value })).toMatchObject({ id, verified: true });
    await withdraw();
    expect(await publish({ [field]: value })).toMatchObject({ id, verified: true, status: 'published' });
  });

  it('depends on the fields that the tests above change, and on no other', () => {
    expect(VERIFIED_FIELDS).toEqual(['title', 'landingUrl', 'provider']);
  });

  it('cannot be claimed by the payload', async () => {
    expect(await publish({ verified: true, status: 'withdrawn', id: 'lst_own' })).toMatchObject({
      verified: false,
      status: 'published',
      id: expect.not.stringMatching('lst_own'),
    });
  });
});

describe('my listings', () => {
  const list = (page = {}, caller: Parameters<FakePorts['run']>[0] = key) =>
    ports.run(caller, myListings, page);

  it('come newest change first, withdrawn ones included, and no listing of others', async () => {
    for (const id of ['a', 'b', 'c']) {
      await publish({ sourceExternalId: id });
      ports.clock.advance(1);
    }
    await ports.run(key, withdrawListing, { sourceExternalId: 'a' });
    await publish({ sourceExternalId: 'd' }, clientCaller());
    const page = await list();
    expect(page.items.map(({ sourceExternalId: id, status }) => [id, status])).toEqual([
      ['a', 'withdrawn'],
      ['c', 'published'],
      ['b', 'published'],
    ]);
  });

  it('refuse a cursor of another list', async () => {
    const after = Buffer.from(`PROVIDERS|${START.toISOString()}|lst_1`).toString('base64url');
    expect(await errorOf(list({ after }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [expect.objectContaining({ path: ['after'] })],
    });
  });
});
