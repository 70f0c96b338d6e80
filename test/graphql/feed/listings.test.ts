import { describe, expect, it } from '@jest/globals';
import { graphql } from 'graphql';
import { createLoaders } from '../../../src/adapters/graphql/gateway/loaders.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { ANONYMOUS } from '../../../src/core/access/callers.ts';
import type { Listing } from '../../../src/core/listings/listing.ts';
import { draft, legacyDraft } from '../../support/listings.ts';
import {
  gateway,
  issuer,
  key,
  feed,
  nodesOf,
  publish,
  codeOf,
  inMinutes,
  importLegacy,
  useFeedGateway,
} from './feed-gateway.ts';

useFeedGateway();

describe('a listing of the feed', () => {
  const FIELDS = `id sourceExternalId title description landingUrl provider image platform worth instructions endDate verified
    status createdAt updatedAt publisher { id kind createdAt } __typename`;
  const inFeed = async (sourceExternalId: unknown, filter = {}) =>
    nodesOf(
      await feed({ first: 100, filter: { includeEnded: true, ...filter } }, `edges { node { ${FIELDS} } }`),
    ).find((node) => node.sourceExternalId === sourceExternalId);
  const byId = async (id: string) =>
    (await gateway.graphql(`query ($id: ID!) { listing(id: $id) { ${FIELDS} } }`, { id })).body.data.listing;

  it.each([
    ['only the required fields', {}],
    [
      'all fields',
      {
        image: 'https://publisher.example.com/a.png',
        platform: 'p',
        worth: '10 €',
        provider: 'P',
        instructions: 'Go.',
        endDate: '2090-05-06T07:08:09Z',
      },
    ],
    ['right-to-left text and emoji', { title: 'سيارة 🚗 جديدة', description: 'מתנה 🎁' }],
    ['the first and the last instant', { endDate: '0001-01-01T00:00:00Z' }],
    ['the last instant', { endDate: '9999-12-31T23:59:59Z' }],
  ])(
    'a listing of the feed with %s is the same in the feed, by its id and as a node',
    async (_what, fields) => {
      const sent = draft(fields);
      const { body } = await gateway.publish(key, sent);
      const { endDate } = fields as { endDate?: string };

      const shown = await inFeed(sent['sourceExternalId']);

      expect(shown).toEqual({
        ...body.listing,
        image: body.listing.image || null,
        endDate: endDate === undefined ? null : endDate.replace('Z', '.000Z'),
        status: 'PUBLISHED',
        publisher: { id: expect.stringMatching(/^pub_/), kind: 'ACCOUNT', createdAt: expect.any(String) },
        __typename: 'Listing',
      });
      expect(await byId(body.listing.id)).toEqual(shown);
      const { body: node } = await gateway.graphql(
        `query ($id: ID!) { node(id: $id) { id ... on Listing { ${FIELDS} } } }`,
        { id: body.listing.id },
      );
      expect(node.data.node).toEqual(shown);
    },
  );

  it('disappears when it is withdrawn, and returns when it is published again', async () => {
    const sent = draft();
    const { body } = await gateway.publish(key, sent);
    await gateway.withdraw(key, sent['sourceExternalId']);
    expect(await inFeed(sent['sourceExternalId'])).toBeUndefined();
    const gone = await gateway.graphql(
      'query ($id: ID!) { a: listing(id: $id) { id } b: node(id: $id) { id } }',
      { id: body.listing.id },
    );
    expect(gone.body).toMatchObject({ data: { a: null, b: null } });
    expect(gone.body.errors).toBeUndefined();

    await gateway.publish(key, sent);

    expect(await inFeed(sent['sourceExternalId'])).toMatchObject({ id: body.listing.id });
  });

  it('is hidden from the feed by default when it has ended, and still found by its id', async () => {
    const sent = draft({ endDate: inMinutes(-1) });
    const { body } = await gateway.publish(key, sent);
    expect(await inFeed(sent['sourceExternalId'], { includeEnded: false })).toBeUndefined();
    expect(await inFeed(sent['sourceExternalId'], { includeEnded: null })).toBeUndefined();
    expect(await inFeed(sent['sourceExternalId'])).toBeDefined();
    expect(await byId(body.listing.id)).toMatchObject({ id: body.listing.id });
  });

  it('names a service client as its publisher', async () => {
    const sent = draft();
    await gateway.publish(await issuer.token(), sent);
    expect(await inFeed(sent['sourceExternalId'])).toMatchObject({ publisher: { kind: 'SERVICE_CLIENT' } });
  });

  it('has no publisher while it has no owner, in the feed and by its id', async () => {
    const sent = legacyDraft();
    await importLegacy([sent]);
    const shown = await inFeed(sent['externalId']);
    expect(shown).toMatchObject({ publisher: null });
    expect(await byId(shown.id)).toEqual(shown);
  });

  it('names its new owner as publisher after an assignment, even in the legacy namespace', async () => {
    const sent = legacyDraft();
    await importLegacy([sent]);
    await gateway.graphql(
      'mutation ($input: AssignLegacyListingInput!) { assignLegacyListing(input: $input) { listing { id } } }',
      { input: { externalId: sent['externalId'], account: 'owner@example.com' } },
      gateway.operatorToken,
    );
    expect(await inFeed(sent['externalId'])).toMatchObject({ publisher: { kind: 'ACCOUNT' } });
  });
});

