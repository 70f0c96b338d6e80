import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { startIssuer, type Issuer } from '../support/http/issuer.ts';
import { draft, legacyDraft, newEmail } from '../support/listings.ts';

const PATH = '/api/integrations/publish-giveaway';

let gateway: Gateway;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
  gateway = await startGateway({ OAUTH_ISSUERS: issuer.entry });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

type Fields = Readonly<Record<string, unknown>>;

const publish = (key: string, body: unknown) => gateway.rest('POST', PATH, { key, body });

const publishByGraphql = async (key: string, input: unknown): Promise<Json> => {
  const { body } = await gateway.graphql(
    'mutation ($input: PublishLegacyListingInput!) { publishLegacyListing(input: $input) { listing { id } } }',
    { input: input as Fields },
    key,
  );
  return body;
};

const importListings = async (listings: readonly Fields[]): Promise<Json> => {
  const { body } = await gateway.graphql(
    `mutation ($listings: [PublishLegacyListingInput!]!) {
      importLegacyListings(input: { listings: $listings }) { imported skipped }
    }`,
    { listings },
    gateway.operatorToken,
  );
  return body;
};

const assign = async (externalId: unknown, owner: Fields, token = gateway.operatorToken): Promise<Json> => {
  const { body } = await gateway.graphql(
    `mutation ($input: AssignLegacyListingInput!) {
      assignLegacyListing(input: $input) { listing { id title status publisher { kind } } }
    }`,
    { input: { externalId, ...owner } },
    token,
  );
  return body;
};

/** What a post through either door comes to: the listing's id, or why not. */
const DOORS = [
  [
    'REST',
    async (key: string, body: Fields) => {
      const { status, body: answered } = await publish(key, body);
      return status === 200 ? answered.listing.id : { 403: 'foreign', 409: 'unowned' }[status];
    },
  ],
  [
    'GraphQL',
    async (key: string, body: Fields) => {
      const { data, errors } = await publishByGraphql(key, body);
      if (data !== null) return data.publishLegacyListing.listing.id;
      const { code, reason } = errors[0].extensions;
      if (code === 'LISTING_UNOWNED') return 'unowned';
      return reason === 'NOT_YOUR_LISTING' ? 'foreign' : code;
    },
  ],
] as const;

describe.each(DOORS)('through %s', (_door, post) => {
  it('an absent record is created, and belongs to whoever posted it', async () => {
    const [mine, theirs] = [await gateway.createKey(), await gateway.createKey()];
    const sent = legacyDraft();

    const id = await post(mine, sent);

    expect(id).toMatch(/^lst_/);
    expect(await post(theirs, sent)).toBe('foreign');
    expect(await post(mine, sent)).toBe(id);
  });

  it('another key of the owner’s account may update it', async () => {
    const account = newEmail();
    const sent = legacyDraft();
    const id = await post(await gateway.createKey(account), sent);
    expect(await post(await gateway.createKey(account), sent)).toBe(id);
  });

  it('a foreign post changes nothing', async () => {
    const key = await gateway.createKey();
    const sent = legacyDraft();
    const id = await post(key, sent);

    await post(await gateway.createKey(), { ...sent, title: 'Taken over' });

    expect(await listingById(id)).toMatchObject({ title: sent['title'] });
  });

  it('an unowned record is closed to everybody until the operator assigns it, then open to its owner', async () => {
    const [account, other] = [newEmail(), newEmail()];
    const [mine, theirs] = [await gateway.createKey(account), await gateway.createKey(other)];
    const sent = legacyDraft();
    await importListings([sent]);
    expect([await post(mine, sent), await post(theirs, sent)]).toEqual(['unowned', 'unowned']);

    const { data } = await assign(sent['externalId'], { account });

    expect(await post(mine, sent)).toBe(data.assignLegacyListing.listing.id);
    expect(await post(theirs, sent)).toBe('foreign');
  });

  it('may be assigned to a service client, by its namespace', async () => {
    const clientId = `client-${newEmail()}`;
    const namespace = `client:${issuer.url}#${clientId}`;
    const token = await issuer.token({ client_id: clientId });
    const sent = legacyDraft();
    await importListings([sent]);
    expect((await assign(sent['externalId'], { namespace })).errors[0].extensions.code).toBe('NOT_FOUND');
    expect(await post(token, sent)).toBe('unowned');

    const { listing } = (await assign(sent['externalId'], { namespace })).data.assignLegacyListing;

    expect(listing.publisher.kind).toBe('SERVICE_CLIENT');
    expect(await post(token, sent)).toBe(listing.id);
    expect(await post(await gateway.createKey(), sent)).toBe('foreign');
  });
});

describe('the answer', () => {
  it('to a foreign post says what to do', async () => {
    const sent = legacyDraft();
    await publish(await gateway.createKey(), sent);
    const { status, body } = await publish(await gateway.createKey(), sent);
    expect({ status, body }).toStrictEqual({
      status: 403,
      body: { error: { message: expect.stringContaining('belongs to another publisher') } },
    });
  });

  it('to a post of an unowned record says whom to ask', async () => {
    const sent = legacyDraft();
    await importListings([sent]);
    const { status, body } = await publish(await gateway.createKey(), sent);
    expect({ status, body }).toStrictEqual({
      status: 409,
      body: { error: { message: expect.stringContaining('ask the operator to assign it') } },
    });
  });

  it('to a success is the listing under the names of the present interface', async () => {
    const sent = legacyDraft({
      image: 'https://img.example.com/a.png',
      platform: 'steam',
      worth: '$20',
      instructions: 'Enter on the page.',
      endDate: '2031-05-05T05:05:05Z',
    });
    const { externalId, url, ...same } = sent;
    const { body } = await publish(await gateway.createKey(), sent);
    expect(body.listing).toMatchObject({
      ...same,
      sourceExternalId: externalId,
      landingUrl: url,
      provider: 'Independent publisher',
      verified: false,
      status: 'published',
    });
  });
});

