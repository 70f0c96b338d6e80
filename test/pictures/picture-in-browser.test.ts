import { expect, it, jest } from '@jest/globals';
import { access as english } from '../../web/texts/en/access.ts';
import { newEmail } from '../support/listings.ts';
import { JOURNEY_MS, openBrowserAccess } from '../web/access/browser-access.ts';
import { withPointer } from '../web/access/browser-user.ts';
import { describeInBrowser, overflowOf, violationsOf } from '../web/support/browser.ts';
import { photo } from './support/images.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(JOURNEY_MS);

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LOADED = `[...document.images].filter((image) => image.src.includes('/pictures/')).map((image) => image.naturalWidth)`;

describeInBrowser('A picture in Chromium', () => {
  const access = sharedByTests(openBrowserAccess);

  it.each([
    ['in a browser', {}],
    ['on a phone without JavaScript', { ...PHONE, javaScriptEnabled: false }],
  ] as const)('is published by the form, and seen by a visitor, %s', async (how, options) => {
    const hasScripts = !('javaScriptEnabled' in options);
    const title = `A lantern ${how}`;
    const publisher = await access.open(options);
    const user = withPointer(publisher.page);
    await publisher.page.goto('/access/sign-in');
    await access.signIn(user, newEmail());
    await user.arrive(english.tabs.keys);
    await publisher.page.goto('/access/listings/new');
    for (const [field, text] of Object.entries({
      title,
      description: 'Free to enter.',
      landingUrl: 'https://publisher.example/lantern',
    }))
      await user.enter(field, text);
    const buffer = await photo(800, 500).jpeg().toBuffer();
    await publisher.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await user.activate(english.preview);
    await publisher.page.locator('img.picture').waitFor();
    if (hasScripts) expect(await violationsOf(publisher.page)).toEqual([]);
    expect(await overflowOf(publisher.page)).toBe(0);
    await user.activate(english.publish);
    await publisher.page.getByText(english.published).waitFor();
    expect([...publisher.foreign, ...publisher.errors]).toEqual([]);

    const visitor = await access.open(options);
    await visitor.page.goto('/');
    const card = visitor.page.locator('article.card', { hasText: title });
    await card.locator('img').waitFor();
    await card.locator('h2 a').click();
    await visitor.page.locator('.listing-head img').waitFor();
    if (hasScripts) {
      await visitor.page.waitForLoadState('load');
      expect(await visitor.page.evaluate<number[]>(LOADED)).toEqual([expect.any(Number)]);
      expect(await visitor.page.evaluate<number[]>(LOADED)).not.toContain(0);
      expect(await violationsOf(visitor.page)).toEqual([]);
    }
    expect(await overflowOf(visitor.page)).toBe(0);
    expect([...visitor.foreign, ...visitor.errors]).toEqual([]);
  });
});
