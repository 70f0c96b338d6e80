import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startNameServer } from '../../support/dns/name-server.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { hiddenField, openBrowser } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const names = sharedByTests(startNameServer);
const gateway = sharedByTests(() => startGateway({ DOMAIN_CHECKS: 'on', DOMAIN_DNS_SERVERS: names.address }));

const PATH = '/access/profile/domain';
const browser = openBrowser(gateway);
let address: string;
let name: string;
beforeEach(async () => {
  address = newEmail();
  name = `${randomUUID()}.example.org`;
  await browser.signIn(address);
});

const claim = (domain = name, path = PATH) => browser.post(path, { do: 'claim', domain });
const check = (path = PATH) => browser.post(path, { do: 'check' });
const proofOf = (html: string) => /<code id="proof">([^<]+)</.exec(html)?.[1] ?? '';
async function prove(): Promise<void> {
  await claim();
  names.zone.set(`_giveaways.${name}`, { TXT: [proofOf((await browser.get(PATH)).html)] });
  await check();
}
const page = async (path: string) => (await fetch(`${gateway.url}${path}`)).text();
const publish = async (title: string, landingUrl: string): Promise<string> => {
  const { body } = await gateway.publish(await gateway.createKey(address), draft({ title, landingUrl }));
  return `/listings/${body.listing.id}`;
};
const MARK = '<span class="elsewhere">Leads to another site than the publisher';

describe('The form of the domain', () => {
  it('claims a domain, says what the check found, and then that it is proven', async () => {
    expect((await browser.get('/access/profile')).html).toContain(`href="${PATH}"`);
    const claimed = await claim(name.toUpperCase());
    expect([claimed.status, claimed.location]).toEqual([303, `${PATH}?done=claimed`]);
    const { html } = await browser.get(claimed.location);
    expect(proofOf(html)).toMatch(/^giveaways-domain=dom_\w{32}$/);
    expect(html).toContain(`<code>_giveaways.${name}</code>`);
    expect(html).toContain(`<code>https://${name}/.well-known/giveaways-domain.txt</code>`);

    names.zone.set(`_giveaways.${name}`, { TXT: ['<b>other</b>'] });
    const failed = await browser.get((await check()).location);
    expect(failed.html).toContain('TXT record: another text is there (<bdi>&lt;b&gt;other&lt;/b&gt;</bdi>)');
    expect(failed.html).toContain('File: nothing is there (<bdi>ENOTFOUND</bdi>)');

    names.zone.set(`_giveaways.${name}`, { TXT: [proofOf(html)] });
    const proven = await browser.get(`${(await check()).location}&lang=de`);
    expect(proven.html).toContain('Die Domain ist nachgewiesen.');
    expect(proven.html).toContain(`<bdi>${name}</bdi>, nachgewiesen seit <time`);
    expect((await browser.get('/access/profile')).html).toContain(`<bdi>${name}</bdi>, proven since <time`);

    const removed = await browser.post(PATH, { do: 'remove' });
    expect(removed.location).toBe(`${PATH}?done=removed`);
    expect((await browser.get(removed.location)).html).not.toContain(name);
  });

  it.each([{}, { do: 'dance' }, { do: ['claim', 'remove'] }])(
    'changes nothing by the form %j, whose action nobody knows, and says what to name',
    async (action) => {
      const { status, html } = await browser.post(PATH, { ...action, domain: name });
      expect([status, html.includes('must name one of these values, once: claim, check, remove.')]).toEqual([
        400,
        true,
      ]);
      expect(html).toContain(`value="${name}"`);
      expect((await browser.get(PATH)).html).not.toContain(name);
    },
  );

  it('neither replaces nor removes a domain that another tab has claimed meanwhile', async () => {
    const seenDomain = hiddenField(await browser.get(PATH), 'seenDomain');
    await claim();
    const late = await browser.post(PATH, { do: 'claim', domain: `late.${name}`, seenDomain });
    expect(late.status).toBe(409);
    expect(late.html).toContain('The domain was changed meanwhile, and nothing was done.');
    expect(late.html).toContain(`value="late.${name}"`);
    // A second click.
    expect((await browser.post(PATH, { do: 'claim', domain: name, seenDomain })).status).toBe(303);

    const opened = { do: 'remove', seenDomain: hiddenField(await browser.get(PATH), 'seenDomain') };
    await claim(`other.${name}`);
    expect((await browser.post(PATH, opened)).status).toBe(409);
    const { html } = await browser.get(PATH);
    expect(html).toContain(`<bdi>other.${name}</bdi>`);
    const present = { do: 'remove', seenDomain: `other.${name}` };
    for (let click = 0; click < 2; click += 1)
      expect((await browser.post(PATH, present)).location).toBe(`${PATH}?done=removed`);
  });

  it('shows what is wrong beside what was entered', async () => {
    const refused = await claim('https://publisher.example/"<', `${PATH}?lang=de`);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('ist kein Name einer Domain');
    expect(refused.html).toContain('value="https://publisher.example/&quot;&lt;"');
  });

  it('replaces no domain of another tab when it is shown again after another error', async () => {
    const seenDomain = hiddenField(await browser.get(PATH), 'seenDomain');
    await claim();
    const refused = await browser.post(PATH, { do: 'claim', domain: 'no domain', seenDomain });
    expect([refused.status, refused.html.match(/name="seenDomain" value="[^"]*"/g)]).toEqual([
      400,
      // To remove the domain that the page shows, and to claim one in place of none.
      [`name="seenDomain" value="${name}"`, 'name="seenDomain" value=""'],
    ]);
  });

  it('says that the checks are off where they are', async () => {
    const off = await startGateway();
    try {
      const visitor = openBrowser(off);
      await visitor.signIn(newEmail());
      const { html } = await visitor.get(PATH);
      expect(html).toContain('This service checks no domains at the moment');
      expect(html).not.toContain('name="domain"');
      const refused = await visitor.post(PATH, { do: 'claim', domain: name });
      expect(refused.html).toContain('This service checks no domains');
    } finally {
      await off.stop();
    }
  });
});

