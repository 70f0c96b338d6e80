import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { hiddenField, LISTING, openBrowser, type ShownPage } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
const owner = openBrowser(gateway);
const email = newEmail();
beforeAll(() => owner.signIn(email));

const PAGES = [
  '/access/keys',
  '/access/keys/new',
  '/access/listings',
  '/access/listings/new',
  '/access/sessions',
  '/access/sessions/end-others',
  '/access/activity',
];
describe('the sign-in', () => {
  it.each(PAGES)('is where %s leads to without a session, and back from there', async (path) => {
    const page = await openBrowser(gateway).get(path);
    expect(page.status).toBe(303);
    expect(page.location).toBe(`/access/sign-in?ended=yes&next=${encodeURIComponent(path)}`);
  });

  it('answers known and unknown addresses alike', async () => {
    const shown = async (address: string) => {
      const requested = await openBrowser(gateway).post('/access/sign-in', { email: address });
      return [requested.status, requested.location.replace(encodeURIComponent(address), 'ADDRESS')];
    };
    expect(await shown(email)).toEqual(await shown(newEmail()));
  });

  it('shows the messages of the API at the fields, and what was entered', async () => {
    const page = await openBrowser(gateway).post('/access/sign-in', { email: 'nobody<' });
    expect(page.status).toBe(400);
    expect(page.html).toContain('aria-invalid="true"');
    expect(page.html).toContain('value="nobody&lt;"');
  });

  it('refuses a wrong code, and leads to no other site', async () => {
    const browser = openBrowser(gateway);
    const page = await browser.post(`/access/sign-in/code?next=${encodeURIComponent('//evil.example')}`, {
      email,
      code: '000000',
    });
    expect(page.status).toBe(400);
  });

  it('refuses a wrong code while another account is signed in, and leads on at the second click of the same', async () => {
    const wrong = (address: string) => owner.post('/access/sign-in/code', { email: address, code: '000000' });
    expect((await wrong(newEmail())).status).toBe(400);
    expect((await wrong(email)).location).toBe('/access/keys');
  });

  it.each([
    ['/access/listings', '/access/listings'],
    ['/access/listings/edit?after=lst_1', '/access/listings/edit?after=lst_1'],
    ['/access/keys/../listings', '/access/listings'],
    ['//evil.example', '/access/keys'],
    ['/access/..//evil.example', '/access/keys'],
    ['/access/%2e%2e//evil.example', '/access/keys'],
    ['/access/../..//evil.example/access/keys', '/access/keys'],
    [String.raw`/access/..\evil.example`, '/access/keys'],
    [String.raw`/\evil.example/access/keys`, '/access/keys'],
    ['/access//evil.example', '/access/keys'],
    ['https://evil.example/access/keys', '/access/keys'],
    ['http://site.invalid/access/listings', '/access/keys'],
    ['/accessories', '/access/keys'],
    ['/', '/access/keys'],
  ])('leads to the page that %s names within the area: %s', async (next, expected) => {
    const signedIn = await owner.get(`/access/sign-in?next=${encodeURIComponent(next)}`);
    expect(signedIn.location).toBe(expected);
    const inGerman = await owner.get(`/access/sign-in?lang=de&next=${encodeURIComponent(next)}`);
    expect(inGerman.location).toBe(`${expected}${expected.includes('?') ? '&' : '?'}lang=de`);
  });

  it('is over after signing out, for the session on the server too', async () => {
    const browser = openBrowser(gateway);
    await browser.signIn(newEmail());
    const { cookie } = browser;
    expect((await browser.get('/access/keys')).status).toBe(200);
    await browser.post('/access/sign-out', {});
    browser.cookie = cookie;
    expect((await browser.get('/access/keys')).status).toBe(303);
  });
});

