import { beforeAll, describe, expect, it } from '@jest/globals';
import { FEED_LIMITS } from '../../../src/adapters/postgres/feed/limits.ts';
import type { Json } from '../../support/http/http.ts';
import { feed, gateway, useFeedGateway } from './feed-gateway.ts';

useFeedGateway();

// All listings have the platform, and all but these have the badge: more than a read may examine lie between them.
const LISTINGS = 2.5 * FEED_LIMITS.walk;
const MATCHES = [10, 11, 12, LISTINGS - 12, LISTINGS - 11, LISTINGS - 10].map(
  (number) => `lst_${String(number).padStart(32, '0')}`,
);
const filter = { platforms: ['Far'], verified: false };
const MAX_PAGES = 20;

beforeAll(async () => {
  await gateway.onDatabase(async (em) => {
    await em.execute(`insert into publisher values ('pub_1', 'account:acc_1', now())`);
    await em.execute(
      `insert into listing (id, namespace, publisher_id, source_external_id, title, description, landing_url, provider, image,
         platform, worth, instructions, verified, status, created_at, updated_at, platform_key, provider_key, search)
       select id, 'account:acc_1', 'pub_1', id, 'Listing', '', 'https://shop.example.com/', 'Shop', '', 'Far', 'N/A', '',
         not id = any (?), 'published', at, at, 'far', 'shop', ''
       from (
         select 'lst_' || lpad(number::text, 32, '0') as id, timestamptz '2026-01-01' + number * interval '1 second' as at
         from generate_series(1, ?) number
       ) numbered`,
      [`{${MATCHES.join(',')}}`, LISTINGS],
    );
    await em.execute('analyze listing');
  });
});

describe('a filter whose matches are far apart', () => {
  const SELECTION = 'nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  interface Walked {
    /** The ids of the listings of all pages, page by page. */
    readonly pages: readonly (readonly string[])[];
    /** Whether there is another page after each. */
    readonly more: readonly boolean[];
  }

  async function walk(read: (cursor: string | null) => Promise<[string[], string | null]>): Promise<Walked> {
    const pages: string[][] = [];
    const more: boolean[] = [];
    let cursor: string | null = null;
    while (pages.length < MAX_PAGES) {
      const [ids, next]: [string[], string | null] = await read(cursor);
      pages.push(ids);
      more.push(next !== null);
      if (next === null) break;
      cursor = next;
    }
    return { pages, more };
  }

  /** Every match once, in order, although a page before the last one has fewer listings than requested. */
  function expectShortPages({ pages, more }: Walked, size: number, ids: readonly string[]): void {
    expect(pages.flat()).toEqual(ids);
    expect(more.at(-1)).toBe(false);
    expect(pages.filter((page, index) => page.length < size && more[index]).length).toBeGreaterThan(0);
  }

  it.each(['RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON'])(
    'is read completely through the cursors of GraphQL, forwards in the order of %s',
    async (orderBy) => {
      const walked = await walk(async (after) => {
        const { nodes, pageInfo } = (await feed({ first: 5, after, filter, orderBy }, SELECTION)).body.data
          .feed;
        return [nodes.map(({ id }: Json) => id), pageInfo.hasNextPage ? pageInfo.endCursor : null];
      });
      expectShortPages(walked, 5, orderBy === 'ENDING_SOON' ? MATCHES : MATCHES.toReversed());
    },
  );

  it('is read completely through the cursors of GraphQL, backwards', async () => {
    const walked = await walk(async (before) => {
      const { nodes, pageInfo } = (await feed({ last: 5, before, filter }, SELECTION)).body.data.feed;
      const ids = nodes.map(({ id }: Json) => id).toReversed();
      return [ids, pageInfo.hasPreviousPage ? pageInfo.startCursor : null];
    });
    expectShortPages(walked, 5, MATCHES);
  });

  /** The documents' links name the public address of the gateway. */
  async function read(link: string): Promise<string> {
    const { pathname, search } = new URL(link, gateway.url);
    return (await fetch(gateway.url + pathname + search)).text();
  }
  const PARAMETERS = 'platforms=Far&verified=false';

  const walkJson = (start: string) =>
    walk(async (next) => {
      const { items, next_url } = JSON.parse(await read(next ?? start));
      return [items.map(({ id }: Json) => id), next_url ?? null];
    });

  it('is read completely through the links of the JSON feed', async () => {
    const walked = await walkJson(`/feed.json?first=5&${PARAMETERS}`);
    expectShortPages(walked, 5, MATCHES.toReversed());
  });

  it('is read completely through the links of the Atom feed', async () => {
    const walked = await walk(async (next) => {
      const text = await read(next ?? `/feed.atom?first=5&${PARAMETERS}`);
      const ids = [...text.matchAll(/<id>urn:giveaway:(\w+)<\/id>/g)].map(([, id]) => String(id));
      const link = /<link rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      return [ids, link ?? null];
    });
    expectShortPages(walked, 5, MATCHES.toReversed());
  });

  it('is continued by the link of a page before a cursor that stopped without a listing', async () => {
    const readBefore = (before: string | null) => feed({ last: 3, before, filter }, SELECTION);
    const { startCursor } = (await readBefore(null)).body.data.feed.pageInfo;
    const stopped = (await readBefore(startCursor)).body.data.feed;
    expect(stopped).toMatchObject({ nodes: [], pageInfo: { hasPreviousPage: true, hasNextPage: true } });
    const before = encodeURIComponent(startCursor);
    const { pages } = await walkJson(`/feed.json?last=3&before=${before}&${PARAMETERS}`);
    expect([pages[0], pages.flat()]).toEqual([[], MATCHES.slice(0, 3).toReversed()]);
  });
});
