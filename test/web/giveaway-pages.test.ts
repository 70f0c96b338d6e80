import { beforeAll, describe, expect, it } from '@jest/globals';
import { PLACES, seedPlaces } from '../support/database/places.ts';
import {
  DRAWN,
  giveawayIdOf,
  giveawayRow,
  hashOf,
  insert,
  roundRow,
  WALLETS,
} from '../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { describeInBrowser, launchBrowser, openPage } from './support/browser.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const HOSTILE = '<script>alert(1)</script>\u202Eevil';

const gateway = sharedByTests(startGateway);
beforeAll(async () => {
  await gateway.onDatabase(async (em) => {
    await seedSummer(em);
    await insert(em, 'provider', [
      { id: 'prv_1', name: HOSTILE, chain_key: hashOf(7_001), created_at: '2026-01-01T00:00:00Z' },
    ]);
  });
});

const idOf = (name: keyof typeof SUMMER) => giveawayIdOf(SUMMER[name]);
const get = (path: string) => fetch(`${gateway.url}${path}`, { headers: { 'accept-language': 'en' } });
async function show(path: string): Promise<string> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return response.text();
}

describe('the list of giveaways', () => {
  it.each([
    ['/giveaways', ['drawn', 'carried', 'cut', 'later', 'empty', 'endless']],
    ['/giveaways?state=running', ['carried', 'endless']],
    ['/giveaways?state=scheduled', ['later']],
    ['/giveaways?q=bicycle', ['drawn']],
    [`/giveaways?provider=${hashOf(7_001)}&state=ended`, ['drawn', 'cut', 'empty']],
    ['/giveaways?q=nothing+like+this', []],
  ] as const)('%s shows those that match', async (path, expected) => {
    const page = await show(path);
    const shown = Object.keys(SUMMER).filter((name) => page.includes(`/giveaways/${idOf(name as never)}"`));
    expect(shown).toEqual(expected);
  });

  it('shows the names of providers as text', async () => {
    const page = await show('/giveaways');
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;\u202Eevil</bdi>');
  });

  it('advises to remove a choice when nothing matches', async () => {
    expect(await show('/giveaways?q=nothing+like+this')).toContain('No giveaway matches');
  });

  it('refuses a cursor that is none', async () => {
    expect((await get('/giveaways?after=nothing')).status).toBe(400);
  });
});

