import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { decoded, sendForBytes } from '../../support/http/bytes.ts';
import { draft } from '../../support/listings.ts';
import { getPage, HOSTILE, linksOf, textOf, type Headers } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
let key: string;
let sea: string;
let hostile: string;
beforeAll(async () => {
  key = await gateway.createKey();
  for (let index = 0; index < 30; index += 1)
    await gateway.publish(key, draft({ title: `Lantern ${index}` }));
  const published = await gateway.publish(
    key,
    draft({ platform: 'steam', provider: 'Sea & Sons', worth: '$ 40' }),
  );
  sea = published.body.listing.id;
  const { markup, direction, emoji } = HOSTILE;
  const attack = draft({
    title: markup,
    description: emoji,
    provider: direction,
    worth: markup.slice(0, 40),
  });
  const attacked = await gateway.publish(key, attack);
  hostile = attacked.body.listing.id;
});

const get = (path: string, headers?: Headers) => getPage(gateway.url, path, headers);
const show = async (path: string, headers?: Headers) => textOf(await get(path, headers));

describe('A page', () => {
  it('shows control characters of a text, and of the address, as replacement characters', async () => {
    const { body } = await gateway.publish(key, draft({ title: 'Ring' }));
    const { id } = body.listing;
    const title = 'Ring \u0007 \u009B31m \u007F now';
    await gateway.onDatabase((em) => em.execute('update listing set title = ? where id = ?', [title, id]));
    const pages = [await show(`/listings/${id}`), await show('/?q=a%07%C2%9Bb'), await show('/no%07thing')];
    expect(pages[0]).toContain('Ring \uFFFD \uFFFD31m \uFFFD now');
    for (const page of pages) expect(page).not.toMatch(/[^\P{Cc}\t\n\r]/u);
    await gateway.withdraw(key, body.listing.sourceExternalId);
  });
});

describe('The feed page', () => {
  it('shows the newest listings with links to their pages, and the next page', async () => {
    const first = await show('/');
    expect(first).toContain(`href="/listings/${sea}"`);
    expect(first).toContain('32 giveaways');
    const [next] = linksOf(first, /^Next page$/);
    const second = await show(next ?? '');
    expect(second).toContain('Lantern 0');
    expect(second).not.toContain('Lantern 29');
    expect(linksOf(second, /^(?:Previous|First) page$/)).toHaveLength(1);
  });

  it('searches, and filters by what a reader chose', async () => {
    const found = await show('/?q=week+sea');
    expect(found).toContain(`href="/listings/${sea}"`);
    expect(found).not.toContain('Lantern 3');
    expect(found).toContain('value="week sea"');
    const [platform] = linksOf(await show('/'), /^steam/);
    expect(platform).toBe('/?platform=steam');
    expect(await show('/?platform=steam')).toContain('1 giveaway<');
    expect(await show('/?platform=steam&verified=1')).toContain('No giveaway matches');
  });

  it('links to the feeds and the calendar of what a reader chose, and other pages to those of all listings', async () => {
    const feeds = /^(?:Atom feed|JSON Feed|Calendar of ends)$/;
    const chosen = await show(
      '/?platform=steam&provider=Sea+%26+Sons&verified=1&q=week&ends=day&order=newest',
    );
    const query = '?platforms=steam&providers=Sea+%26+Sons&search=week&verified=true';
    const links = linksOf(chosen, feeds);
    expect(links).toEqual([`/feed.atom${query}`, `/feed.json${query}`, `/feed.ics${query}`]);
    expect(chosen).toContain(
      `type="text/calendar" title="Calendar of ends" href="${links[2]?.replaceAll('&', '&amp;')}"`,
    );
    const all = await show('/?platform=steam');
    const [, json = ''] = linksOf(all, feeds);
    const found = (await (await fetch(`${gateway.url}${json}`)).json()) as { items: { id: string }[] };
    expect(found.items.map(({ id }) => id)).toEqual([sea]);
    const [atom] = linksOf(await show('/?platform=PC%2C+Mac'), feeds);
    expect(atom).toBe('/feed.atom?platforms=PC%5C%2C+Mac');
    expect(linksOf(await show('/developers'), feeds)).toEqual(['/feed.atom', '/feed.json', '/feed.ics']);
  });

  it('is in the language that the browser prefers, or that its address names', async () => {
    expect(await show('/')).toContain('<html lang="en"');
    expect(await show('/', { 'accept-language': 'fr, de-AT;q=0.9, en;q=0.5' })).toContain('<html lang="de"');
    const german = await show('/?lang=de&order=ending', { 'accept-language': 'en' });
    expect(german).toContain('Gewinnspiele, die jetzt offen sind');
    expect(linksOf(german, /^Gewinnspiele$/)).toEqual(['/?lang=de']);
    expect(linksOf(german, /^English$/)).toEqual(['/?lang=en&order=ending']);
    expect(linksOf(await show('/'), /^Giveaways$/)).toEqual(['/', '/']);
  });

  it.each(['/?after=nonsense', '/?q=a&after=T1dOfHw'])(
    'shows an error with status 400 at %s',
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers['cache-control']]).toEqual([400, 'no-store']);
      expect(textOf(response)).toContain('This address cannot be read');
      expect(textOf(response)).toContain('is not a cursor of this list');
      const german = await show(path, { 'accept-language': 'de' });
      expect(german).toContain('Diese Adresse ist nicht lesbar');
      expect(german).toContain('ist keine Stelle dieser Liste');
    },
  );
});