describe('of several publishers who post one absent ID at the same moment', () => {
  it('exactly one becomes its owner', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => gateway.createKey()));
    const sent = legacyDraft();

    const answers = await Promise.all(keys.map((key) => publish(key, sent)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 403, 403, 403, 403, 403,
    ]);
    const owner = keys[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await publish(owner, sent)).status).toBe(200);
  });
});

describe('the names and forms of the legacy payload', () => {
  let key: string;
  beforeAll(async () => {
    key = await gateway.createKey();
  });

  it.each([
    ['externalId', 'sourceExternalId'],
    ['url', 'landingUrl'],
  ])('%s is not found under its present name %s', async (name, present) => {
    const { [name]: value, ...rest } = legacyDraft();
    const { status, body } = await publish(key, { ...rest, [present]: value });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(new RegExp(`^${name} is required`));
  });

  it('a provider is ignored, as it is no part of it', async () => {
    const { body } = await publish(key, legacyDraft({ provider: 'Somebody else' }));
    expect(body.listing.provider).toBe('Independent publisher');
  });

  it('the end may be written with a space instead of T and Z', async () => {
    const { body } = await publish(key, legacyDraft({ endDate: '2031-05-05 05:05:05' }));
    expect(body.listing.endDate).toBe('2031-05-05T05:05:05Z');
    const refused = await publish(key, legacyDraft({ endDate: '2031-02-30 05:05:05' }));
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^endDate must be/),
    ]);
  });
});

describe('the namespace of legacy records', () => {
  it('is one for all, apart from the publishers’ own: the same ID is another listing there', async () => {
    const key = await gateway.createKey();
    const id = String(legacyDraft()['externalId']);

    const legacy = (await publish(key, legacyDraft({ externalId: id }))).body.listing;

    expect((await gateway.read(key, id)).status).toBe(404);
    const own = (await gateway.publish(key, draft({ sourceExternalId: id }))).body.listing;
    expect(own.id).not.toBe(legacy.id);
    await gateway.withdraw(key, id);
    expect(await listingById(legacy.id)).toMatchObject({ status: 'PUBLISHED' });
  });
});

describe('an import', () => {
  it('skips what exists, owned or not, and leaves it as it is', async () => {
    const key = await gateway.createKey();
    const [owned, unowned, fresh] = [legacyDraft(), legacyDraft(), legacyDraft()];
    const { id } = (await publish(key, owned)).body.listing;
    await importListings([unowned]);

    const { data } = await importListings([
      { ...owned, title: 'Changed' },
      { ...unowned, title: 'Changed' },
      fresh,
    ]);

    expect(data.importLegacyListings).toEqual({ imported: 1, skipped: 2 });
    expect(await listingById(id)).toMatchObject({ title: owned['title'] });
    const { listing } = (await assign(unowned['externalId'], { account: newEmail() })).data
      .assignLegacyListing;
    expect(listing.title).toBe(unowned['title']);
  });

  it('takes an ID that stands twice in it once', async () => {
    const twice = legacyDraft();
    const { data } = await importListings([twice, twice, legacyDraft()]);
    expect(data.importLegacyListings).toEqual({ imported: 2, skipped: 1 });
  });

  it('is all or nothing: a wrong entry is named, and none is kept', async () => {
    const right = legacyDraft();

    const { data, errors } = await importListings([right, legacyDraft({ url: 'nowhere' })]);

    expect(data).toBeNull();
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_PAYLOAD',
      fields: [{ path: ['listings', 1, 'url'] }],
    });
    expect((await publish(await gateway.createKey(), right)).status).toBe(200);
  });

  it.each([
    [0, 'is empty'],
    [101, 'at most 100'],
  ])('of %i listings is refused', async (count, message) => {
    const { errors } = await importListings(Array.from({ length: count }, () => legacyDraft()));
    expect(errors[0].extensions.code).toBe('INVALID_PAYLOAD');
    expect(errors[0].message).toContain(message);
  });

  it('of 100 listings is taken', async () => {
    const { data } = await importListings(Array.from({ length: 100 }, () => legacyDraft()));
    expect(data.importLegacyListings).toEqual({ imported: 100, skipped: 0 });
  });
});

describe('an assignment', () => {
  it.each<[string, () => Fields]>([
    ['neither account nor namespace', () => ({})],
    ['both of them', () => ({ account: newEmail(), namespace: 'client:a#b' })],
    ['an address that is none', () => ({ account: 'someone' })],
  ])('with %s is refused', async (_what, owner) => {
    const sent = legacyDraft();
    await importListings([sent]);
    expect((await assign(sent['externalId'], owner())).errors[0].extensions.code).toBe('INVALID_PAYLOAD');
  });

  it('of a record that is owned, or not there, finds nothing', async () => {
    const owned = legacyDraft();
    await publish(await gateway.createKey(), owned);
    for (const externalId of [owned['externalId'], 'never-imported']) {
      const { errors } = await assign(externalId, { account: newEmail() });
      expect(errors[0].extensions.code).toBe('NOT_FOUND');
    }
  });

  it('is for the operator only', async () => {
    const sent = legacyDraft();
    await importListings([sent]);
    const account = newEmail();
    const { errors } = await assign(sent['externalId'], { account }, await gateway.createKey(account));
    expect(errors[0].extensions.code).toBe('UNAUTHORIZED');
  });
});

async function listingById(id: unknown): Promise<Json> {
  const { body } = await gateway.graphql('query ($id: ID!) { listing(id: $id) { title status } }', { id });
  return body.data.listing;
}
