import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { newEmail } from '../../../support/listings.ts';
import { listingsIn, seenOf, hiddenField, LISTING, openBrowser } from '../access-site.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
const owner = openBrowser(gateway);
const email = newEmail();
beforeAll(() => owner.signIn(email));

describe('the form of a listing', () => {
  const signedIn = async () => {
    const browser = openBrowser(gateway);
    await browser.signIn(newEmail());
    return browser;
  };
  const form = { ...LISTING, title: 'The first', action: 'publish' };
  const UNTIL = /<input[^>]*type="datetime-local"[^>]*value="([^"]*)"/;
  const ID = /<input[^>]*id="sourceExternalId"[^>]*>/;
  const ZONE = /<option selected="">([^<]*)/;

  it.each([
    ['2031-07-02T03:04', 'Europe/Berlin', '2031-07-02T01:04'],
    ['2031-01-02T03:04:05', 'Europe/Berlin', '2031-01-02T02:04:05'],
    ['2031-01-02T03:04', 'America/St_Johns', '2031-01-02T06:34'],
    ['2031-01-02T03:04', 'Pacific/Kiritimati', '2031-01-01T13:04'],
    ['2031-01-02T03:04:00Z', 'Europe/Berlin', '2031-01-02T03:04'],
  ])('ends at %s in %s, which is %s in UTC', async (endDate, endZone, shown) => {
    const browser = await signedIn();
    const preview = await browser.post('/access/listings/new', {
      ...form,
      endDate,
      endZone,
      action: 'preview',
    });
    const isInstant = endDate.endsWith('Z');
    expect([UNTIL, ZONE].map((pattern) => pattern.exec(preview.html)?.[1])).toEqual(
      isInstant ? [shown, 'UTC'] : [endDate, endZone],
    );
    expect((await browser.post('/access/listings/new', { ...form, endDate, endZone })).status).toBe(303);
    const [id = ''] = listingsIn((await browser.get('/access/listings')).html);
    const { html } = await browser.get(`/access/listings/edit?listing=${id}`);
    expect([UNTIL, ZONE].map((pattern) => pattern.exec(html)?.[1])).toEqual([shown, 'UTC']);
  });

  it('a listing with an end in a zone that does not exist is refused at the end', async () => {
    const end = { endDate: '2031-01-02T03:04', endZone: 'Europe/Atlantis' };
    const { status, html } = await owner.post('/access/listings/new?lang=de', { ...form, ...end });
    expect([status, html]).toEqual([400, expect.stringContaining('<a href="#endDate">')]);
    expect(html).toContain('value="2031-01-02T03:04"');
  });

  it('without an ID gets one, which stays the same when the form is sent again', async () => {
    const browser = await signedIn();
    const page = await browser.get('/access/listings/new');
    const newId = hiddenField(page, 'newId');
    expect(ID.exec(page.html)?.[0]).not.toContain('required');
    const unnamed = { ...form, newId, sourceExternalId: ' ' };
    for (let click = 0; click < 2; click += 1)
      expect((await browser.post('/access/listings/new', unnamed)).status).toBe(303);
    const list = await browser.get('/access/listings');
    expect(listingsIn(list.html)).toHaveLength(1);
    expect(list.html).toContain(newId);
    const other = hiddenField(await browser.get('/access/listings/new'), 'newId');
    expect(other).not.toBe(newId);
  });

  it('cannot lose its ID when it is changed', async () => {
    const browser = await signedIn();
    await browser.post('/access/listings/new', form);
    const [id = ''] = listingsIn((await browser.get('/access/listings')).html);
    const path = `/access/listings/edit?listing=${id}`;
    const page = await browser.get(path);
    expect(ID.exec(page.html)?.[0]).toContain('required');
    const { status, html } = await browser.post(path, { ...form, ...seenOf(page), sourceExternalId: '' });
    expect([status, html]).toEqual([400, expect.stringContaining('<a href="#sourceExternalId">')]);
  });

  it('is duplicated: all but the ID is filled in, and the first one stays', async () => {
    const browser = await signedIn();
    await browser.post('/access/listings/new', { ...form, endDate: '2031-01-02T03:04' });
    const list = await browser.get('/access/listings');
    const [id = ''] = listingsIn(list.html);
    const path = `/access/listings/new?from=${id}`;
    expect(list.html).toContain(`href="${path}"`);
    const page = await browser.get(path);
    expect(page.html).toContain('value="The first"');
    expect(UNTIL.exec(page.html)?.[1]).toBe('2031-01-02T03:04');
    expect(ID.exec(page.html)?.[0]).toContain('value=""');
    expect(seenOf(page)).toEqual({ seenId: '', seenVersion: '' });
    const copy = { ...form, newId: hiddenField(page, 'newId'), sourceExternalId: '', title: 'The copy' };
    const sent = await browser.post(path, copy);
    expect([sent.status, sent.location]).toEqual([303, '/access/listings?done=published']);
    const { html } = await browser.get('/access/listings');
    for (const shown of ['The first', 'The copy']) expect(html).toContain(shown);
  });

  it('a listing that has ended is duplicated without its end, and that of another account not at all', async () => {
    const browser = await signedIn();
    await browser.post('/access/listings/new', { ...form, endDate: '2020-01-02T03:04' });
    const [id = ''] = listingsIn((await browser.get('/access/listings')).html);
    const path = `/access/listings/new?from=${id}`;
    expect(UNTIL.exec((await browser.get(path)).html)?.[1]).toBe('');
    expect((await owner.get(path)).status).toBe(404);
  });
});
