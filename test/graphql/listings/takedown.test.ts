import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ RATE_LIMIT: 'off' }));
let key: string;

/** A word that only the listing of the test has. */
let word: string;
let sent: Json;
let listing: Json;
let publisher: string;
beforeEach(async () => {
  word = `w${randomUUID().replaceAll('-', '')}`;
  key = await gateway.createKey();
  sent = draft({ title: `A ${word}`, platform: word, provider: word });
  listing = (await gateway.publish(key, sent)).body.listing;
  publisher = (await byId()).body.data.listing.publisher.id;
});

const operator = async (name: string, input: object, selection: string): Promise<Json> => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const mutation = `mutation ($input: ${type}!) { result: ${name}(input: $input) { ${selection} } }`;
  const { body } = await gateway.graphql(mutation, { input }, gateway.operatorToken);
  expect(body.errors).toBeUndefined();
  return body.data.result;
};
const byId = () =>
  gateway.graphql('query ($id: ID!) { listing(id: $id) { publisher { id } } }', { id: listing.id });
const hide = (reason = 'A false prize') =>
  operator('hideListing', { id: listing.id, reason }, 'listing { status }');
const unhide = () => operator('unhideListing', { id: listing.id }, 'listing { status own { hiddenReason } }');
const block = () =>
  operator('blockPublisher', { id: publisher, reason: 'Spam' }, 'listings publisher { id }');
const unblock = () => operator('unblockPublisher', { id: publisher }, 'listings');

const EVERYWHERE = `query ($id: ID!, $publisher: ID!, $word: [String!], $search: String) {
  newest: feed(first: 1, filter: { platforms: $word }) { totalCount nodes { id } }
  created: feed(first: 1, orderBy: NEWEST, filter: { providers: $word }) { nodes { id } }
  ending: feed(last: 1, orderBy: ENDING_SOON, filter: { platforms: $word, verified: false }) { nodes { id } }
  search: feed(first: 1, filter: { search: $search, includeEnded: true }) { nodes { id } }
  facets: feedFacets(filter: { search: $search }) { platforms { name } unverified }
  listing(id: $id) { id }
  node(id: $id) { id }
  nodes(ids: [$id]) { id }
  publisherListings(publisher: $publisher) { nodes { id } }
}`;
/** How often each public read shows the listing. */
async function shown(): Promise<Readonly<Record<string, number>>> {
  const variables = { id: listing.id, publisher, word: [word], search: word };
  const { data } = (await gateway.graphql(EVERYWHERE, variables)).body;
  const json = (await gateway.rest('GET', `/feed.json?search=${word}`)).body;
  const atom = await (await fetch(`${gateway.url}/feed.atom?platforms=${word}`)).text();
  const [page, feedPage] = await Promise.all(
    [`/listings/${listing.id}`, `/?search=${word}`].map(async (path) =>
      (await fetch(`${gateway.url}${path}`)).text(),
    ),
  );
  const count = (text: unknown) => JSON.stringify(text).split(listing.id).length - 1;
  const graphql = Object.fromEntries(
    Object.entries(data as object).map(([name, value]) => [name, count(value)]),
  );
  return {
    ...graphql,
    total: data.newest.totalCount,
    facets: data.facets.platforms.length + data.facets.unverified,
    json: count(json.items),
    atom: Math.min(1, count(atom)),
    page: Number(String(page).includes(`A ${word}`)),
    feedPage: Number(String(feedPage).includes(`A ${word}`)),
  };
}
const NOWHERE = {
  newest: 0,
  created: 0,
  ending: 0,
  search: 0,
  facets: 0,
  listing: 0,
  node: 0,
  nodes: 0,
  publisherListings: 0,
  total: 0,
  json: 0,
  atom: 0,
  page: 0,
  feedPage: 0,
};
const SHOWN = Object.fromEntries(Object.keys(NOWHERE).map((name) => [name, name === 'facets' ? 2 : 1]));
/** Waits for caches, which show a change within seconds. */
async function expectShown(expected: object): Promise<void> {
  const seen = await eventually(shown, (each) => JSON.stringify(each) === JSON.stringify(expected));
  expect(seen).toEqual(expected);
}
const own = async () => {
  const query = `query ($id: ID!) { myListing(id: $id) { status own { isLegacy hiddenReason blockedReason } } }`;
  return (await gateway.graphql(query, { id: listing.id }, key)).body.data.myListing;
};

describe('a hidden listing', () => {
  it('is in no public read, cached or not, until it is shown again', async () => {
    await expectShown(SHOWN);

    await hide();

    await expectShown(NOWHERE);
    await gateway.publish(key, { ...sent, worth: '$5' });
    await expectShown(NOWHERE);
    expect(await unhide()).toEqual({ listing: { status: 'PUBLISHED', own: { hiddenReason: null } } });
    await expectShown(SHOWN);
  });

  it('is published for its publisher, who sees why it is hidden', async () => {
    await hide('The page asks\r\nfor passwords');
    expect(await own()).toEqual({
      status: 'PUBLISHED',
      own: { isLegacy: false, hiddenReason: 'The page asks\nfor passwords', blockedReason: null },
    });
    const { sourceExternalId } = listing;
    expect((await gateway.read(key, sourceExternalId)).body).toEqual({ listing });
    expect((await gateway.withdraw(key, sourceExternalId)).body).toMatchObject({ status: 'withdrawn' });
    await unhide();
    await expectShown(NOWHERE);
  });

  it('does not tell anybody else why', async () => {
    const query = `query ($id: ID!) { listing(id: $id) { own { hiddenReason } } feed(first: 3) { nodes { own { isLegacy } } } }`;
    const { data } = (await gateway.graphql(query, { id: listing.id }, await gateway.createKey())).body;
    expect([data.listing.own, ...data.feed.nodes.map((node: Json) => node.own)]).not.toContainEqual(
      expect.anything(),
    );
  });
});

describe('a blocked publisher', () => {
  it('has no public listing and publishes none, until the block ends', async () => {
    await expectShown(SHOWN);

    expect(await block()).toEqual({ listings: 1, publisher: { id: publisher } });

    await expectShown(NOWHERE);
    const refused = await gateway.publish(key, sent);
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('Spam')]);
    expect(await own()).toMatchObject({ status: 'PUBLISHED', own: { blockedReason: 'Spam' } });
    expect(await unblock()).toEqual({ listings: 1 });
    await expectShown(SHOWN);
    expect((await gateway.publish(key, sent)).status).toBe(200);
  });

  it('has no public listing afterwards, however many it publishes at the same moment', async () => {
    const posts = Array.from({ length: 40 }, () => gateway.publish(key, draft({ platform: word })));
    const [, ...responses] = await Promise.all([block(), ...posts]);
    expect(new Set(responses.map(({ status }) => status))).not.toContain(500);
    const query = `{ feed(first: 1, filter: { platforms: ["${word}"] }) { nodes { id } } }`;
    expect((await gateway.graphql(query)).body.data.feed.nodes).toEqual([]);
  });
});