describe('a list of a new installation', () => {
  const empty = sharedByTests(startGateway);
  const showEmpty = async (path: string) => (await fetch(`${empty.url}${path}`)).text();

  it.each([
    ['/', 'No open giveaway is published here yet'],
    ['/?order=newest', 'No open giveaway is published here yet'],
    ['/?lang=de', 'Hier ist noch kein offenes Gewinnspiel veröffentlicht'],
    ['/giveaways', 'No giveaway was created on the chain yet'],
    ['/giveaways?lang=de', 'Auf der Chain ist noch keine Verlosung angelegt'],
  ])('%s says that there is nothing yet, and where to begin', async (path, empty) => {
    const page = await showEmpty(path);
    expect(page).toContain(empty);
    expect(page).toMatch(/npm run demo\..*<a class="button" href="\/developers/s);
  });

  it.each([
    '/?q=a',
    '/?platform=steam',
    '/?verified=1',
    '/?ends=day',
    '/giveaways?state=ended',
    '/giveaways?ends=week',
  ])('%s advises to remove the filter', async (path) => {
    expect(await showEmpty(path)).toContain('No giveaway matches');
  });
});

describe('the page of a giveaway', () => {
  it('shows its rules in words and its rounds', async () => {
    const page = await show(`/giveaways/${idOf('carried')}`);
    expect(page).toContain('A round opens every 7 days');
    expect(page).toContain('Entries of earlier rounds also count in later ones.');
    expect(page).toContain('the beacon of this installation signs 1 minute after the round closes');
    expect(page.match(/<li class="panel round">/g)).toHaveLength(6);
  });

  it.each([
    ['1', 'Passport 1: 4 entries in Round 1.'],
    ['140', 'Passport 140 never had entries here.'],
    ['999999', 'There is no such passport.'],
    [WALLETS[1], 'Passport 1: 4 entries in Round 1.'],
    [`0x${'12'.repeat(20)}`, 'This wallet holds no passport at present.'],
    ['me', 'This is neither a wallet address nor the number of a passport.'],
    ['"><script>', 'This is neither a wallet address nor the number of a passport.'],
  ])('answers whether %s took part', async (who, expected) => {
    const page = await show(`/giveaways/${idOf('carried')}?who=${encodeURIComponent(who)}`);
    expect(page).toContain(expected);
    expect(page).not.toContain('"><script>');
  });

  it('loads no script but the islands of times, of live updates and of the copied note, and connects to this site only', async () => {
    const response = await get(`/giveaways/${idOf('carried')}`);
    const scripts = [...(await response.text()).matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src);
    expect(scripts).toEqual([
      expect.stringMatching(/^\/assets\/reader-times-/),
      expect.stringMatching(/^\/assets\/live-giveaway-/),
      expect.stringMatching(/^\/assets\/copy-button-/),
    ]);
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self';");
  });

  it.each(['/giveaways/gwy_none', '/giveaways/1', `/giveaways/${giveawayIdOf(99)}/rounds/0`])(
    'is missing at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describeInBrowser('the page of a giveaway in Chromium', () => {
  it('has no heading without its form on paper, and keeps the response to a question', async () => {
    const browser = await launchBrowser();
    const { page } = await openPage(browser, gateway.url);
    await page.emulateMedia({ media: 'print' });
    const isShown = () => page.getByRole('heading', { name: 'Was my wallet or passport in?' }).isVisible();
    await page.goto(`/giveaways/${idOf('carried')}`);
    expect([await isShown(), await page.getByText('The rules').first().isVisible()]).toEqual([false, true]);
    await page.goto(`/giveaways/${idOf('carried')}?who=1`);
    expect([await isShown(), await page.getByText('Passport 1: 4 entries').isVisible()]).toEqual([
      true,
      true,
    ]);
    await browser.close();
  });

  it('has no introduction of the check in the browser on paper until the check has a result', async () => {
    const browser = await launchBrowser();
    const { page } = await openPage(browser, gateway.url);
    await page.goto(`/giveaways/${idOf('drawn')}/rounds/0`);
    const section = page.locator('section:has(> draw-check)');
    await section.locator('form').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await section.isVisible()).toBe(false);
    await page.evaluate(`document.querySelector('.check-result').append('VERIFIED')`);
    expect([await section.isVisible(), await section.locator('form').isVisible()]).toEqual([true, false]);
    await browser.close();
  });
});

describe('the page of a round', () => {
  const path = () => `/giveaways/${idOf('drawn')}/rounds/0`;

  it('shows the winner, the delivery and each step of the draw', async () => {
    const page = await show(path());
    expect(page).toContain('Ticket 4 of 10 · Passport 2');
    for (const value of ['1234', `0x${'ab'.repeat(48)}`, hashOf(772), hashOf(5_004)])
      expect(page).toContain(value);
    expect(page).toContain('Not checked yet.');
    expect(page).toContain(`property="og:image" content="`);
  });

  it('says why it is void: it has no entries, or its beacon stayed silent', async () => {
    const silent = 40;
    await gateway.onDatabase(async (em) => {
      await insert(em, 'giveaway', [giveawayRow(silent, { ...DRAWN, end_time: '2026-01-05T00:00:00Z' })]);
      const voided = { net_entries: 4, holders: 1, voided_at: '2026-02-06T00:00:00Z', voided_block: 88 };
      await insert(em, 'giveaway_round', [roundRow(silent, 0, voided)]);
    });
    const page = await show(`/giveaways/${giveawayIdOf(silent)}/rounds/0`);
    expect(page).toContain('Void: silent beacon');
    expect(page).toContain('The beacon stayed silent for 30 days.');
    expect(page).not.toMatch(/closed without entries|no entries/);
    const empty = await show(`/giveaways/${idOf('empty')}/rounds/0`);
    expect(empty).toContain('Void: no entries');
    expect(empty).toContain('This round closed without entries');
  });

  it('names the beacon of the installation on a test chain, and not drand', async () => {
    const page = await show(path());
    expect(page).toContain('The beacon that is named has the same signature');
    expect(page).toContain('the draw proves nothing to others');
    expect(page).not.toContain('drand');
  });

  it('lets its scripts connect to a node of the reader, and only its own', async () => {
    const policyOf = async (target: string) => (await get(target)).headers.get('content-security-policy');
    expect(await policyOf(path())).toContain(
      "connect-src 'self' https: http://localhost:* http://127.0.0.1:*;",
    );
    expect(await policyOf(`/giveaways/${idOf('endless')}/rounds/0`)).toContain("connect-src 'self';");
  });

  it('has its proof as a file, which needs the chain', async () => {
    const response = await get(`${path()}/proof.json`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    expect((await get(`/giveaways/${idOf('endless')}/rounds/0/proof.json`)).status).toBe(404);
  });

  it('has an image for shared links', async () => {
    const response = await get(`${path()}/image.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
  });

  it.each(['00', '-1', '2147483648', '1e3', '7'])('is missing for the number %s', async (number) => {
    expect((await get(`/giveaways/${idOf('drawn')}/rounds/${number}`)).status).toBe(404);
  });
});

describe('the page of a passport', () => {
  it('shows its owner, entries, wins and transfers', async () => {
    const page = await show('/passports/1?lang=de');
    expect(page).toContain('<html lang="de"');
    expect(page).toContain('Übrige Übertragungen');
    expect(page).toContain(`/giveaways/${idOf('cut')}/rounds/1`);
    expect(page).toContain(WALLETS[3]);
  });

  it('shows the place of each win, and the delivery of that place', async () => {
    await gateway.onDatabase(seedPlaces);
    const wins = (await show('/passports/1?lang=de')).split('id="wins"')[1]?.split('</section>')[0] ?? '';
    const [won = ''] = wins.split('<li').filter((row) => row.includes(giveawayIdOf(PLACES.drawn)));
    expect(won).toContain('Platz 2');
    expect(won).toContain('is-delivered');
    const third = (await show('/passports/3')).split('id="wins"')[1]?.split('</section>')[0] ?? '';
    expect(third).toContain('Place 3');
    expect(third).toContain('alternate');
  });

  it.each(['0', '-1', '1.5', '999999', 'x'])('is missing for %s', async (number) => {
    expect((await get(`/passports/${number}`)).status).toBe(404);
  });
});

describe('the pages of a drawn giveaway on a public chain', () => {
  it('say that a threshold of drand’s members could know a result early', async () => {
    await gateway.onDatabase((em) => em.getConnection().execute('update chain_cursor set chain_id = 1'));
    const rules = await show(`/giveaways/${idOf('drawn')}?lang=en`);
    expect(rules).toContain('only a threshold of drand’s members together could know it earlier.');
    const steps = await show(`/giveaways/${idOf('drawn')}/rounds/0?lang=en`);
    expect(steps).toContain('Only a threshold of drand’s members together could know it early.');
    const german = await show(`/giveaways/${idOf('drawn')}/rounds/0?lang=de`);
    expect(german).toContain('Nur genügend viele Mitglieder von drand zusammen könnten sie früher kennen.');
  });
});
