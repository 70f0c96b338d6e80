import { expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { draft, newEmail } from '../../../support/listings.ts';
import { describeInBrowser, overflowOf, violationsOf } from '../../support/browser.ts';
import { JOURNEY_MS, openBrowserAccess } from '../browser-access.ts';
import { withKeyboard } from '../browser-user.ts';
import { en } from '../../../../web/texts/en.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

jest.setTimeout(JOURNEY_MS);

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const ADDRESSES = [
  '/access/listings',
  '/access/listings?q=lantern&state=live&order=ending-soon',
  '/access/listings?q=nothing&state=hidden&legacy=yes&platform=boats',
  '/access/keys?order=name',
  '/access/keys?q=server&state=revoked',
  '/access/activity',
];

describeInBrowser('the tables of the area in Chromium', () => {
  const access = sharedByTests(openBrowserAccess);

  const fill = async (email: string) => {
    const { gateway } = access;
    const key = await gateway.createKey(email);
    for (let number = 0; number < 24; number += 1) {
      const title = number % 3 === 0 ? `A lantern of brass, number ${number}` : `A kite ${number}`;
      const endDate =
        number % 4 === 0 ? undefined : `20${number % 2 === 0 ? 20 : 40}-01-0${1 + (number % 9)}T00:00:00Z`;
      await gateway.publish(key, draft({ sourceExternalId: `summer-2026-${number}`, title, endDate }));
    }
    await gateway.withdraw(key, 'summer-2026-23');
  };

  it.each<[string, BrowserContextOptions]>([
    ['on a desktop, in English', { ...DESKTOP, locale: 'en-GB' }],
    ['on a phone, in German', { ...PHONE, locale: 'de-DE' }],
    ['on a phone without JavaScript', { ...PHONE, locale: 'en-GB', javaScriptEnabled: false }],
  ])('have no violation and are no wider than the window %s', async (_where, options) => {
    const email = newEmail();
    const { page } = await access.openSignedIn(email, options);
    await fill(email);
    for (const address of ADDRESSES) {
      await page.goto(address);
      if (options.javaScriptEnabled === false) continue;
      expect(await violationsOf(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    }
    await page.goto('/access/listings');
    await page.locator('[name=q]').fill('lantern');
    await page.locator('[name=state]').selectOption('live');
    await page.locator('.filter-bar button').click();
    await page.waitForURL('**q=lantern**');
    const titles = await page.locator('tbody th').allTextContents();
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(title).toContain('lantern');
  });

  it.each(['en-GB', 'de-DE'])(
    'have their filters and the button in one row on a desktop, with whole choices, in %s',
    async (locale) => {
      const email = newEmail();
      const { page } = await access.openSignedIn(email, { ...DESKTOP, locale });
      await access.gateway.publish(await access.gateway.createKey(email), draft());
      await page.goto('/access/listings');
      const bottoms = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.filter-bar :is(input, select, button)')].map(
          (each) => Math.round(each.getBoundingClientRect().bottom))`,
      );
      expect([bottoms.length, new Set(bottoms).size]).toEqual([6, 1]);
      // A select without a width is as wide as its longest text.
      const missing = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.filter-bar select')].map((select) => {
          const { width } = select.getBoundingClientRect();
          for (const option of select.querySelectorAll('option:not(:checked)')) option.remove();
          select.style.width = 'auto';
          return select.getBoundingClientRect().width - width;
        })`,
      );
      for (const pixels of missing) expect(pixels).toBeLessThan(1);
      await page.context().close();
    },
  );

  it('are sorted and searched by the keyboard alone', async () => {
    const email = newEmail();
    const { page } = await access.openSignedIn(email, { ...DESKTOP, locale: 'en-GB' });
    await fill(email);
    await page.goto('/access/listings');
    const user = withKeyboard(page);
    await user.enter('q', 'lantern');
    await page.keyboard.press('Enter');
    await page.waitForURL('**q=lantern**');
    await user.activate(`${en.access.fields.endDate} ↕`);
    await page.waitForURL('**order=ending-soon**');
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('a[download]').first().click(),
    ]);
    expect(download.suggestedFilename()).toBe('listings.csv');
  });
});
