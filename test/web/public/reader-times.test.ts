import { beforeAll, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { describeInBrowser, sharedBrowser, openPage } from '../support/browser.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

describeInBrowser('Times of a page in Chromium', () => {
  const gateway = sharedByTests(startGateway);
  const browser = sharedBrowser();
  let path: string;
  beforeAll(async () => {
    const key = await gateway.createKey();
    const { body } = await gateway.publish(key, draft({ endDate: '2036-06-30T20:00:00Z' }));
    path = `/listings/${body.listing.id}`;
  });

  const timesIn = async (options: object) => {
    const { page, errors } = await openPage(browser, gateway.url, options);
    await page.goto(path);
    const end = page.locator('dl time').first();
    const shown = {
      end: await end.textContent(),
      note: await page.locator('[data-reader-times]').textContent(),
    };
    expect(errors).toEqual([]);
    await page.context().close();
    return shown;
  };

  it('are in the zone of the reader, with UTC beside them', async () => {
    expect(await timesIn({ timezoneId: 'Asia/Tokyo' })).toEqual({
      end: '1 Jul 2036, 05:00 GMT+9 (20:00 UTC)',
      note: 'Times are in your zone, with UTC in brackets.',
    });
    const german = await timesIn({ timezoneId: 'Europe/Berlin', locale: 'de-DE' });
    expect(german.end).toBe('30. Juni 2036, 22:00 MESZ (20:00 UTC)');
  });

  it.each([{ timezoneId: 'UTC' }, { timezoneId: 'Asia/Tokyo', javaScriptEnabled: false }])(
    'are in UTC with %j',
    async (options) => {
      expect(await timesIn(options)).toEqual({ end: '30 Jun 2036, 20:00 UTC', note: 'All times are UTC.' });
    },
  );
});
