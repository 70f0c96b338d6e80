import { beforeAll, describe, expect, it } from '@jest/globals';
import { NO_FACTS } from '../../../src/core/listings/facts/listing-facts.ts';
import type { Json } from '../../support/http/http.ts';
import { childrenOf, parseXml, textOf } from '../../support/http/xml.ts';
import {
  attributeOf,
  FEEDS,
  HOME,
  idsOf,
  newPlatform,
  nextOf,
  publish,
  read,
  useDocumentsGateway,
} from './documents-gateway.ts';

useDocumentsGateway();

describe('/feed.json', () => {
  it('is a JSON Feed 1.1 of the published listings, newest change first', async () => {
    const platform = newPlatform();
    const first = await publish({ platform, image: 'https://img.example.com/a.png', worth: '$5' });
    const second = await publish({ platform, endDate: '2031-05-05T05:05:05Z', provider: 'Lighthouse' });

    const { headers, body } = await read(`/feed.json?platforms=${platform}`);

    expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(body).toStrictEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Giveaways',
      home_page_url: HOME,
      feed_url: `${HOME}/feed.json?platforms=${platform}`,
      hubs: [{ type: 'WebSub', url: `${HOME}/websub` }],
      items: [
        {
          id: second.id,
          url: second.landingUrl,
          title: second.title,
          content_text: second.description,
          date_published: second.createdAt,
          date_modified: second.updatedAt,
          authors: [{ name: 'Lighthouse' }],
          tags: [platform],
          _giveaway: {
            platform,
            worth: 'N/A',
            ...NO_FACTS,
            instructions: second.instructions,
            endDate: '2031-05-05T05:05:05.000Z',
            verified: false,
          },
        },
        expect.objectContaining({
          id: first.id,
          image: first.image,
          _giveaway: expect.objectContaining({ worth: '$5', endDate: null }),
        }),
      ],
    });
  });

  it.each(FEEDS)(
    'links the next page in %s, and the pages have every listing once and in order',
    async (path) => {
      const platform = newPlatform();
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.unshift((await publish({ platform })).id);

      const pages: string[][] = [];
      let next: string | undefined = `${HOME}${path}?platforms=${platform}&first=2`;
      while (next !== undefined && pages.length < 5) {
        const response = await read(next.slice(HOME.length));
        pages.push(idsOf(response));
        next = nextOf(response);
      }

      expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    },
  );

  describe('the address of the next page', () => {
    const platform = newPlatform();
    const path = `/feed.json?platforms=${platform}`;
    let ids: readonly string[];
    let cursors: readonly string[];
    beforeAll(async () => {
      const published: Json[] = [];
      for (let count = 0; count < 4; count += 1) published.unshift(await publish({ platform }));
      ids = published.map(({ id }) => id);
      cursors = published.map(({ id, updatedAt }) =>
        Buffer.from(`RECENTLY_UPDATED|${updatedAt}|${id}`).toString('base64url'),
      );
    });

    it('continues after a page that was read backwards', async () => {
      const page = await read(`${path}&last=1&before=${cursors[2]}`);
      expect(idsOf(page)).toEqual([ids[1]]);
      const following = await read(String(page.body.next_url).slice(HOME.length));
      expect(idsOf(following)[0]).toBe(ids[2]);
    });

    it('keeps the bound of the query', async () => {
      const page = await read(`${path}&first=1&before=${cursors[2]}`);
      expect(idsOf(page)).toEqual([ids[0]]);
      const following = await read(String(page.body.next_url).slice(HOME.length));
      expect(idsOf(following)).toEqual([ids[1]]);
      expect(following.body).not.toHaveProperty('next_url');
    });
  });
});

describe('/feed.atom', () => {
  it('is an Atom feed of the published listings', async () => {
    const platform = newPlatform();
    await publish({ platform });
    const listing = await publish({
      platform,
      landingUrl: 'https://a.example.com/?x=1&y="2"'.replaceAll('"', '%22'),
    });

    const { headers, text } = await read(`/feed.atom?platforms=${platform}&first=1`);

    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseXml(text);
    expect([feed.name, feed.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect(textOf(feed, 'id')).toBe(`${HOME}/feed.atom?platforms=${platform}&first=1`);
    expect(textOf(feed, 'updated')).toBe(listing.updatedAt);
    const links = Object.fromEntries(
      childrenOf(feed, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']]),
    );
    expect(links).toMatchObject({
      alternate: HOME,
      self: `${HOME}/feed.atom?platforms=${platform}&first=1`,
    });
    const [entry] = childrenOf(feed, 'entry');
    expect(entry && textOf(entry, 'id')).toBe(`urn:giveaway:${listing.id}`);
    expect(entry && textOf(entry, 'updated')).toBe(listing.updatedAt);
    expect(entry && textOf(entry, 'published')).toBe(listing.createdAt);
    expect(attributeOf(entry, 'link', 'href')).toBe(listing.landingUrl);
    expect(attributeOf(entry, 'category', 'term')).toBe(platform);
    expect(entry && childrenOf(entry, 'author').map((author) => textOf(author, 'name'))).toEqual([
      'Independent publisher',
    ]);
  });

  it('is a valid feed without listings', async () => {
    const { text } = await read(`/feed.atom?platforms=${newPlatform()}`);
    expect(childrenOf(parseXml(text), 'entry')).toEqual([]);
  });
});
