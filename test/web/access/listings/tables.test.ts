import { beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../../support/listings.ts';
import { openBrowser } from '../access-site.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const MANY = 130;

const gateway = sharedByTests(startGateway);
const owner = openBrowser(gateway);
let key: string;
const email = newEmail();

beforeAll(async () => {
  await owner.signIn(email);
  key = await gateway.createKey(email);
  for (let number = 0; number < MANY; number += 1)
    await gateway.publish(key, draft({ sourceExternalId: `plain-${number}`, title: `Plain ${number}` }));
  const special = { sourceExternalId: 'formula', title: '=1+1', description: 'Two "nights",\nfor two' };
  await gateway.publish(key, draft({ ...special, platform: 'Sheets', endDate: '2020-01-01T00:00:00Z' }));
  await gateway.publish(key, draft({ sourceExternalId: 'gone', title: 'A boat <b>' }));
  await gateway.withdraw(key, 'gone');
}, 120_000);

/** What the table shows in its first column. */
const titlesIn = (html: string) =>
  [...html.matchAll(/<th scope="row"[^>]*>(?:<a [^>]*>)?<bdi>([^<]*)<\/bdi>/g)].map(([, title]) => title);
const hrefOf = (html: string, text: string): string =>
  (new RegExp(`href="([^"]*)"[^>]*>${text}`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
const idsIn = (ndjson: string) =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly sourceExternalId: string }).sourceExternalId);

describe('the table of own listings', () => {
  it.each([
    ['?state=ended', ['=1+1']],
    ['?state=withdrawn', ['A boat &lt;b&gt;']],
    ['?platform=sheets', ['=1+1']],
    ['?platform=sheet', []],
    ['?q=boat', ['A boat &lt;b&gt;']],
    ['?q=plain-12&order=oldest', ['Plain 12', ...Array.from({ length: 10 }, (_, n) => `Plain 12${n}`)]],
    ['?order=ending-soon', ['=1+1', ...Array.from({ length: 19 }, () => expect.any(String))]],
  ])('shows by its address %s what matches', async (search, expected) => {
    const { status, html } = await owner.get(`/access/listings${search}`);
    expect(status).toBe(200);
    expect(titlesIn(html)).toEqual(expected);
  });

  it('keeps its filter in its form, its pages, its heads and its files', async () => {
    const { html } = await owner.get('/access/listings?q=plain&state=live&order=oldest');
    expect(html).toMatch(/<input id="q"[^>]* value="plain"/);
    expect(html).toMatch(/<option value="live" selected/);
    expect(hrefOf(html, 'Next page')).toMatch(
      /^\/access\/listings\?after=[\w-]+&order=oldest&q=plain&state=live$/,
    );
    expect(hrefOf(html, 'CSV')).toBe('/access/listings.csv?order=oldest&q=plain&state=live');
    expect(hrefOf(html, 'Updated')).toBe('/access/listings?q=plain&state=live');
    const next = await owner.get(hrefOf(html, 'Next page'));
    expect(titlesIn(next.html)[0]).toBe('Plain 20');
    const sorted = await owner.get('/access/listings?order=least-recently-updated');
    expect(sorted.html).toMatch(
      /<th scope="col" aria-sort="ascending"><a class="sort" href="\/access\/listings"/,
    );
  });

  it('says which filter to remove when nothing matches, in both languages', async () => {
    const { html } = await owner.get('/access/listings?q=nothing&state=hidden');
    expect(html).toContain('Nothing matches these filters.');
    expect(hrefOf(html, '<span class="hidden">Remove: </span><bdi>Hidden')).toBe(
      '/access/listings?q=nothing',
    );
    const other = await owner.get('/access/listings?platform=Boats&lang=de');
    expect(other.html).toMatch(/<input id="platform"[^>]* value="Boats"/);
    expect(other.html).toContain('<bdi>Plattform „Boats“</bdi>');
    const german = await owner.get('/access/listings?q=nothing&state=hidden&lang=de');
    expect(german.html).toContain('Nichts passt zu diesen Filtern.');
    expect(german.html).toContain('<bdi>Enthält „nothing“</bdi>');
    expect(german.html).toContain('<input type="hidden" name="lang" value="de"');
  });

  it('shows no listings for a value that it does not know', async () => {
    const { status, html } = await owner.get('/access/listings?state=lost&q=plain');
    expect([status, titlesIn(html).length]).toEqual([400, 0]);
  });
});

describe('the table of keys', () => {
  it('is searched, filtered and sorted by its address, and exported without secrets', async () => {
    await gateway.createKey(email);
    const all = await owner.get('/access/keys?order=name');
    expect(all.html).toContain('aria-sort="ascending"');
    const revoked = await owner.get('/access/keys?state=revoked&q=server');
    expect(revoked.html).toContain('Nothing matches these filters.');
    const { status, headers, html: csv } = await owner.get('/access/keys.csv?state=active');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(csv).toMatch(/^id,name,start,end,state,scopes,/);
    expect(csv).toContain(',ACTIVE,giveaways:publish,');
    expect(csv).not.toContain(key);
    expect(csv).not.toMatch(/ggw_live_\w{20,}/);
  });
});

