import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { describeInBrowser, sharedBrowser, openPage, overflowOf, violationsOf } from '../support/browser.ts';
import { HOSTILE } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const VARIANTS = [
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['a phone in the dark, in German', { ...PHONE, colorScheme: 'dark', locale: 'de-DE' }],
  ['a browser without JavaScript', { javaScriptEnabled: false }],
] as const;

describeInBrowser('The public pages in Chromium', () => {
  const gateway = sharedByTests(startGateway);
  const browser = sharedBrowser();
  let paths: readonly string[];
  beforeAll(async () => {
    const key = await gateway.createKey();
    const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
    for (let index = 0; index < 26; index += 1)
      await gateway.publish(key, draft({ platform: ['steam', 'epic', 'gog'][index % 3], endDate: soon }));
    const { markup, direction, emoji } = HOSTILE;
    const attack = draft({
      title: markup + direction,
      description: emoji,
      provider: direction,
      image: 'https://other.example/a.png',
    });
    const { body } = await gateway.publish(key, attack);
    const { id, publisher } = (
      await gateway.graphql('query ($id: ID!) { listing(id: $id) { id publisher { id } } }', {
        id: body.listing.id,
      })
    ).body.data.listing;
    paths = [
      '/',
      '/?q=sea&platform=steam',
      `/listings/${id}`,
      `/listings/${id}/report`,
      `/publishers/${publisher.id}`,
      '/listings/lst_0',
    ];
  });

  it('let the browser load the manifest', async () => {
    const { page, errors } = await openPage(browser, gateway.url);
    await page.goto('/');
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.getAppManifest');
    expect(JSON.parse(data ?? '')).toMatchObject({ display: expect.any(String) });
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each(VARIANTS)('fit, are accessible, and load from this host only, on %s', async (_name, options) => {
    const watched = await openPage(browser, gateway.url, options);
    const { page, foreign, errors } = watched;
    for (const path of paths) {
      await page.goto(path);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
      // axe needs scripts.
      if (!('javaScriptEnabled' in options)) expect(await violationsOf(page)).toEqual([]);
    }
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('are laid out from right to left without overflow', async () => {
    const { page } = await openPage(browser, gateway.url, PHONE);
    for (const path of paths) {
      await page.goto(path);
      await page.evaluate("document.documentElement.dir = 'rtl'");
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
      const brand = await page.locator('.brand').boundingBox();
      expect((brand?.x ?? 0) + (brand?.width ?? 0)).toBeGreaterThan(300);
    }
    await page.context().close();
  });

  it.each([320, 390])('fit a window of %i pixels with letters of twice the size', async (width) => {
    const { page } = await openPage(browser, gateway.url, { viewport: { width, height: 700 } });
    const developers = ['/developers', '/developers/rest', '/developers/errors', '/developers/status'];
    for (const path of [...paths, '/giveaways', '/access', ...developers]) {
      await page.goto(path);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
    await page.context().close();
  });

  it.each(['en', 'de'])(
    'keep the sentence on times on one line at the foot of a desktop, in %s',
    async (lang) => {
      const { page } = await openPage(browser, gateway.url, { viewport: { width: 1280, height: 900 } });
      await page.goto(`/developers?lang=${lang}`);
      const lines = await page.evaluate<number>(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.bottom [data-reader-times]'));
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    })()`);
      expect(lines).toBe(1);
      await page.context().close();
    },
  );

  it("mark the present section, and keep covers readable, in colours of the reader's system and on paper", async () => {
    const { page } = await openPage(browser, gateway.url);
    await page.goto('/');
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
      );
    await page.emulateMedia({ forcedColors: 'active' });
    const current = await styleOf('.top nav [aria-current]', 'border-bottom-color');
    expect(await styleOf('.top nav a:not([aria-current])', 'border-bottom-color')).not.toBe(current);
    expect(await styleOf('.cover', 'background-image')).toBe('none');
    await page.emulateMedia({ forcedColors: 'none', media: 'print', colorScheme: 'dark' });
    expect(await styleOf('.top nav', 'display')).toBe('none');
    expect(await styleOf('.cover', 'background-image')).toBe('none');
    expect(await styleOf('.cover', 'color')).toBe(await styleOf('body', 'color'));
    expect(await styleOf('body', 'background-color')).toBe('rgb(255, 255, 255)');
    await page.context().close();
  });

  it('can be used by the keyboard alone: skip, search, open a listing', async () => {
    const { page } = await openPage(browser, gateway.url);
    await page.goto('/');
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('week sea');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=week\+sea/);
    await page.locator('.card h2 a').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/listings\//);
    expect(await page.locator('h1').textContent()).toBe('A week by the sea');
    await page.context().close();
  });

  it('show a text of a publisher as text, and run nothing of it', async () => {
    const { page } = await openPage(browser, gateway.url);
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await page.goto(paths[2] ?? '');
    expect(await page.locator('h1').textContent()).toBe(HOSTILE.markup + HOSTILE.direction);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(dialogs).toBe(0);
    await page.context().close();
  });
});
const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