describe('The page of a listing', () => {
  it('links to the entry page without passing on reputation or a referrer', async () => {
    const page = await show(`/listings/${sea}`);
    expect(page).toContain('<bdi>A week by the sea</bdi>');
    expect(page).toContain('<bdi>Sea &amp; Sons</bdi>');
    const link = /<a class="button is-large"[^>]*>/.exec(page)?.[0];
    expect(link).toContain(`href="/listings/${sea}/visit"`);
    expect(link).toContain('rel="nofollow ugc noopener noreferrer"');
    const [publisher] = linksOf(page, /^An account/);
    const listings = await show(publisher ?? '');
    expect(listings).toContain('Giveaways of one publisher');
    expect(linksOf(listings, /^Next page$/)).toHaveLength(1);
  });

  it.each(['/listings/lst_0', '/publishers/pub_0', '/listings/%f0%28', '/nothing', '/listings/'])(
    'is a page with status 404 at %s',
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers['cache-control']]).toEqual([404, 'no-store']);
      expect(textOf(response)).toContain('Nothing is here');
    },
  );

  it('shows an address with another scheme as text', async () => {
    const { body } = await gateway.publish(key, draft({ title: 'Scheme' }));
    const { id } = body.listing;
    await gateway.onDatabase((em) =>
      em.execute('update listing set landing_url = ? where id = ?', ['javascript:alert(1)', id]),
    );
    const page = await show(`/listings/${id}`);
    expect(page).toContain('<code>javascript:alert(1)</code>');
    expect(page).not.toMatch(/href="javascript/i);
  });
});

describe('Texts of publishers', () => {
  it('appear as text in the feed and on their page', async () => {
    for (const path of ['/', `/listings/${hostile}`]) {
      const page = await show(path);
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(page).not.toContain('<script>');
      expect(page).not.toMatch(/<img/);
      expect(page).toContain(`<bdi>${HOSTILE.direction}</bdi>`);
    }
    expect(await show(`/listings/${hostile}`)).toContain(HOSTILE.emoji);
    expect((await show('/')).length).toBeLessThan(120_000);
  });
});

