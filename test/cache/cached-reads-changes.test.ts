import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createReadyResponse } from '../../src/adapters/cache/ready-response.ts';
import { createChainEpoch } from '../../src/adapters/cache/chain-epoch.ts';
import { createResponseCache } from '../../src/adapters/cache/response-cache.ts';
import { createLocalEpoch } from '../../src/adapters/cache/epoch.ts';
import { createCachedReads } from '../../src/adapters/cache/cached-reads.ts';
import { createRouteFinder } from '../../src/adapters/ports/route.ts';
import { ROUTES } from '../../src/adapters/rest/routes.ts';
import { sendForBytes } from '../support/http/bytes.ts';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/http/http.ts';
import { draft, legacyDraft } from '../support/listings.ts';
import { gateway, key, post, jsonOf, cached, useCachedGateway } from './cached-gateway.ts';
import { startHttpServer } from '../support/http/http-server.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

useCachedGateway();

describe('a change of the feed', () => {
  const operator = (query: string) => gateway.graphql(query, {}, gateway.operatorToken);
  const shown = async (operation: object) => jsonOf(await post(operation)).data;

  it.each([
    [
      'published',
      async (sent: Json) => gateway.publish(key, { ...sent, title: 'Changed' }),
      { edges: [{ node: { title: 'Changed', verified: false } }] },
    ],
    [
      'withdrawn',
      async ({ sourceExternalId }: Json) => gateway.withdraw(key, sourceExternalId),
      { edges: [] },
    ],
    [
      'verified',
      async (_sent: Json, id: string) =>
        operator(`mutation { verifyListing(input: { id: "${id}" }) { listing { id } } }`),
      { edges: [{ node: { title: 'Before', verified: true } }] },
    ],
  ])('is visible to everyone within seconds: a listing that is %s', async (_what, change, expected) => {
    const platform = `platform-${randomUUID()}`;
    const sent = draft({ platform, title: 'Before' });
    const { body } = await gateway.publish(key, sent);
    const operation = {
      query: `{ feed(filter: { platforms: ["${platform}"] }) { edges { node { title verified } } } }`,
    };
    const before = { edges: [{ node: { title: 'Before', verified: false } }] };
    expect(jsonOf(await cached(() => post(operation))).data.feed).toEqual(before);

    await change(sent, body.listing.id);

    const seen = await eventually(
      () => shown(operation),
      ({ feed }) => JSON.stringify(feed) === JSON.stringify(expected),
    );
    expect(seen.feed).toEqual(expected);
  });

  it('is visible in a read by id, too', async () => {
    const sent = draft({ title: 'Before' });
    const { body } = await gateway.publish(key, sent);
    const operation = { query: `{ listing(id: "${body.listing.id}") { title } }` };
    await cached(() => post(operation));
    await gateway.withdraw(key, sent['sourceExternalId']);
    expect(
      await eventually(
        () => shown(operation),
        ({ listing }) => listing === null,
      ),
    ).toEqual({ listing: null });
  });

  it('is visible when legacy listings are imported and when one is assigned', async () => {
    const sent = legacyDraft({ platform: `platform-${randomUUID()}` });
    const operation = {
      query: `{ feed(filter: { platforms: ["${String(sent['platform'])}"] }) { edges { node { publisher { kind } } } } }`,
    };
    await cached(() => post(operation));
    await gateway.graphql(
      'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
      { listings: [sent] },
      gateway.operatorToken,
    );
    const imported = await eventually(
      () => shown(operation),
      ({ feed }) => feed.edges.length === 1,
    );
    expect(imported.feed.edges).toEqual([{ node: { publisher: null } }]);
    await cached(() => post(operation));
    await operator(
      `mutation { assignLegacyListing(input: { externalId: "${String(sent['externalId'])}", account: "owner@example.com" }) { listing { id } } }`,
    );
    const assigned = await eventually(
      () => shown(operation),
      ({ feed }) => feed.edges[0].node.publisher !== null,
    );
    expect(assigned.feed.edges).toEqual([{ node: { publisher: { kind: 'ACCOUNT' } } }]);
  });
});

describe('the age of a response', () => {
  let time = 0;
  let rendered = 0;
  const server = sharedByTests(() => {
    const now = () => time;
    const epoch = createLocalEpoch({ settleMs: 0, now });
    const cachedReads = createCachedReads({
      findRoute: createRouteFinder(ROUTES),
      cache: createResponseCache({
        epoch,
        chainEpoch: createChainEpoch(),
        shared: undefined,
        now,
        onEvent: () => undefined,
      }),
      hasCredential: () => false,
      render: () => {
        rendered += 1;
        const facts = { status: 200, contentType: 'application/json', bornAt: time, epoch: epoch.stamp() };
        return Promise.resolve({
          cacheable: true,
          response: createReadyResponse(facts, Buffer.from(`{"made":${rendered}}`)),
        });
      },
      limit: () => Promise.resolve(),
      respondWithError: (_request, response) => void response.writeHead(500).end(),
      corsHeaders: () => [],
      linkOf: () => undefined,
      commonHeaders: [],
      pages: {
        keyOf: () => undefined,
        render: () => Promise.reject(new Error('No page is requested here.')),
      },
      now,
    });
    return startHttpServer((request, response) => {
      if (!cachedReads(request, response)) response.writeHead(404).end();
    });
  });

  it('is reported in whole seconds, and never reaches ten minutes', async () => {
    const request = async () => {
      const { headers, bytes } = await sendForBytes('GET', `${server.url}/feed.json`);
      return { age: headers.age, text: bytes.toString() };
    };
    await request();
    expect(await request()).toEqual({ age: '0', text: '{"made":2}' });
    time += 42_999;
    expect(await request()).toEqual({ age: '42', text: '{"made":2}' });
    time = 600_000;
    expect(await request()).toEqual({ age: '0', text: '{"made":3}' });
  });

  it.each([
    ['POST', '/feed.json'],
    ['GET', '/feed.jsonx'],
    ['GET', '/feed'],
    ['GET', '/graphql'],
    ['PUT', '/graphql?query=x'],
  ])('is not reported for other routes: %s %s', async (method, path) => {
    expect((await sendForBytes(method, new URL(path, server.url).href)).status).toBe(404);
  });
});
