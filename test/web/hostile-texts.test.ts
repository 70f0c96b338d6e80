import { beforeAll, expect, it, jest } from '@jest/globals';
import { giveawayIdOf, hashOf, insert } from '../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { describeInBrowser, sharedBrowser, openPage, overflowOf } from './support/browser.ts';
import { HOSTILE } from './support/site.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const { markup, direction, emoji } = HOSTILE;
const NAME = `${markup.slice(0, 60)}${direction}`;

describeInBrowser('A page with hostile texts of publishers and providers', () => {
  const gateway = sharedByTests(startGateway);
  const browser = sharedBrowser();
  let pages: readonly (readonly [path: string, text: string])[];
  beforeAll(async () => {
    const key = await gateway.createKey();
    const attack = draft({
      title: markup,
      description: emoji,
      instructions: emoji.slice(0, 1_000),
      provider: NAME,
      platform: '<b>p</b>',
      worth: markup.slice(0, 40),
    });
    const { body } = await gateway.publish(key, attack);
    const { id } = body.listing;
    await gateway.onDatabase(async (em) => {
      await seedSummer(em);
      await em.execute('update listing set landing_url = ? where id = ?', ['javascript:alert(3)', id]);
      await em.execute('update public_text set texts = ?', [
        JSON.stringify({
          title: markup + emoji,
          description: direction + emoji,
          image: 'javascript:alert(4)',
        }),
      ]);
      await em.execute('update giveaway set external_id = ?', [NAME]);
      const provider = { name: NAME, created_at: '2026-01-01T00:00:00Z' };
      await insert(em, 'provider', [
        { id: 'prv_1', chain_key: hashOf(7_001), ...provider },
        { id: 'prv_2', chain_key: hashOf(7_000), ...provider },
      ]);
    });
    const found = await gateway.graphql('query ($id: ID!) { listing(id: $id) { publisher { id } } }', { id });
    const drawn = `/giveaways/${giveawayIdOf(SUMMER.drawn)}`;
    pages = [
      ['/', markup],
      [`/?q=${encodeURIComponent(markup)}&platform=%3Cb%3Ep%3C%2Fb%3E`, markup],
      [`/listings/${id}`, 'javascript:alert(3)'],
      [`/publishers/${found.body.data.listing.publisher.id}`, markup],
      [`/giveaways?q=${encodeURIComponent(markup)}`, markup],
      ['/giveaways', NAME],
      [`${drawn}?who=${encodeURIComponent(markup)}`, markup],
      [`/giveaways/${giveawayIdOf(SUMMER.carried)}?who=1`, NAME],
      [`${drawn}/rounds/0`, markup.slice(0, 20)],
      ['/passports/1', markup.slice(0, 20)],
      [`/nothing/${encodeURIComponent(markup)}`, 'Nothing is here'],
      [`/access/sign-in?to=${encodeURIComponent('javascript:alert(5)')}`, 'Sign in'],
    ];
  });

  it.each([
    ['with JavaScript', {}],
    ['without JavaScript', { javaScriptEnabled: false }],
    ['on a phone, with JavaScript', { viewport: { width: 360, height: 740 } }],
  ])('shows them as text, runs nothing, and keeps its width %s', async (_name, options) => {
    const watched = await openPage(browser, gateway.url, { locale: 'en-GB', ...options });
    const { page, foreign, errors } = watched;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const [path, text] of pages) {
      await page.goto(path);
      const shown = await page.evaluate<string>(
        'document.body.textContent + [...document.querySelectorAll("input")].map((one) => one.value)',
      );
      expect([path, shown.includes(text)]).toEqual([path, true]);
      expect([path, await page.evaluate(DANGEROUS)]).toEqual([path, []]);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
    expect({ dialogs, foreign, errors }).toEqual({ dialogs: [], foreign: [], errors: [] });
    await page.context().close();
  });
});

/** Elements that texts must not become: scripts of the page itself, pictures, handlers, addresses that run something. */
const DANGEROUS = `[...document.querySelectorAll('*')]
  .filter((one) =>
    (one.localName === 'script' && one.getAttribute('type') !== 'application/ld+json' && !(one.getAttribute('src') ?? '').startsWith('/assets/')) ||
    ['img', 'iframe', 'object', 'embed', 'base', 'style'].includes(one.localName) ||
    [...one.attributes].some(({ name, value }) => /^on|^style$/.test(name) ||
      (/^(?:href|src|action|formaction)$/.test(name) && !/^(?:\\/|#|https?:)/.test(value))))
  .map((one) => one.outerHTML.slice(0, 200))`;
