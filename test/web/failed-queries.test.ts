import { beforeAll, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { LISTING, openBrowser } from './access/access-site.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
const browser = openBrowser(gateway);
beforeAll(async () => {
  await browser.signIn(newEmail());
  for (const path of PAGES) expect((await browser.get(path)).status).toBe(200);
  // What the pages read is gone: their queries fail without another reason.
  await gateway.onDatabase((em) => em.execute('alter table listing rename to listing_gone'));
});

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

it.each([
  ['shown again with its errors', 'new'],
  ['kept to be sent again', `edit?listing=lst_none`],
])('a form that meets a failure, %s, shows the id of the request', async (_how, page) => {
  const form = { ...LISTING, action: 'publish' };
  const { status, headers, html } = await browser.post(`/access/listings/${page}`, form);
  expect(status).toBe(500);
  expect(html).toContain(`value="${LISTING.landingUrl}"`);
  expect(html).toContain(`Request <code>${headers.get('x-request-id')}</code>`);
});

it('a form that is refused shows no id of a request', async () => {
  const { status, html } = await browser.post('/access/listings/new', {
    ...LISTING,
    title: '',
    action: 'publish',
  });
  expect([status, html]).toEqual([400, expect.not.stringContaining('Request <code>')]);
});
