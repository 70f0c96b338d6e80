import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { gateway, key, PATH, publish, read, useListingGateway, withdraw } from './listing-gateway.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

useListingGateway();

describe('an absent listing', () => {
  it('is published and unverified after its first post, with every public field', async () => {
    const sent = draft();

    const response = await gateway.publish(key, sent);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.body).toStrictEqual({
      listing: {
        id: expect.stringMatching(/^lst_\w+$/),
        ...sent,
        provider: 'Independent publisher',
        image: '',
        platform: 'all',
        worth: 'N/A',
        instructions: expect.stringMatching(/./),
        endDate: 'N/A',
        verified: false,
        status: 'published',
        createdAt: expect.stringMatching(INSTANT),
        updatedAt: expect.stringMatching(INSTANT),
      },
    });
  });

  it('gets the status withdrawn for a deletion, and stays absent', async () => {
    const deleted = await withdraw('never-posted');

    expect(deleted.status).toBe(200);
    expect(deleted.body).toStrictEqual({ sourceExternalId: 'never-posted', status: 'withdrawn' });
    expect((await read('never-posted')).status).toBe(404);
  });

  it('is not found by its ID', async () => {
    expect(await read('not-there')).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('sourceExternalId') } },
    });
  });
});

describe('a published listing', () => {
  it('keeps id and createdAt and gets a later updatedAt when a post with its ID replaces it', async () => {
    const sent = draft({ worth: '$500', platform: 'steam' });
    const first = await publish(sent);

    const second = await publish({ ...sent, title: 'Two weeks by the sea', platform: undefined });

    expect(second).toStrictEqual({
      ...first,
      title: 'Two weeks by the sea',
      platform: 'all',
      updatedAt: expect.not.stringContaining(first.updatedAt),
    });
    expect(second.updatedAt > first.updatedAt).toBe(true);
  });

  it('gets a later updatedAt with every post and withdrawal, even of the same content', async () => {
    const sent = draft();
    const instants: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      instants.push((await publish(sent)).updatedAt);
      await withdraw(sent['sourceExternalId']);
      instants.push((await read(sent['sourceExternalId'])).body.listing.updatedAt);
    }
    expect(new Set(instants).size).toBe(instants.length);
    expect(instants).toEqual(instants.toSorted());
  });

  it('is read as its publication returned it', async () => {
    const listing = await publish(
      draft({ endDate: '2031-01-31T23:59:59Z', image: 'https://img.example.com/a.png' }),
    );
    expect((await read(listing.sourceExternalId)).body).toStrictEqual({ listing });
  });

  it('is withdrawn by its deletion, and can still be read', async () => {
    const listing = await publish(draft());

    const deleted = await withdraw(listing.sourceExternalId);

    expect(deleted.status).toBe(200);
    const { id, sourceExternalId } = listing;
    expect(deleted.body).toStrictEqual({ id, sourceExternalId, status: 'withdrawn' });
    const found = (await read(listing.sourceExternalId)).body.listing;
    expect(found).toStrictEqual({
      ...listing,
      status: 'withdrawn',
      updatedAt: expect.stringMatching(INSTANT),
    });
    expect(found.updatedAt >= listing.updatedAt).toBe(true);
  });
});

describe('a withdrawn listing', () => {
  it('gets the same response for another deletion, and keeps its updatedAt', async () => {
    const { id, sourceExternalId } = await publish(draft());
    await withdraw(sourceExternalId);
    const before = (await read(sourceExternalId)).body;

    const again = await withdraw(sourceExternalId);

    expect(again.body).toStrictEqual({ id, sourceExternalId, status: 'withdrawn' });
    expect((await read(sourceExternalId)).body).toStrictEqual(before);
  });

  it('is published again by a post with its ID', async () => {
    const sent = draft();
    const first = await publish(sent);
    await withdraw(sent['sourceExternalId']);

    const again = await publish(sent);

    expect(again).toStrictEqual({ ...first, updatedAt: expect.stringMatching(INSTANT) });
  });
});