describe('A proven domain', () => {
  it('is named on the pages of its publisher and its listings', async () => {
    const path = await publish('Ten lanterns', `https://${name}/ten`);
    expect(await page(path)).not.toContain('Proven domain');
    await prove();
    const listing = await eventually(
      () => page(path),
      (html) => html.includes('Proven domain'),
    );
    expect(listing).toContain(`<bdi>${name}</bdi>, proven since <time`);
    const publisher = /href="(\/publishers\/pub_\w+)"/.exec(listing)?.[1] ?? '';
    expect(await page(publisher)).toContain(`Proven domain: <bdi>${name}</bdi>, proven since <time`);
  });

  it('is not said to be all right once a check does not find its text', async () => {
    await prove();
    expect((await browser.get(PATH)).html).toContain('Leave the text where it is');
    names.zone.set(`_giveaways.${name}`, { TXT: ['other'] });
    await check();
    const { html } = await browser.get(PATH);
    expect(html).toContain('No check has found the text since <time');
    expect(html).not.toContain('Leave the text where it is');
  });

  it('marks the listings of its publisher that lead to another site, and no others', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const own = await publish(`${word} own`, `https://${name}/`);
    const below = await publish(`${word} below`, `https://shop.${name.toUpperCase()}./`);
    const elsewhere = await publish(`${word} elsewhere`, `https://not-${name}/`);
    const port = await publish(`${word} disguised`, `https://${name}.example.net/${name}`);
    expect(await page(elsewhere)).not.toContain(MARK);
    await prove();
    const marked = async () => {
      const pages = await Promise.all([own, below, elsewhere, port].map(page));
      return pages.map((html) => html.includes(MARK));
    };
    expect(await eventually(marked, (all) => all.includes(true))).toEqual([false, false, true, true]);
    const cards = await eventually(
      () => page(`/?search=${word}`),
      (html) => html.includes(MARK),
    );
    const marks = cards.split('<article').filter((card) => card.includes(MARK));
    const titles = marks.map((card) => /(\w+)<\/bdi><\/a><\/h2>/.exec(card)?.[1]);
    expect(new Set(titles)).toEqual(new Set(['disguised', 'elsewhere']));
  });
});