describe('A public page', () => {
  it('is the same for everybody, with and without a cookie', async () => {
    const token = await gateway.signIn();
    const path = '/?order=newest';
    const anonymous = await show(path);
    await show(path);
    const cookie = `giveaways.session_token=${encodeURIComponent(token)}`;
    const signedIn = await get(path, { cookie, authorization: `Bearer ${token}` });
    expect(textOf(signedIn)).toBe(await show(path));
    expect(signedIn.headers['set-cookie']).toBeUndefined();
    expect(textOf(signedIn).replace(/As of.*/, '')).toBe(anonymous.replace(/As of.*/, ''));
  });

  it('comes from the cache for every spelling of its address, revalidates and is compressed', async () => {
    const path = '/?platform=steam&order=newest';
    await get(path);
    const cached = await get(path);
    const spelled = await get('/?utm_source=x&order=newest&platform=+steam&q=&platform=steam#top');
    expect(spelled.headers.etag).toBe(cached.headers.etag);
    expect(spelled.headers.vary).toBe('accept-encoding, accept-language');
    const known = await get(path, { 'if-none-match': String(cached.headers.etag) });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    const compressed = await get(path, { 'accept-encoding': 'br, gzip' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(textOf(compressed)).toBe(textOf(cached));
    const head = await sendForBytes('HEAD', `${gateway.url}${path}`);
    expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, cached.headers.etag]);
  });

  it('shows a change of the feed within seconds', async () => {
    await show('/');
    await show('/');
    await gateway.publish(key, draft({ title: 'A brand-new lamp' }));
    const hasIt = (page: string) => page.includes('A brand-new lamp');
    expect(hasIt(await eventually(() => show('/'), hasIt))).toBe(true);
  });

  it('leads to draws only where the service is connected to a chain', async () => {
    const navigation = async (from: Gateway) =>
      /<nav[\s\S]*?<\/nav>/.exec(textOf(await getPage(from.url, '/')))?.[0];
    expect(await navigation(gateway)).not.toContain('href="/giveaways"');
    const connected = await startGateway({ CHAIN: 'on' });
    expect(await navigation(connected)).toContain('href="/giveaways"');
    await connected.stop();
  });

  it('allows scripts, styles and forms of this site only, and no frame', async () => {
    for (const path of ['/', `/listings/${sea}`, '/listings/lst_0', '/nothing']) {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; " +
          "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'content-type': 'text/html; charset=utf-8',
      });
    }
  });

  it('has no inline script, style or handler, and loads and links only what exists here', async () => {
    const page = await show('/');
    expect(page).not.toMatch(
      /<script(?![^>]* src=| type="application\/ld\+json">)|<style|<[^>]* (?:style|on\w+)=/,
    );
    const addresses = [...page.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(30);
    for (const address of new Set(addresses.map((one) => one.replaceAll('&amp;', '&'))))
      expect([address, (await get(address)).status]).toEqual([address, /^.access/.test(address) ? 303 : 200]);
  });

  it.each(
    [
      '/?platform=never-requested',
      '/publishers/pub_0',
      '/giveaways',
      '/developers/rest',
      '/feed.json?first=29',
      '/openapi.json',
      '/openapi.yaml',
      '/schema.graphql',
      '/docs/swagger-ui-bundle.js',
      '/downloads/giveaways.mjs',
      '/downloads/verifier.html',
    ].flatMap((path) => (['br', 'gzip'] as const).map((encoding) => ({ path, encoding }))),
  )('is compressed at the first request: $path by $encoding', async ({ path, encoding }) => {
    const compressed = await get(path, { 'accept-encoding': encoding });
    expect(compressed.headers['content-encoding']).toBe(encoding);
    expect(String(compressed.headers.vary)).toMatch(/accept-encoding/i);
    const plain = await get(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length * 0.7);
    expect(decoded(compressed).length).toBe(plain.bytes.length);
  });

  it('takes no form that it does not have', async () => {
    const response = await sendForBytes(
      'POST',
      `${gateway.url}/`,
      { origin: 'http://localhost:4000' },
      'a=b',
    );
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('has assets that browsers keep, and no listing of them', async () => {
    const [, sheet = ''] = /rel="stylesheet" href="([^"]*)"/.exec(await show('/')) ?? [];
    expect((await get(sheet)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    // A page of another release, whose instance answers beside this one.
    const instead = await get(sheet.replace(/-[^/]{8}\.css$/, '-00000000.css'));
    expect([instead.status, instead.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(textOf(instead)).toBe(textOf(await get(sheet)));
    expect((await get('/assets/none-00000000.css')).status).toBe(404);
    expect((await get('/assets/')).status).toBe(404);
    for (const path of ['..%2f..%2fpackage.json', '%ff', '__proto__', '%'])
      expect([path, (await get(`/assets/${path}`)).status]).toEqual([path, 404]);
  });
});

describe('An unknown address', () => {
  it('is answered with JSON unless a browser opens it', async () => {
    const response = await sendForBytes('GET', `${gateway.url}/nothing`);
    expect([response.status, response.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    expect((await get('/api/v1/nothing')).headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
