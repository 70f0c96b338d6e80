import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { hiddenField, openBrowser, type ShownPage } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ RATE_LIMIT: 'off' }));

const PATH = '/access/profile';
const PROFILE = {
  name: 'Lantern <b>Road</b>',
  text: 'A small\nstudio.',
  links: 'https://publisher.example/\r\n\r\nhttps://publisher.example/about\r\n',
};
const LINKS = ['https://publisher.example/', 'https://publisher.example/about'];
const seenIn = (page: ShownPage) => ({
  seenName: hiddenField(page, 'seenName'),
  seenText: hiddenField(page, 'seenText'),
  seenLinks: [...page.html.matchAll(/name="seenLinks" value="([^"]*)"/g)].map(([, link = '']) => link),
});
const browser = openBrowser(gateway);
let address: string;
beforeEach(async () => {
  address = newEmail();
  await browser.signIn(address);
});

describe('The form of the profile', () => {
  it('saves what the publisher page, the listing and its card then show', async () => {
    const saved = await browser.post(PATH, PROFILE);
    expect([saved.status, saved.location]).toEqual([303, `${PATH}?done=saved`]);

    const form = await browser.get(saved.location);
    expect(form.html).toContain('value="Lantern &lt;b&gt;Road&lt;/b&gt;"');
    expect(form.html).toContain('https://publisher.example/\nhttps://publisher.example/about</textarea>');
    const path = /href="(\/publishers\/pub_\w+)"/.exec(form.html)?.[1] ?? '';
    const { body } = await gateway.publish(
      await gateway.createKey(address),
      draft({ title: 'Ten lanterns' }),
    );
    const page = async (at: string) => (await fetch(`${gateway.url}${at}`)).text();
    const publisher = await eventually(
      () => page(path),
      (html) => html.includes('Ten lanterns'),
    );
    expect(publisher).toContain('<h1><bdi>Lantern &lt;b&gt;Road&lt;/b&gt;</bdi></h1>');
    expect(publisher).toContain(
      '<a href="https://publisher.example/about" rel="nofollow ugc noopener noreferrer">',
    );
    expect(publisher).toContain('1 published giveaway');
    expect(publisher).not.toContain('<code>pub_');
    const listing = await page(`/listings/${body.listing.id}`);
    expect(listing).toContain(`<a href="${path}"><bdi>Lantern &lt;b&gt;Road&lt;/b&gt;</bdi></a>`);
    const feed = await eventually(
      () => page('/'),
      (html) => html.includes('Ten lanterns'),
    );
    expect(feed).toContain('<span>Published by <bdi>Lantern &lt;b&gt;Road&lt;/b&gt;</bdi></span>');
  });

  it('shows what is wrong beside what was entered', async () => {
    const refused = await browser.post(`${PATH}?lang=de`, { ...PROFILE, links: 'http://publisher.example/' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('id="links-error"');
    expect(refused.html).toContain('muss eine vollständige https-Adresse sein');
    expect(refused.html).toContain('http://publisher.example/</textarea>');
    expect((await browser.get(PATH)).html).not.toContain('Lantern');
  });

  it('replaces no profile that another tab has saved meanwhile, until it is sent again', async () => {
    const seen = seenIn(await browser.get(PATH));
    const first = { ...PROFILE, name: 'Lantern Road', ...seen };
    expect((await browser.post(PATH, first)).status).toBe(303);
    // A second click.
    expect((await browser.post(PATH, first)).status).toBe(303);

    const late = await browser.post(`${PATH}?lang=de`, { ...PROFILE, name: 'Late', links: '', ...seen });
    expect(late.status).toBe(409);
    expect(late.html).toContain('Das Profil wurde inzwischen geändert, und nichts wurde gespeichert.');
    expect(late.html).toContain('Öffentlicher Name: <bdi>Lantern Road</bdi>');
    expect(late.html).toContain('value="Late"');
    expect((await browser.get(PATH)).html).toContain('value="Lantern Road"');

    const again = { ...PROFILE, name: 'Late', links: '', ...seenIn(late) };
    expect((await browser.post(PATH, again)).status).toBe(303);
    expect((await browser.get(PATH)).html).toContain('value="Late"');
  });

  it('replaces no profile of another tab either when it is shown again after another error', async () => {
    await browser.post(PATH, PROFILE);
    const opened = await browser.get(PATH);
    const seen = { seenName: 'Lantern <b>Road</b>', seenText: PROFILE.text, seenLinks: LINKS };
    expect(hiddenField(opened, 'seenName')).toBe('Lantern &lt;b&gt;Road&lt;/b&gt;');
    await browser.post(PATH, { ...PROFILE, name: 'Of another tab' });
    const refused = await browser.post(PATH, { ...PROFILE, ...seen, links: 'http://publisher.example/' });
    expect(refused.status).toBe(400);
    expect(seenIn(refused)).toEqual(seenIn(opened));
    expect((await browser.post(PATH, { ...PROFILE, ...seen, name: 'Late' })).status).toBe(409);
  });

  it('is saved without what it was opened with, as on a page of the release before', async () => {
    await browser.post(PATH, PROFILE);
    expect((await browser.post(PATH, { ...PROFILE, name: 'Another' })).status).toBe(303);
  });
});