describe('the sessions', () => {
  const endPathsIn = ({ html }: ShownPage) =>
    [...html.matchAll(/\/access\/sessions\/ses_\w+\/end"/g)].map(([path]) => path.slice(0, -1));

  it('are listed and ended by forms, and a second click changes nothing', async () => {
    const address = newEmail();
    const [browser, other] = [openBrowser(gateway), openBrowser(gateway)];
    await browser.signIn(address);
    expect((await browser.get('/access/sessions')).html).not.toContain('/access/sessions/end-others');
    await other.signIn(address);
    const [path = ''] = endPathsIn(await browser.get('/access/sessions'));
    expect((await browser.get(path)).html).toContain('signed out at once');
    expect((await other.get('/access/keys')).status).toBe(200);
    for (let click = 0; click < 2; click += 1)
      expect(await browser.post(path, {})).toMatchObject({
        status: 303,
        location: '/access/sessions?done=ended',
      });
    expect((await other.get('/access/keys')).status).toBe(303);
    expect((await browser.get(path)).status).toBe(404);
    expect(endPathsIn(await browser.get('/access/sessions'))).toEqual([]);
  });

  it('are found among hundreds', async () => {
    const address = newEmail();
    const [browser, oldest] = [openBrowser(gateway), openBrowser(gateway)];
    await oldest.signIn(address);
    const [session] = await gateway.onDatabase((em) =>
      em.execute<{ id: string }[]>(
        'select s.id from session s join user_account a on a.id = s.account_id where a.email = ?',
        [address],
      ),
    );
    const path = `/access/sessions/${session?.id}/end`;
    await browser.signIn(address);
    await gateway.onDatabase((em) =>
      em.execute(
        `insert into session (id, account_id, token, expires_at, created_at, updated_at)
         select 'ses_many' || n, s.account_id, 'many' || n, s.expires_at, now(), now()
         from session s join user_account a on a.id = s.account_id, generate_series(1, 250) n
         where a.email = ? limit 250`,
        [address],
      ),
    );
    expect((await browser.get(path)).html).toContain('signed out at once');
    expect((await browser.post(path, {})).status).toBe(303);
    expect((await oldest.get('/access/keys')).status).toBe(303);
  });

  it('the sessions of other browsers are ended together', async () => {
    const address = newEmail();
    const browsers = [openBrowser(gateway), openBrowser(gateway), openBrowser(gateway)];
    for (const browser of browsers) await browser.signIn(address);
    const [first, ...others] = browsers;
    const ended = await first?.post('/access/sessions/end-others', {});
    expect(ended?.location).toBe('/access/sessions?done=others');
    for (const other of others) expect((await other.get('/access/keys')).status).toBe(303);
    expect((await first?.get('/access/keys'))?.status).toBe(200);
  });
});

describe('the activity', () => {
  it('names what happened in the language of the reader, and shows texts as texts', async () => {
    const address = newEmail();
    const browser = openBrowser(gateway);
    await browser.signIn(address);
    await gateway.publish(await gateway.createKey(address), draft({ title: 'Lantern Road' }));
    await gateway.onDatabase((em) =>
      em.execute(
        `insert into audit_entry (id, at, actor, action, subject, facts)
          select 'aud_x', now(), 'operator', 'migrateListings', 'client:<b>', jsonb_build_object('account', id, 'moved', 3)
          from user_account where email = ?`,
        [address],
      ),
    );
    const { html } = await browser.get('/access/activity');
    expect(html).toContain('Created an API key');
    // Names instead of ids, which are there to be seen when a pointer asks for them.
    const key = /Created an API key<\/th>.*?title="key_\w+"><bdi>([^<]+)</.exec(html)?.[1] ?? '';
    expect(key).not.toMatch(/^$|^key_/);
    expect(html).toMatch(
      /Published a listing<\/th><td data-label="By">An API key of yours: <bdi>[^<]+<\/bdi><\/td><td [^>]+ title="lst_\w+"><bdi>Lantern Road</,
    );
    expect(html).toContain('client:&lt;b&gt;');
    expect(html).toContain('moved: 3');
    expect(html).not.toContain('acc_');
    const inGerman = await browser.get('/access/activity?lang=de');
    expect(inGerman.html).toContain('API-Schlüssel erstellt');
    expect(inGerman.html).toContain('Einträge hierher verschoben');
  });
});

describe('the pages of an account', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['no page at all', {}],
    ['another site by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('refuse forms of %s', async (_from, headers) => {
    const page = await owner.post(
      '/access/listings/new',
      { ...LISTING, sourceExternalId: 'forged' },
      headers,
    );
    expect(page.status).toBe(403);
    expect((await owner.get('/access/listings')).html).not.toContain('forged');
  });

  it('change nothing after the session has ended, and return what was entered', async () => {
    const form = { ...LISTING, sourceExternalId: 'late', title: 'A late listing' };
    const browser = openBrowser(gateway);
    const page = await browser.post('/access/listings/new', form);
    expect(page.status).toBe(401);
    for (const name of Object.keys(form))
      expect(hiddenField(page, name)).toBe(form[name as keyof typeof form]);
    const newKey = await browser.post('/access/keys/new', {
      name: 'A late key',
      scopes: 'giveaways:publish',
    });
    expect(hiddenField(newKey, 'name')).toBe('A late key');
    expect((await owner.get('/access/listings')).html).not.toContain('late');
    expect(await browser.post('/access/sessions/end-others', {})).toMatchObject({
      status: 303,
      location: expect.stringContaining('/access/sign-in'),
    });
  });

  it.each(PAGES)('are stored by no shared cache and framed by no page: %s', async (path) => {
    const { headers } = await owner.get(path);
    const isForm = /\/(?:new|end-others)$/.test(path);
    // The back button finds what was entered, while the browser has the same cookies.
    expect(headers.get('cache-control')).toBe(isForm ? 'private, no-cache' : 'no-store');
    expect(headers.get('vary')).toBe(isForm ? 'cookie' : null);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
