import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import { feed, gateway, publish, useFeedGateway } from './feed-gateway.ts';

useFeedGateway();

const PROVIDER = 'Ranked';
// In the order of publishing.
const PUBLISHED = [
  ['Lantern of the harbour', 'A prize.'],
  ['Oil lamp', 'As bright as a lantern.'],
  ['Lánterns for all', 'Harbour edition.'],
  ['Candle', 'Better than lanterns.'],
  ['Paper', 'Folded to a lantern.'],
] as const;
const filter = { providers: [PROVIDER], search: 'lanterns' };
const RELEVANT = ['Lánterns for all', 'Lantern of the harbour', 'Paper', 'Candle', 'Oil lamp'];
const RECENT = PUBLISHED.map(([title]) => title).toReversed();

beforeAll(async () => {
  for (const [title, description] of PUBLISHED) await publish({ provider: PROVIDER, title, description });
});

const SELECTION = 'nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
async function read(variables: object): Promise<{ readonly titles: string[]; readonly pageInfo: Json }> {
  const { body } = await feed({ filter, ...variables }, SELECTION);
  expect(body.errors).toBeUndefined();
  const { nodes, pageInfo } = body.data.feed;
  return { titles: nodes.map(({ title }: Json) => title), pageInfo };
}

describe('a search without an order', () => {
  it('has the listings first whose titles contain all words', async () => {
    expect((await read({ first: 100 })).titles).toEqual(RELEVANT);
    const { titles } = await read({ first: 100, filter: { ...filter, search: 'harbour lantern' } });
    expect(titles).toEqual(['Lantern of the harbour', 'Lánterns for all']);
  });

  it.each([1, 2, 3, 4, 5])('has every match once on pages of %i, in both directions', async (first) => {
    const found: string[] = [];
    let page = await read({ first });
    for (found.push(...page.titles); page.pageInfo.hasNextPage; found.push(...page.titles)) {
      page = await read({ first, after: page.pageInfo.endCursor });
    }
    expect(found).toEqual(RELEVANT);
    const back: string[] = [];
    for (let more = true; more;) {
      page = await read({ last: first, before: page.pageInfo.startCursor });
      back.unshift(...page.titles);
      more = page.pageInfo.hasPreviousPage;
    }
    expect(back).toEqual(RELEVANT.slice(0, RELEVANT.length - (RELEVANT.length % first || first)));
  });

  it('is read from its end by change alone', async () => {
    expect((await read({ last: 100 })).titles).toEqual(RECENT);
    const { titles, pageInfo } = await read({ last: 2 });
    expect(titles).toEqual(RECENT.slice(3));
    expect((await read({ last: 3, before: pageInfo.startCursor })).titles).toEqual(RECENT.slice(0, 3));
  });

  it('is in the same order in the feed documents', async () => {
    const response = await fetch(`${gateway.url}/feed.json?first=3&providers=${PROVIDER}&search=lanterns`);
    const { items, next_url } = (await response.json()) as Json;
    const { pathname, search } = new URL(next_url);
    const next = (await (await fetch(gateway.url + pathname + search)).json()) as Json;
    expect([...items, ...next.items].map(({ title }: Json) => title)).toEqual(RELEVANT);
  });
});

describe('a search with an order', () => {
  it('is in that order, and its cursors are not those of the other order', async () => {
    const recent = await read({ first: 2, orderBy: 'RECENTLY_UPDATED' });
    expect(recent.titles).toEqual(RECENT.slice(0, 2));
    const { body } = await feed({ filter, first: 2, after: recent.pageInfo.endCursor }, SELECTION);
    expect(body.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
  });
});
