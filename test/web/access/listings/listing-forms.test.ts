import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { newEmail } from '../../../support/listings.ts';
import {
  expectLegacyListingInForms,
  listingsIn,
  seenOf,
  hiddenField,
  LISTING,
  openBrowser,
  type Browser,
} from '../access-site.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
const owner = openBrowser(gateway);
const email = newEmail();
beforeAll(() => owner.signIn(email));

describe('a listing', () => {
  it('is previewed, published, changed and withdrawn by forms', async () => {
    const preview = await owner.post('/access/listings/new', { ...LISTING, action: 'preview' });
    expect(preview.html).toContain('Ten &lt;b&gt;lanterns&lt;/b&gt;');
    expect((await owner.get('/access/listings')).html).not.toContain('lanterns');
    for (let click = 0; click < 2; click += 1) {
      const published = await owner.post('/access/listings/new', { ...LISTING, action: 'publish' });
      expect(published).toMatchObject({ status: 303, location: '/access/listings?done=published' });
    }
    const list = await owner.get('/access/listings');
    expect(list.html.match(/Ten &lt;b&gt;lanterns/g)).toHaveLength(1);
    const [id = ''] = listingsIn(list.html);
    const edit = await owner.get(`/access/listings/edit?listing=${id}`);
    expect(edit.html).toContain('value="https://publisher.example/summer"');
    expect(edit.html).toContain('value="2030-08-31T18:00"');
    const withdrawn = await owner.post(`/access/listings/withdraw?listing=${id}`, {});
    expect(withdrawn.location).toBe('/access/listings?done=withdrawn');
    expect((await owner.get('/access/listings')).html).toContain('Withdrawn');
  });

  it('a listing of the legacy endpoint is changed and withdrawn itself, not another one with the same ID', async () => {
    await expectLegacyListingInForms(gateway, LISTING, { endDate: '' });
  });

  it('is refused with the messages of the API, and nothing entered is lost', async () => {
    const page = await owner.post('/access/listings/new', { ...LISTING, landingUrl: 'javascript:alert(1)' });
    expect(page.status).toBe(400);
    expect(page.html).toContain('id="landingUrl-error"');
    expect(page.html).toContain('Free to enter.');
  });

  const title = async (browser: Browser) =>
    /\/listings\/lst_\w+"[^>]*>([^<]*(?:<bdi>)?[^<]*)/.exec(
      (await browser.get('/access/listings')).html,
    )?.[1] ?? '';
  const signedIn = async () => {
    const browser = openBrowser(gateway);
    await browser.signIn(newEmail());
    return browser;
  };
  const form = { ...LISTING, title: 'The first', action: 'publish' };

  it('a listing with an ID that is in use replaces nothing without a question, which shows both versions', async () => {
    const browser = await signedIn();
    await browser.post('/access/listings/new', form);
    const other = { ...form, title: 'The second' };
    const requested = await browser.post('/access/listings/new', other);
    expect(requested.status).toBe(409);
    expect(requested.html).toContain('There is another version of this listing');
    for (const shown of ['The first', 'The second']) expect(requested.html).toContain(shown);
    expect(requested.html).not.toContain('<th scope="row">Description');
    expect(await title(browser)).toContain('The first');
    expect((await browser.post('/access/listings/new', { ...other, ...seenOf(requested) })).status).toBe(303);
    expect(await title(browser)).toContain('The second');
  });

  it('a listing that was changed or withdrawn since the form was opened is replaced after a question only', async () => {
    const browser = await signedIn();
    await browser.post('/access/listings/new', form);
    const [id = ''] = listingsIn((await browser.get('/access/listings')).html);
    const path = `/access/listings/edit?listing=${id}`;
    const [first, second] = [await browser.get(path), await browser.get(path)];
    await browser.post(path, { ...form, ...seenOf(first), title: 'Changed' });
    const stale = { ...form, ...seenOf(second), title: 'Stale' };
    expect((await browser.post(path, stale)).status).toBe(409);
    expect(await title(browser)).toContain('Changed');
    await browser.post(`/access/listings/withdraw?listing=${id}`, {});
    const requested = await browser.post(path, stale);
    expect([requested.status, requested.html]).toEqual([409, expect.stringContaining('Withdrawn')]);
    expect((await browser.post(path, { ...stale, ...seenOf(requested) })).status).toBe(303);
    expect(await title(browser)).toContain('Stale');
  });

  it('is changed once by forms that have seen the same version and are sent at once', async () => {
    const browser = await signedIn();
    await browser.post('/access/listings/new', form);
    const [id = ''] = listingsIn((await browser.get('/access/listings')).html);
    const path = `/access/listings/edit?listing=${id}`;
    const seen = seenOf(await browser.get(path));
    const send = (each: string) => browser.post(path, { ...form, ...seen, title: each });
    const responses = await Promise.all(['a', 'b', 'c', 'd', 'd', 'd'].map(send));
    const published = responses.filter(({ status }) => status === 303).length;
    expect([1, 3]).toContain(published);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303, 409]));
  });

  it('a listing with a changed ID is another listing', async () => {
    const browser = await signedIn();
    await browser.post('/access/listings/new', form);
    const [id = ''] = listingsIn((await browser.get('/access/listings')).html);
    const page = await browser.get(`/access/listings/edit?listing=${id}`);
    const renamed = { ...form, ...seenOf(page), sourceExternalId: 'winter' };
    expect((await browser.post(`/access/listings/edit?listing=${id}`, renamed)).status).toBe(303);
    expect(new Set(listingsIn((await browser.get('/access/listings')).html)).size).toBe(2);
  });

  it.each([
    ['2031-01-02T03:04', '2031-01-02T03:04'],
    ['2031-01-02T03:04:05', '2031-01-02T03:04:05'],
    ['2031-01-02T03:04:00Z', '2031-01-02T03:04'],
  ])('ends at %s in UTC', async (endDate, shown) => {
    const browser = await signedIn();
    expect((await browser.post('/access/listings/new', { ...form, endDate })).status).toBe(303);
    const [id = ''] = listingsIn((await browser.get('/access/listings')).html);
    const { html } = await browser.get(`/access/listings/edit?listing=${id}`);
    expect(html).toMatch(new RegExp(`<input[^>]*type="datetime-local"[^>]*value="${shown}"`));
  });

  it('a listing with an end that cannot be read is refused, and the end can be corrected', async () => {
    const { status, html } = await owner.post('/access/listings/new', { ...form, endDate: 'in spring' });
    expect(status).toBe(400);
    expect(html).toMatch(/<input[^>]*type="text"[^>]*value="in spring"/);
    expect(html).toContain('<a href="#endDate">');
  });
});

