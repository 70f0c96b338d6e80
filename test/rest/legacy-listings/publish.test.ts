import { beforeAll, describe, expect, it } from '@jest/globals';
import { draft, legacyDraft, newEmail } from '../../support/listings.ts';
import {
  assign,
  gateway,
  importListings,
  issuer,
  listingById,
  publish,
  publishByGraphql,
  useLegacyGateway,
  type Fields,
} from './legacy-gateway.ts';

useLegacyGateway();

/** Posts a record through an interface, and returns the listing's id or why the record was refused. */
const INTERFACES = [
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

describe.each(INTERFACES)('legacy records through %s', (_interface, post) => {
  it('belong to the publisher whose post created them', async () => {
    const [ownKey, otherKey] = [await gateway.createKey(), await gateway.createKey()];
    const sent = legacyDraft();

    const id = await post(ownKey, sent);

    expect(id).toMatch(/^lst_/);
    expect(await post(otherKey, sent)).toBe('foreign');
    expect(await post(ownKey, sent)).toBe(id);
  });

  it('can be updated by another key of the owner’s account', async () => {
    const account = newEmail();
    const sent = legacyDraft();
    const id = await post(await gateway.createKey(account), sent);
    expect(await post(await gateway.createKey(account), sent)).toBe(id);
  });

  it('are not changed by a post of another publisher', async () => {
    const key = await gateway.createKey();
    const sent = legacyDraft();
    const id = await post(key, sent);

    await post(await gateway.createKey(), { ...sent, title: 'Taken over' });

    expect(await listingById(id)).toMatchObject({ title: sent['title'] });
  });

  it('without an owner refuse every post until the operator assigns them, and then accept posts of the owner', async () => {
    const [account, other] = [newEmail(), newEmail()];
    const [ownKey, otherKey] = [await gateway.createKey(account), await gateway.createKey(other)];
    const sent = legacyDraft();
    await importListings([sent]);
    expect([await post(ownKey, sent), await post(otherKey, sent)]).toEqual(['unowned', 'unowned']);

    const { data } = await assign(sent['externalId'], { account });

    expect(await post(ownKey, sent)).toBe(data.assignLegacyListing.listing.id);
    expect(await post(otherKey, sent)).toBe('foreign');
  });

  it('can be assigned to a service client by its namespace', async () => {
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

describe('the response to a legacy post', () => {
  it('says that the record of another publisher cannot be changed', async () => {
    const sent = legacyDraft();
    await publish(await gateway.createKey(), sent);
    const { status, body } = await publish(await gateway.createKey(), sent);
    expect({ status, body }).toStrictEqual({
      status: 403,
      body: { error: { message: expect.stringContaining('belongs to another publisher') } },
    });
  });

  it('refers to the operator when the record has no owner', async () => {
    const sent = legacyDraft();
    await importListings([sent]);
    const { status, body } = await publish(await gateway.createKey(), sent);
    expect({ status, body }).toStrictEqual({
      status: 409,
      body: { error: { message: expect.stringContaining('ask the operator to assign it') } },
    });
  });

  it('has the listing with the field names of the current interface', async () => {
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

describe('simultaneous posts of one absent ID by several publishers', () => {
  it('give the record exactly one owner', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => gateway.createKey()));
    const sent = legacyDraft();

    const responses = await Promise.all(keys.map((key) => publish(key, sent)));

    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 403, 403, 403, 403, 403,
    ]);
    const owner = keys[responses.findIndex(({ status }) => status === 200)] ?? '';
    expect((await publish(owner, sent)).status).toBe(200);
  });
});

describe('the fields of the legacy payload', () => {
  let key: string;
  beforeAll(async () => {
    key = await gateway.createKey();
  });

  it.each([
    ['externalId', 'sourceExternalId'],
    ['url', 'landingUrl'],
  ])('include %s, which the current name %s does not replace', async (name, present) => {
    const { [name]: value, ...rest } = legacyDraft();
    const { status, body } = await publish(key, { ...rest, [present]: value });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(new RegExp(`^${name} is required`));
  });

  it('do not include the provider, which is ignored', async () => {
    const { body } = await publish(key, legacyDraft({ provider: 'Somebody else' }));
    expect(body.listing.provider).toBe('Independent publisher');
  });

  it('accept an end date with a space instead of T and Z', async () => {
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
  it('is shared by all publishers and separate from their own namespaces', async () => {
    const key = await gateway.createKey();
    const id = String(legacyDraft()['externalId']);

    const legacy = (await publish(key, legacyDraft({ externalId: id }))).body.listing;

    expect((await gateway.read(key, id)).body.listing).toMatchObject({ id: legacy.id });
    expect((await gateway.read(await gateway.createKey(), id)).status).toBe(404);
    const own = (await gateway.publish(key, draft({ sourceExternalId: id }))).body.listing;
    expect(own.id).not.toBe(legacy.id);
    expect((await gateway.withdraw(key, id)).body).toMatchObject({ id: own.id });
    expect(await listingById(legacy.id)).toMatchObject({ status: 'PUBLISHED' });
  });

  it('does not keep a publisher from withdrawing its record', async () => {
    const key = await gateway.createKey();
    const sent = legacyDraft();
    const id = String(sent['externalId']);
    const legacy = (await publish(key, sent)).body.listing;

    const first = await gateway.withdraw(key, id);

    expect(first.body).toEqual({ id: legacy.id, sourceExternalId: id, status: 'withdrawn' });
    expect(await listingById(legacy.id)).toBeNull();
    expect((await gateway.read(key, id)).body.listing).toMatchObject({ id: legacy.id, status: 'withdrawn' });
    expect((await gateway.withdraw(key, id)).body).toEqual(first.body);
  });
});