describe('a node', () => {
  const node = (id: string) =>
    gateway.graphql('query ($id: ID!) { node(id: $id) { __typename id } }', { id });

  it('is a publisher for the id that a listing shows', async () => {
    const id = await publish({});
    const { body } = await gateway.graphql(
      'query ($id: ID!) { listing(id: $id) { publisher { id kind createdAt } } }',
      { id },
    );
    const { publisher } = body.data.listing;
    const found = await gateway.graphql(
      'query ($id: ID!) { node(id: $id) { __typename ... on Publisher { id kind createdAt } } }',
      { id: publisher.id },
    );
    expect(found.body.data.node).toEqual({ __typename: 'Publisher', ...publisher });
  });

  it.each([
    ['a listing nobody published', 'lst_01a1fcd9faa2142b2859498a78444135'],
    ['a publisher nobody knows', 'pub_01a1fcd9faa2142b2859498a78444135'],
    ['nothing', ''],
    ['a prefix only', 'pub_'],
    ['another kind', 'acc_01a1fcd9faa2142b2859498a78444135'],
    ['a number', '42'],
    ['SQL', "lst_' or '1'='1"],
    ['a name that every object has', '__proto__'],
    ['10,000 characters', 'lst_'.repeat(2_500)],
    ['emoji', '🎁'],
    ['half of a surrogate pair', 'lst_\ud800'],
    ['U+0000', '\u0000'],
    ['U+0000 in the id of a listing', 'lst_\u0000'],
    ['U+0000 in the id of a publisher', 'pub_\u0000'],
  ])('is null for the id of %s, and never a failure', async (_what, id) => {
    const responses = [
      await node(id),
      await gateway.graphql('query ($id: ID!) { node: listing(id: $id) { __typename id } }', { id }),
    ];
    for (const response of responses) {
      expect(response.status).toBeLessThan(500);
      expect(['INVALID_PAYLOAD', undefined]).toContain(codeOf(response));
      expect(response.body.data?.node ?? null).toBeNull();
    }
  });

  it('a node that cannot be found does not affect the other fields of the request', async () => {
    const id = await publish({});
    const { body } = await gateway.graphql(
      'query ($good: ID!, $bad: ID!) { good: listing(id: $good) { id } bad: listing(id: $bad) { id } }',
      { good: id, bad: 'lst_\u0000' },
    );
    expect(body.data).toEqual({ good: { id }, bad: null });
  });
});

describe('lookups of one request', () => {
  it('read the store once for listings and once for publishers', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `lst_${index}`);
    const reads: string[] = [];
    const now = new Date(0);
    const listing = (id: string, index: number) =>
      ({
        id,
        publisherId: `pub_${index % 3}`,
        status: 'published',
        createdAt: now,
        updatedAt: now,
      }) as unknown as Listing;
    const loaders = createLoaders({
      listings: {
        findPublished: async (requested: readonly string[]) => {
          reads.push(`listings: ${requested.length}`);
          return requested.map(listing);
        },
      },
      publishers: {
        findMany: async (requested: readonly string[]) => {
          reads.push(`publishers: ${requested.length}`);
          return requested.map((id) => ({ id, namespace: 'account:acc_1', createdAt: now }));
        },
      },
    } as unknown as Parameters<typeof createLoaders>[0]);

    const { data, errors } = await graphql({
      schema: createSchema(),
      source: `{ ${ids.map((id) => `${id}: listing(id: "${id}") { id publisher { id } }`).join(' ')} }`,
      contextValue: { caller: ANONYMOUS, loaders },
    });

    expect(errors).toBeUndefined();
    expect(data?.['lst_29']).toEqual({ id: 'lst_29', publisher: { id: 'pub_2' } });
    expect(reads).toEqual(['listings: 30', 'publishers: 3']);
  });
});
