import { expect, it, jest } from '@jest/globals';
import { access as english } from '../../../../web/texts/en/access.ts';
import { newEmail } from '../../../support/listings.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { JOURNEY_MS, openBrowserAccess } from '../browser-access.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

jest.setTimeout(JOURNEY_MS);

/** All texts have characters that inputs of one line leave out, or that pages show in another form. */
const LISTING = {
  sourceExternalId: 'summer\n\u00012027',
  title: 'Ten\nlanterns\u0085',
  description: '\u0008Free\n\nto enter. </textarea>',
  landingUrl: 'https://b\u00fccher.example/%zz?a=1&b=%22',
  provider: 'Lantern\nRoad',
  image: 'https://b\u00fccher.example/\u00fc.png',
  platform: 'Web\n&amp; app',
  worth: '5 \u20ac\neach',
  instructions: 'One\u2028two\tthree',
  endDate: '2031-08-31T18:00:07Z',
};

describeInBrowser('The form of a listing in Chromium', () => {
  const access = sharedByTests(openBrowserAccess);

  it.each([
    ['with', true],
    ['without', false],
  ])(
    'changes nothing of a listing when it is sent as it was opened, %s JavaScript',
    async (_name, javaScriptEnabled) => {
      const email = newEmail();
      const { gateway } = access;
      const key = await gateway.createKey(email);
      const { listing } = (await gateway.publish(key, LISTING)).body;
      const { page } = await access.openSignedIn(email, { javaScriptEnabled, timezoneId: 'Asia/Tokyo' });

      await page.goto(`/access/listings/edit?listing=${listing.id}`);
      await page.locator('main button', { hasText: english.publish }).click();
      await page.waitForURL(/done=published/);

      const { listings } = (await gateway.rest('GET', '/api/v1/giveaways', { key })).body;
      expect(listings).toEqual([{ ...listing, updatedAt: expect.any(String) }]);
      await page.context().close();
    },
  );
});
