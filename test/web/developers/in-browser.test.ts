import { expect, it, jest } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { describeInBrowser, sharedBrowser, openPage, overflowOf, violationsOf } from '../support/browser.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(300_000);

const PATHS = ['/developers', '/developers/rest', '/developers/errors', '/developers/status'];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const VARIANTS = [
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['a phone in the dark, in German', { ...PHONE, colorScheme: 'dark', locale: 'de-DE' }],
  ['a phone without JavaScript', { ...PHONE, javaScriptEnabled: false }],
] as const;
/**
 * Removes the endpoints of the REST reference in which every element has the tags and classes of an element of an earlier endpoint, so
 * that it is styled alike: axe reads them all in the first variant, and takes most of the time of this suite for them.
 */
const REMOVE_REPEATED = `{
  const seen = new Set();
  const pathOf = (element) =>
    element.matches('.endpoint') ? '' : pathOf(element.parentElement) + '>' + element.tagName + '.' + element.className;
  for (const endpoint of document.querySelectorAll('.endpoint')) {
    const paths = [...endpoint.querySelectorAll('*')].map(pathOf);
    if (paths.every((path) => seen.has(path))) endpoint.remove();
    for (const path of paths) seen.add(path);
  }
}`;

describeInBrowser('The pages for developers in Chromium', () => {
  const gateway = sharedByTests(startGateway);
  const browser = sharedBrowser();

  it.each(VARIANTS)('fit, are accessible, and load from this host only, on %s', async (_name, options) => {
    const { page, foreign, errors } = await openPage(browser, gateway.url, options);
    for (const path of PATHS) {
      await page.goto(path);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
      // axe needs scripts.
      if ('javaScriptEnabled' in options) continue;
      if ('colorScheme' in options) await page.evaluate(REMOVE_REPEATED);
      expect(await violationsOf(page)).toEqual([]);
    }
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each([
    [1920, 4],
    [1280, 3],
    [768, 2],
    [390, 1],
  ])('show the parts of the service in a window of %i pixels in %i columns', async (width, columns) => {
    const { page } = await openPage(browser, gateway.url, { viewport: { width, height: 900 } });
    await page.goto('/developers/status');
    const countColumns = () =>
      page.evaluate<number>(
        "new Set([...document.querySelectorAll('.part')].map((part) => part.getBoundingClientRect().left)).size",
      );
    expect(await countColumns()).toBe(columns);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.part').first().isVisible()).toBe(true);
    expect(await overflowOf(page)).toBe(0);
    await page.context().close();
  });

  it('fit on paper', async () => {
    const { page } = await openPage(browser, gateway.url, { viewport: { width: 760, height: 1_075 } });
    await page.emulateMedia({ media: 'print' });
    for (const path of PATHS) {
      await page.goto(path);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
    await page.context().close();
  });

  it('copy a command by the keyboard', async () => {
    const { page } = await openPage(browser, gateway.url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/developers');
    await page.locator('pre:has(#publish)').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await page.locator('#publish').textContent());
    expect(copied).toMatch(/^curl http:\/\/localhost:4000\/api\/v1\/giveaways/);
    await page.context().close();
  });

  it('have text to select instead of buttons without JavaScript', async () => {
    const { page } = await openPage(browser, gateway.url, { javaScriptEnabled: false });
    await page.goto('/developers');
    expect(await page.locator('button').count()).toBe(0);
    expect(await page.locator('pre code').count()).toBeGreaterThan(10);
    await page.context().close();
  });
});
