import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { getPage, HOSTILE, textOf, type Headers } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

/** The public URL of a gateway under test. */
const SITE = 'http://localhost:4000';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

const show = async (path: string, headers?: Headers) => textOf(await getPage(gateway.url, path, headers));
const publish = async (fields: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  (await gateway.publish(key, draft(fields))).body.listing.id;

/** The links of the head by their relation, and by their language where they have one. */
function headLinks(page: string): Record<string, string> {
  const links = [
    ...page.matchAll(/<link rel="(canonical|alternate)"(?: hrefLang="([^"]+)")? href="([^"]+)"/gi),
  ];
  return Object.fromEntries(
    links.map(([, relation = '', language, href = '']) => [language ?? relation, href]),
  );
}

/** What the page says of itself as JSON-LD. */
function structuredData(page: string): Record<string, unknown> {
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(text) as Record<string, unknown>;
}

describe('A page for search engines', () => {
  it('has an address in each language, which names the others and itself', async () => {
    const path = `/listings/${await publish()}`;
    const address = `${SITE}${path}`;
    const alternates = { en: `${address}?lang=en`, de: `${address}?lang=de`, 'x-default': address };
    expect(headLinks(await show(path))).toEqual({ ...alternates, canonical: address });
    expect(headLinks(await show(`${path}?lang=de`))).toEqual({
      ...alternates,
      canonical: `${address}?lang=de`,
    });
    expect(headLinks(await show('/nothing?lang=de'))).toEqual({});
  });

  it('describes a listing as a free online event', async () => {
    const id = await publish({ title: 'A lantern', endDate: '2036-12-31T23:59:59Z', provider: 'Sea & Sons' });
    expect(structuredData(await show(`/listings/${id}`))).toMatchObject({
      '@type': 'Event',
      name: 'A lantern',
      endDate: '2036-12-31T23:59:59.000Z',
      organizer: { name: 'Sea & Sons' },
      offers: { '@type': 'Offer', price: 0, url: `${SITE}/listings/${id}` },
    });
  });

  it('names the organiser of a listing in full, as its page does', async () => {
    const provider = `${'Friends of the Lantern '.repeat(5)}end`;
    const page = await show(`/listings/${await publish({ provider })}`);
    expect(structuredData(page)).toMatchObject({ organizer: { name: provider } });
    expect(page).toContain(`<bdi>${provider}</bdi>`);
  });

  it('names no organiser of a listing that states none', async () => {
    const page = await show(`/listings/${await publish({})}`);
    expect(structuredData(page)).not.toHaveProperty('organizer');
  });

  it('lists the listings of the feed in their order', async () => {
    const older = await publish();
    const newer = await publish();
    const { itemListElement } = structuredData(await show('/'));
    const addresses = (itemListElement as { readonly url: string }[]).map(({ url }) => url);
    expect(addresses.slice(0, 2)).toEqual([newer, older].map((id) => `${SITE}/listings/${id}`));
  });

  it('keeps a hostile title inside its description', async () => {
    const page = await show(`/listings/${await publish({ title: HOSTILE.markup })}`);
    expect(structuredData(page)['name']).toBe(HOSTILE.markup);
    expect(page).not.toMatch(/<img|<script>/);
  });

  it('has control characters in its description as they were published', async () => {
    const title = 'a\u0001b\u007Fc\u0085d';
    expect(structuredData(await show(`/listings/${await publish({ title })}`))['name']).toBe(title);
  });
});

describe('Crawlers', () => {
  it('are told what is closed to them, and where the sitemaps are', async () => {
    const response = await getPage(gateway.url, '/robots.txt');
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(textOf(response)).toContain('Disallow: /access\n');
    expect(textOf(response)).toContain(`Sitemap: ${SITE}/sitemap.xml\n`);
  });

  it('find every running listing in the sitemaps, and no other', async () => {
    const running = await publish();
    const ended = await publish({ endDate: '2020-01-01T00:00:00Z' });
    const index = await show('/sitemap.xml');
    const [, part = ''] = /<loc>([^<]+)<\/loc>/.exec(index) ?? [];
    expect(part).toBe(`${SITE}/sitemaps/listings.xml`);
    const sitemap = await show(part.slice(SITE.length));
    expect(sitemap).toMatch(new RegExp(`<loc>[^<]+/listings/${running}</loc><lastmod>2[^<]+Z</lastmod>`));
    expect(sitemap).not.toContain(ended);
  });

  it.each(['/sitemap.xml?page=1', '/sitemaps/listings.xml?after=nonsense'])(
    'are refused at %s',
    async (path) => {
      expect((await getPage(gateway.url, path)).status).toBe(400);
    },
  );

  it('get a manifest that names the icon', async () => {
    const { icons } = JSON.parse(await show('/manifest.webmanifest')) as { icons: { src: string }[] };
    expect((await getPage(gateway.url, icons[0]?.src ?? '')).status).toBe(200);
  });
});