describe('simultaneous posts of one ID', () => {
  it('create one listing with a distinct updatedAt for each post, and the latest one is stored', async () => {
    const sent = draft();
    const titles = Array.from({ length: 50 }, (_, index) => `Title ${index}`);

    const responses = await Promise.all(titles.map((title) => gateway.publish(key, { ...sent, title })));

    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const listings: Json[] = responses.map(({ body }) => body.listing);
    expect(new Set(listings.map(({ id, createdAt }) => `${id} ${createdAt}`)).size).toBe(1);
    expect(listings.map(({ title }) => title)).toEqual(titles);
    const inOrder = listings.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
    expect(new Set(listings.map(({ updatedAt }) => updatedAt)).size).toBe(50);
    expect((await read(sent['sourceExternalId'])).body.listing).toStrictEqual(inOrder.at(-1));
    const { body } = await gateway.rest('GET', '/feed.json?first=100&providers=Independent+publisher');
    expect(body.items.filter(({ id }: Json) => id === listings[0].id)).toHaveLength(1);
  });

  it('leave the listing as one of the posts returned it when withdrawals arrive at the same time', async () => {
    const sent = draft();
    const [responses] = await Promise.all([
      Promise.all(
        Array.from({ length: 10 }, (_, index) => gateway.publish(key, { ...sent, worth: `${index}` })),
      ),
      Promise.all(Array.from({ length: 10 }, () => withdraw(sent['sourceExternalId']))),
    ]);

    const { listing } = (await read(sent['sourceExternalId'])).body;

    const published = responses.map(({ body }) => body.listing).find(({ worth }) => worth === listing.worth);
    expect(listing).toStrictEqual({
      ...published,
      status: listing.status,
      updatedAt: listing.status === 'published' ? published.updatedAt : expect.stringMatching(INSTANT),
    });
  });

  it('simultaneous posts of one ID of several publishers create a listing for each publisher', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => gateway.createKey()));
    const sent = draft();
    const posts = keys.flatMap((publisherKey, index) =>
      Array.from({ length: 4 }, () =>
        gateway.publish(publisherKey, { ...sent, title: `Publisher ${index}` }),
      ),
    );
    const ids = (await Promise.all(posts)).map(({ body }) => body.listing.id);
    expect(new Set(ids).size).toBe(5);
    for (const [index, publisherKey] of keys.entries()) {
      const { listing } = (await gateway.read(publisherKey, sent['sourceExternalId'])).body;
      expect(listing).toMatchObject({ id: ids[index * 4], title: `Publisher ${index}` });
    }
  });
});

describe('a listing written by an instance whose clock is ahead', () => {
  it('gets a later updatedAt with every post and withdrawal', async () => {
    const sent = draft();
    const { id } = await publish(sent);
    await gateway.onDatabase((em) =>
      em.execute(`update listing set updated_at = '2099-01-01T00:00:00Z' where id = ?`, [id]),
    );
    expect((await publish(sent)).updatedAt).toBe('2099-01-01T00:00:00.001Z');
    await withdraw(sent['sourceExternalId']);
    expect((await read(sent['sourceExternalId'])).body.listing.updatedAt).toBe('2099-01-01T00:00:00.002Z');
  });
});

describe('the verified badge', () => {
  const verify = (id: string) =>
    gateway.graphql(
      'mutation ($id: ID!) { verifyListing(input: { id: $id }) { listing { verified } } }',
      { id },
      gateway.operatorToken,
    );

  it('cannot be set by the payload', async () => {
    const listing = await publish(
      draft({ verified: true, status: 'withdrawn', namespace: 'legacy', id: 'lst_1' }),
    );
    expect(listing).toMatchObject({
      verified: false,
      status: 'published',
      id: expect.not.stringMatching(/^lst_1$/),
    });
  });

  it.each([
    ['description', 'Three nights.', true],
    ['worth', '$1', true],
    ['endDate', '2030-05-05T05:05:05Z', true],
    ['image', 'https://img.example.com/b.png', true],
    ['title', 'Another prize', false],
    ['landingUrl', 'https://elsewhere.example.com/', false],
    ['provider', 'Somebody else', false],
  ])('after an update of %s to %p has the value %p', async (field, value, isKept) => {
    const sent = draft();
    await verify((await publish(sent)).id);
    expect(await publish({ ...sent, [field]: value })).toHaveProperty('verified', isKept);
  });

  it('is not restored when the verified content is published again', async () => {
    const sent = draft();
    await verify((await publish(sent)).id);
    await publish({ ...sent, title: 'Another prize' });
    expect(await publish(sent)).toHaveProperty('verified', false);
  });
});

it('accepts an ID of any characters in the URL', async () => {
  const sourceExternalId = 'Ümlaut & plus+space %25 #1/2?=🎁';
  await publish(draft({ sourceExternalId }));
  expect((await read(sourceExternalId)).body.listing.sourceExternalId).toBe(sourceExternalId);
  expect((await withdraw(sourceExternalId)).body.sourceExternalId).toBe(sourceExternalId);
});

it('answers HEAD like GET, without a body', async () => {
  const { sourceExternalId } = await publish(draft());
  const response = await gateway.rest('HEAD', `${PATH}?sourceExternalId=${sourceExternalId}`, { key });
  expect(response).toMatchObject({ status: 200, text: '' });
});
