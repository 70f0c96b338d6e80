import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Giveaways } from '@giveaway-gateway/client';
import { ensureBuilt } from '../support/built.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';

/** Newest first. */
const TITLES = ['G', 'F', 'E', 'D', 'C', 'B', 'A'];
/** Most requests of all tests; a client that sends more repeats itself. */
const MOST_REQUESTS = 20;
/** The listings of a page of `eachListing`. */
const PAGE = 100;

let gateway: Gateway;
let key: string;
let giveaways: Giveaways;
/** The cursors of the listings by their titles. */
let cursors: ReadonlyMap<string, string>;
beforeAll(async () => {
  ensureBuilt('client');
  const { createGiveaways } = await import('@giveaway-gateway/client');
  gateway = await startGateway();
  key = await gateway.createKey();
  for (const title of TITLES.toReversed())
    await gateway.publish(key, draft({ sourceExternalId: title, title }));
  const { body } = await gateway.graphql('{ feed { edges { cursor node { title } } } }');
  cursors = new Map(body.data.feed.edges.map(({ cursor, node }: Json) => [node.title, cursor]));
  let requests = 0;
  giveaways = createGiveaways({
    url: gateway.url,
    credential: key,
    async fetch(...request) {
      requests += 1;
      if (requests > MOST_REQUESTS) throw new Error('There are too many requests.');
      return fetch(...request);
    },
  });
}, 120_000);
afterAll(() => gateway?.stop());

it.each([
  ['from the start', { first: 3 }, undefined, TITLES],
  ['before a listing', { first: 1 }, 'D', ['G', 'F', 'E']],
  ['from the end', { last: 3 }, undefined, ['C', 'B', 'A']],
  ['from one before a listing', { last: 2 }, 'D', ['F', 'E', 'D', 'C', 'B', 'A']],
])('each item of the feed comes once %s, by pages', async (_name, page, before, expected) => {
  const cursor = before && cursors.get(before);
  const titles: string[] = [];
  for await (const { title } of giveaways.eachFeedItem({ ...page, ...(cursor && { before: cursor }) }))
    titles.push(title);
  expect(titles).toEqual(expected);
});

it('each item comes once while the last one changes', async () => {
  const titles: string[] = [];
  for await (const { title } of giveaways.eachFeedItem({ first: 3 })) {
    titles.push(title);
    if (title === 'F') await publish('A');
  }
  expect(titles).toEqual(TITLES);
});

it('each listing of the caller comes once while the last one changes', async () => {
  for (let number = 0; number < PAGE; number += 1) await publish(`Newer ${number}`);
  const ids: string[] = [];
  for await (const { sourceExternalId } of giveaways.eachListing()) {
    ids.push(sourceExternalId);
    if (ids.length === 1) await publish('A');
  }
  expect(ids.filter((id) => TITLES.includes(id))).toEqual(TITLES);
});

const publish = (title: string) =>
  gateway.publish(key, draft({ sourceExternalId: title, title, description: 'Changed.' }));
