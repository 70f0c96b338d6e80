import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { openBrowser, type Browser } from './access/access-site.ts';

let gateway: Gateway;
let browser: Browser;
beforeAll(async () => {
  gateway = await startGateway();
  browser = openBrowser(gateway);
  await browser.signIn(newEmail());
  for (const path of PAGES) expect((await browser.get(path)).status).toBe(200);
  // What the pages read is gone: their queries fail without another reason.
  await gateway.onDatabase((em) => em.execute('alter table listing rename to listing_gone'));
});
afterAll(() => gateway.stop());

const PAGES = ['/?lang=en', '/access/listings?lang=en'];

it.each(PAGES)(
  'the page %s of a failed query shows the id of the request, as log and header do',
  async (path) => {
    const { status, headers, html } = await browser.get(`${path}&q=again`);
    expect(status).toBe(500);
    const id = headers.get('x-request-id') ?? '';
    expect(id).toMatch(/^[\w-]{8,}$/);
    expect(html).toContain(`Request <code>${id}</code>`);
    // A page makes several queries.
    expect(
      gateway.log.filter((line) => line.includes(id) && line.includes('request failed')).length,
    ).toBeGreaterThanOrEqual(1);
  },
);