describe('an export of own listings', () => {
  it('has every listing of the filter over several pages, and is kept by nobody', async () => {
    const { status, headers, html } = await owner.get('/access/listings.ndjson?q=plain&order=oldest');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="listings.ndjson"',
    });
    expect(idsIn(html)).toEqual(Array.from({ length: MANY }, (_, number) => `plain-${number}`));
  });

  it('has a listing that changes at its place, so that none is left out while it is read', async () => {
    await gateway.publish(key, draft({ sourceExternalId: 'plain-0', title: 'Plain 0' }));
    const { html } = await owner.get('/access/listings.ndjson?q=plain');
    expect(idsIn(html)).toEqual(Array.from({ length: MANY }, (_, index) => `plain-${MANY - 1 - index}`));
  });

  it('has the filters of the page', async () => {
    const { html } = await owner.get('/access/listings.ndjson?platform=sheets&state=ended&legacy=no');
    expect(idsIn(html)).toEqual(['formula']);
  });

  it('is CSV whose texts no spreadsheet calculates', async () => {
    const { html } = await owner.get('/access/listings.csv?state=ended');
    expect(html).toMatch(/^id,sourceExternalId,title,/);
    expect(html).toContain(`,'=1+1,`);
    expect(html).toContain('"Two ""nights"",\nfor two"');
  });

  it.each(['/access/listings.csv', '/access/listings.ndjson', '/access/keys.csv', '/access/activity.csv'])(
    '%s is refused without a session, and with a key alone',
    async (path) => {
      const nobody = openBrowser(gateway);
      expect((await nobody.get(path)).status).toBe(401);
      expect((await nobody.get(path, { authorization: `Bearer ${key}` })).status).toBe(401);
    },
  );

  it('is refused for the publisher of somebody else, and its own has nothing of it', async () => {
    const stranger = openBrowser(gateway);
    await stranger.signIn(newEmail());
    const own = await gateway.graphql('{ myPublisher { id } }', {}, await gateway.signIn(email));
    const { id } = own.body.data.myPublisher;
    expect((await stranger.get(`/access/listings.csv?publisher=${id}`)).status).toBe(403);
    expect(idsIn((await stranger.get('/access/listings.ndjson')).html)).toEqual([]);
    expect((await owner.get(`/access/listings.csv?publisher=${id}`)).status).toBe(200);
  });

  it.each(['state=lost', 'order=random', 'legacy=perhaps', `q=${'x'.repeat(201)}`])(
    'is refused with %s before it begins',
    async (query) => expect((await owner.get(`/access/listings.csv?${query}`)).status).toBe(400),
  );

  it.each([
    ['listings.csv', 'status=ended', 'status', 'q, state, legacy, platform, order'],
    ['listings.ndjson', 'state=ended&after=x', 'after', 'q, state, legacy, platform, order'],
    ['keys.csv', 'platform=sheets', 'platform', 'q, state, order'],
    ['activity.csv', 'q=key', 'q', ''],
  ])('%s is refused with %s, and names the parameter %s', async (file, query, name, known) => {
    const { status, headers, html } = await owner.get(`/access/${file}?${query}`);
    expect([status, headers.get('content-disposition')]).toEqual([400, null]);
    const list = [known, 'publisher, lang'].filter((each) => each !== '').join(', ');
    expect(JSON.parse(html)).toEqual({
      error: { message: `"${name}" is not a parameter of this request: use ${list}.` },
    });
  });

  it('has the language of the page in its address, which changes nothing', async () => {
    const { status, html } = await owner.get('/access/listings.ndjson?state=ended&lang=de');
    expect([status, idsIn(html)]).toEqual([200, ['formula']]);
  });

  it('has the activity of the account', async () => {
    const { status, html } = await owner.get('/access/activity.csv');
    expect(status).toBe(200);
    expect(html).toMatch(/^id,at,action,actor,subject,facts\n/);
    expect(html).toContain(',createApiKey,');
  });

  it('keeps nobody else waiting when one account asks for 64 at once and reads none of them', async () => {
    const { port, hostname } = new URL(gateway.url);
    const sockets = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        socket.pause();
        socket.write(
          `GET /access/listings.ndjson HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${owner.cookie}\r\n\r\n`,
        );
        return socket;
      }),
    );
    const other = openBrowser(gateway);
    await other.signIn(newEmail());
    expect((await gateway.publish(key, draft({ sourceExternalId: 'meanwhile' }))).status).toBe(200);
    expect((await other.get('/access/listings.csv')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    // The places of those who left are free again.
    let status = 0;
    for (let attempt = 0; attempt < 50 && status !== 200; attempt += 1) {
      ({ status } = await owner.get('/access/listings.ndjson'));
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(status).toBe(200);
  });

  it('sends one account two files at once, and refuses a third', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => owner.get('/access/listings.ndjson')),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('is cut when a later page cannot be read, which the log says', async () => {
    const many = newEmail();
    const browser = openBrowser(gateway);
    await browser.signIn(many);
    const ownKey = await gateway.createKey(many);
    for (let number = 0; number < 101; number += 1)
      await gateway.publish(ownKey, draft({ sourceExternalId: `cut-${number}` }));
    const failures = () => gateway.log.filter((line) => line.includes('request failed')).length;
    const before = failures();
    await gateway.onDatabase((_em, sql) =>
      sql.query(
        { name: '', text: `update listing set created_at = '-infinity' where source_external_id = 'cut-0'` },
        [],
      ),
    );
    await expect(browser.get('/access/listings.csv')).rejects.toThrow('terminated');
    expect(failures()).toBe(before + 1);
  });
});
