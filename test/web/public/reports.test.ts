import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { openBrowser } from '../access/access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1' }));
let key: string;
let listing: Json;
const browser = openBrowser(gateway);
beforeAll(async () => {
  key = await gateway.createKey();
});
let networks = 0;
beforeEach(async () => {
  listing = (await gateway.publish(key, draft({ title: 'A <i>lantern</i>' }))).body.listing;
  networks += 1;
});

const FORM = { reason: 'SCAM', text: 'It asks for <b>passwords</b>.' };
const address = (language = '') => `/listings/${listing.id}/report${language}`;
const own = () => ({ origin: 'http://localhost:4000', 'x-forwarded-for': `198.18.0.${networks}` });
const send = (form: object = {}, path = address()) => browser.post(path, { ...FORM, ...form }, own());
const queue = async (): Promise<Json[]> => {
  const query = `{ listingReports(state: OPEN, last: 100) { nodes { id listingId reason text } } }`;
  const { nodes } = (await gateway.graphql(query, {}, gateway.operatorToken)).body.data.listingReports;
  return nodes.filter(({ listingId }: Json) => listingId === listing.id);
};

describe('The form to report a giveaway', () => {
  it('is a plain link on the page of the listing, and is not listed by search engines', async () => {
    const page = await browser.get(`/listings/${listing.id}`);
    expect(page.html).toMatch(new RegExp(`<a href="${address()}" rel="nofollow">\\s*Report this giveaway`));
    const form = await browser.get(address());
    expect(form.status).toBe(200);
    expect(form.html).toContain('A &lt;i&gt;lantern&lt;/i&gt;');
    expect(form.html).toContain('noindex');
    expect(form.headers.get('set-cookie')).toBeNull();
  });

  it('sends the report without a cookie, and leads to a page about it, twice to the same', async () => {
    const sent = await send();
    expect(sent).toMatchObject({ status: 303, location: expect.stringMatching(/^\/reports\/grp_\w+$/) });
    expect((await send()).location).toBe(sent.location);
    expect(await queue()).toMatchObject([{ reason: 'SCAM', text: FORM.text }]);

    const page = await browser.get(sent.location);
    expect(page.status).toBe(200);
    expect(page.html).toContain('The operator has not decided yet.');
    expect(page.html).toContain('Keep the address of this page');
    expect(page.html).not.toContain('asks for &lt;b&gt;');
    expect(page.html).toContain('noindex');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect((await browser.get(`${sent.location}x`)).status).toBe(404);
    expect(gateway.log.join('\n')).not.toContain(sent.location);
  });

  it('shows the decision of the operator and its reason at that page, also in German', async () => {
    const { location } = await send();
    const [{ id }] = (await queue()) as [Json];
    const input = { id, decision: 'HIDE', reason: 'Asks for <b>passwords</b>' };
    await gateway.graphql(
      'mutation ($input: DecideListingReportInput!) { decideListingReport(input: $input) { report { id } } }',
      { input },
      gateway.operatorToken,
    );
    const english = (await browser.get(location)).html;
    expect(english).toContain('The giveaway was hidden from the public.');
    expect(english).toContain('Asks for &lt;b&gt;passwords&lt;/b&gt;');
    expect(english).not.toContain('Keep the address');
    const german = (await browser.get(`${location}?lang=de`)).html;
    expect(german).toContain('Das Gewinnspiel wurde vor der Öffentlichkeit verborgen.');
    expect((await browser.get(address())).status).toBe(404);
    expect((await send()).status).toBe(404);
  });

  it('is refused with a linked message at each field, in the language of the reader, and nothing entered is lost', async () => {
    for (const reason of ['', 'NONE', 'constructor']) {
      const page = await send({ reason });
      expect(page.status).toBe(400);
      expect(page.html).toContain('href="#reason"');
      expect(page.html).toContain('id="reason-error"');
      expect(page.html).toContain('It asks for &lt;b&gt;passwords&lt;/b&gt;.');
    }
    const page = await send({ text: 'x'.repeat(2_001) }, address('?lang=de'));
    expect(page.status).toBe(400);
    expect(page.html).toContain('href="#text"');
    expect(page.html).toContain('ist zu lang. Kürzen Sie auf 2000 Zeichen.');
    expect(page.html).toMatch(/<option value="SCAM" selected=""/);
    expect(await queue()).toEqual([]);
  });

  it('takes an e-mail address, and its page says whether a receipt is sent', async () => {
    const refused = await send({ email: 'nobody' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('href="#email"');
    expect(refused.html).toContain('value="nobody"');
    const { location } = await send({ email: 'me@example.com' });
    expect((await browser.get(location)).html).toContain(
      'A receipt and the decision go to the e-mail address',
    );
  });

  it('asks for no address, and takes the report all the same, where no mail server is configured', async () => {
    const silent = await startGateway({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:4000' });
    try {
      const silentKey = await silent.createKey();
      const { id } = (await silent.publish(silentKey, draft())).body.listing;
      const visitor = openBrowser(silent);
      const form = (await visitor.get(`/listings/${id}/report`)).html;
      expect(form).toContain('This service sends no e-mail');
      expect(form).not.toContain('name="email"');
      const sent = await visitor.post(`/listings/${id}/report`, { ...FORM, email: 'me@example.com' }, own());
      const page = (await visitor.get(sent.location)).html;
      expect(page).toContain('No e-mail is sent about this report.');
      const rows = await silent.onDatabase((em) => em.execute('select email from listing_report'));
      expect(rows).toEqual([{ email: null }]);
    } finally {
      await silent.stop();
    }
  });

  it('is accepted from pages of this site only', async () => {
    for (const headers of [{}, { origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await browser.post(address(), FORM, { ...headers })).status).toBe(403);
    expect(await queue()).toEqual([]);
  });

  it('is shown again when the network has sent too many', async () => {
    for (let sent = 0; sent < 10; sent += 1) await send();
    const page = await send();
    expect(page.status).toBe(429);
    expect(page.html).toContain('It asks for &lt;b&gt;passwords&lt;/b&gt;.');
  });
});
