import { beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { isSignedBy, startReceiver } from '../../webhooks/support/receiver.ts';
import { hiddenField, openBrowser } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const LIST = '/access/followed';
const FORM = '/access/followed/new';
const FILTERS = '{ feedWebhooks(first: 1) { nodes { filter { platforms providers } } } }';

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));

const browser = openBrowser(gateway);
let email: string;
beforeEach(async () => {
  email = newEmail();
  await browser.signIn(email);
});

const secretOf = (html: string) => /<code id="secret">(whsec_[^<]+)</.exec(html)?.[1] ?? '';
const idOf = (html: string) => /name="id" value="(whk_\w+)"/.exec(html)?.[1] ?? '';
/** Opens the form, and sends it. */
async function follow(fields: Readonly<Record<string, string>> = {}) {
  const creationId = hiddenField(await browser.get(FORM), 'creationId');
  return browser.post(FORM, { creationId, url: receiver.url, ...fields });
}

describe('The form that follows a filter', () => {
  it('has the filter of the list of listings that leads to it, also after the sign-in', async () => {
    const chosen = '/?q=chess&platform=steam&platform=gog&provider=A%3CB&verified=1&ends=week&order=newest';
    const listings = await browser.get(chosen);
    const to = `${FORM}?platform=gog&amp;platform=steam&amp;provider=A%3CB&amp;q=chess&amp;verified=1`;
    expect(listings.html).toContain(`href="${to}"`);
    const address = to.replaceAll('&amp;', '&');
    const { html } = await browser.get(address);
    expect(html).toContain('value="chess"');
    expect(html).toContain('gog\nsteam</textarea>');
    expect(html).toContain('A&lt;B</textarea>');
    expect(html).toMatch(/name="verified"[^>]* checked/);
    const signedOut = await openBrowser(gateway).get(address);
    expect(signedOut.status).toBe(303);
    const next = new URL(signedOut.location, gateway.url).searchParams.get('next') ?? '';
    expect(new URL(next, gateway.url).searchParams.getAll('platform')).toEqual(['gog', 'steam']);
  });

  it('shows the secret once, and its messages have that signature and this filter', async () => {
    const created = await follow({
      search: 'lantern',
      platforms: ' steam \r\n\r\ngog',
      providers: '',
      verified: '',
    });
    expect(created.status).toBe(200);
    expect(created.headers.get('cache-control')).toContain('no-store');
    const secret = secretOf(created.html);
    expect(secret).toMatch(/^whsec_/);
    const { html } = await browser.get(`${LIST}?lang=de`);
    expect(html).toContain(`<bdi>${receiver.url}</bdi>`);
    expect(html).toContain('Suche: <bdi>lantern</bdi>');
    expect(html).toContain('Plattformen: <bdi>steam, gog</bdi>');
    expect(html).not.toContain('whsec_');
    const key = await gateway.createKey();
    await gateway.publish(key, draft({ title: 'Another', platform: 'steam' }));
    await gateway.publish(key, draft({ title: 'Lanterns', platform: 'gog' }));
    const [got] = await receiver.until(1);
    expect(got?.message.data.listing.title).toBe('Lanterns');
    expect(isSignedBy(secret, got!)).toBe(true);
    expect((await browser.get('/access/activity')).html).toContain('Followed a filter by webhook');
  });

  it('has the facts that were chosen in the list of listings', async () => {
    const path = `${FORM}?kind=PRIZE&region=AT&region=DE&age=17&prizes=5`;
    const shown = 'Countries: Austria and Germany';
    expect((await browser.get(path)).html).toContain(shown);
    expect((await browser.post(path, { url: receiver.url, search: 'facts' })).html).toContain(shown);
    const { html } = await browser.get(`${LIST}?lang=de`);
    for (const part of ['Art: Ein Preis', 'Länder: Österreich und Deutschland', 'Ihr Alter: 17 Jahre'])
      expect(html).toContain(part);
    expect(html).toContain('Anzahl der Preise: Mindestens 5');
  });

  it('keeps the line breaks of chosen platforms and organisers, each of which it has on a line', async () => {
    const path = `${FORM}?platform=PC%0A%20%26%20Mac&platform=gog&provider=A%0AB`;
    const { html } = await browser.get(path);
    expect(html).toContain('PC &amp; Mac\ngog</textarea>');
    const platforms = 'PC & Mac\r\ngog\r\nsteam';
    await browser.post(path, { url: receiver.url, platforms, providers: 'A B' });
    const { body } = await gateway.graphql(FILTERS, {}, await gateway.signIn(email));
    expect(body.data.feedWebhooks.nodes[0].filter).toEqual({
      platforms: ['PC\n & Mac', 'gog', 'steam'],
      providers: ['A\nB'],
    });
  });

  it('creates one webhook when it is sent twice, with the same secret', async () => {
    const creationId = hiddenField(await browser.get(FORM), 'creationId');
    const sent = { creationId, url: receiver.url, search: 'once' };
    const [one, other] = await Promise.all([browser.post(FORM, sent), browser.post(FORM, sent)]);
    expect(secretOf(one.html)).toMatch(/^whsec_/);
    expect(secretOf(other.html)).toBe(secretOf(one.html));
    expect((await browser.get(LIST)).html.split('name="do" value="remove"')).toHaveLength(2);
    const changed = await browser.post(`${FORM}?lang=de`, { ...sent, search: 'another' });
    expect(changed.status).toBe(400);
    expect(changed.html).toContain('Dieses Formular hat schon einen Filter abonniert');
    expect(hiddenField(changed, 'creationId')).not.toBe(creationId);
  });

  it('shows what is wrong beside what was entered, in German too', async () => {
    const refused = await browser.post(`${FORM}?lang=de`, {
      url: 'receiver "<',
      search: '!',
      platforms: 'x'.repeat(81),
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('muss eine vollständige http- oder https-Adresse sein');
    expect(refused.html).toContain('href="#platforms"');
    expect(refused.html).toContain('value="receiver &quot;&lt;"');
    const wordless = await browser.post(`${FORM}?lang=de`, { url: receiver.url, search: '!' });
    expect(wordless.html).toContain('enthält kein Wort');
    expect(wordless.html).toContain('href="#search"');
  });

  it('says when the account follows as many filters as it can', async () => {
    for (let count = 0; count < 5; count += 1) expect((await follow()).status).toBe(200);
    const creationId = hiddenField(await browser.get(FORM), 'creationId');
    const refused = await browser.post(`${FORM}?lang=de`, { creationId, url: receiver.url });
    expect(refused.html).toContain('Ihr Konto hat schon 5 Filter abonniert');
    await browser.post(LIST, { do: 'remove', id: idOf((await browser.get(LIST)).html) });
    expect((await follow()).status).toBe(200);
  });

  it('refuses an address in a private network', async () => {
    const strict = await startGateway();
    try {
      const visitor = openBrowser(strict);
      await visitor.signIn(newEmail());
      const of = (url: string) => visitor.post(`${FORM}?lang=de`, { url });
      expect((await of('http://receiver.example/')).html).toContain('muss mit https:// beginnen');
      expect((await of('https://127.0.0.1/')).html).toContain('private oder reservierte Adresse');
    } finally {
      await strict.stop();
    }
  });
});

describe('The list of followed filters', () => {
  it('removes a filter, also by a second click', async () => {
    await follow();
    const id = idOf((await browser.get(LIST)).html);
    for (let click = 0; click < 2; click += 1) {
      const removed = await browser.post(LIST, { do: 'remove', id });
      expect([removed.status, removed.location]).toEqual([303, `${LIST}?done=removed`]);
    }
    const { html } = await browser.get(`${LIST}?done=removed`);
    expect(html).toContain('The filter is no longer followed.');
    expect(html).toContain('You follow no filter.');
  });

  it.each([{}, { do: 'dance' }, { do: ['remove', 'enable'] }])(
    'changes nothing by the form %j, whose action nobody knows, and says what to name',
    async (action) => {
      await follow();
      const id = idOf((await browser.get(LIST)).html);
      const { status, html } = await browser.post(LIST, { ...action, id });
      expect([status, html.includes('must name one of these values, once: remove, enable.')]).toEqual([
        400,
        true,
      ]);
      expect(idOf((await browser.get(LIST)).html)).toBe(id);
    },
  );

  it('enables a filter whose receiver answered 410 Gone', async () => {
    await follow({ search: 'gone' });
    const id = idOf((await browser.get(LIST)).html);
    expect((await browser.get(LIST)).html).not.toContain('value="enable"');
    await gateway.onDatabase((em) => em.execute('update webhook set disabled_at = now() where id = ?', [id]));
    const { html } = await browser.get(LIST);
    expect(html).toContain('Answered 410 Gone <time');
    expect(html).toContain('value="enable"');
    const enabled = await browser.post(LIST, { do: 'enable', id });
    expect(enabled.location).toBe(`${LIST}?done=enabled`);
    expect((await browser.get(LIST)).html).not.toContain('value="enable"');
  });

  it('changes no filter of another account', async () => {
    await follow();
    const id = idOf((await browser.get(LIST)).html);
    const stranger = openBrowser(gateway);
    await stranger.signIn(newEmail());
    for (const action of ['remove', 'enable']) await stranger.post(LIST, { do: action, id });
    expect((await stranger.get(LIST)).html).not.toContain(id);
    expect((await browser.get(LIST)).html).toContain(id);
  });
});