describe('a refused form', () => {
  /** Every form with what is wrong in it, and the fields that its summary links to. */
  const FORMS: [string, Record<string, string>, string[]][] = [
    ['/access/sign-in', { email: 'nobody<' }, ['email']],
    ['/access/sign-in', { email: `${'a'.repeat(65)}@example.com` }, ['email']],
    ['/access/sign-in', { email: 'a'.repeat(300) }, ['email']],
    ['/access/sign-in/code', { email, code: 'no' }, ['code']],
    ['/access/sign-in/code', { email, code: '123456' }, []],
    ['/access/keys/new', { name: 'n'.repeat(81) }, ['name', 'scopes']],
    ['/access/keys/new', { name: 'a\u0000', scopes: 'everything', creationId: '1' }, ['name', 'scopes']],
    ['/access/keys/new', { scopes: 'provider:entries', creationId: '2' }, []],
    ['/access/listings/new', {}, ['sourceExternalId', 'title', 'description', 'landingUrl']],
    [
      '/access/listings/new',
      {
        ...LISTING,
        title: '\u200b',
        landingUrl: 'javascript:',
        image: '/x',
        endDate: 'soon',
        platform: 'p'.repeat(81),
        worth: '\u200b',
      },
      ['title', 'landingUrl', 'endDate', 'platform', 'worth', 'image'],
    ],
  ];

  it.each(FORMS)(
    'a refused form of %s has a summary with links to its fields, in German: %j',
    async (path, sent, fields) => {
      const browser = path.startsWith('/access/sign-in') ? openBrowser(gateway) : owner;
      const { status, html } = await browser.post(`${path}?lang=de`, sent);
      const summary = /<div class="note is-bad" role="alert">.*?<\/ul>/s.exec(html)?.[0] ?? '';
      const links = [...summary.matchAll(/<a href="#(\w+)">/g)].map(([, id]) => id);
      expect([status, links, summary.includes('<li>')]).toEqual([400, fields, true]);
      // Nothing is in English.
      expect(/<main.*<\/main>/s.exec(html)?.[0]).not.toContain('lang="en"');
      for (const id of links)
        expect(html).toMatch(new RegExp(`<(?:input|textarea|select|fieldset)[^>]*id="${id}"`));
    },
  );
});

describe('a form during an overload', () => {
  it('is shown again with what was entered, under a title of its own', async () => {
    const limited = await startGateway({ RATE_LIMIT: '20' });
    const browser = openBrowser(limited);
    await browser.signIn(newEmail());
    let page = await browser.post('/access/listings/new', form());
    for (let count = 0; page.status !== 429 && count < 30; count += 1)
      page = await browser.post('/access/listings/new', form());
    expect(page.status).toBe(429);
    expect(page.html).toContain('<title>Too many requests · ');
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const [name, value] of Object.entries(form()))
      expect(hiddenField(page, name)).toBe(value.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    const start = await fetch(limited.url, { headers: { accept: 'text/html' } });
    expect([start.status, await start.text()]).toEqual([
      429,
      expect.stringContaining('<title>Too many requests · '),
    ]);
    await limited.stop();
  });
  const form = () => ({ ...LISTING, action: 'preview' });
});
