import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashOf } from '../../support/database/read-model.ts';
import { seedSummer } from '../../support/database/summer.ts';
import { embeddedNode } from '../../support/chain/embedded-chain.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import { isRecomputed, seedOfProof } from '../../../web/parts/draws/recomputed-draw.ts';
import { describeInBrowser, sharedBrowser, openPage, overflowOf, violationsOf } from '../support/browser.ts';
import { getPage, linksOf, textOf } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const DAY_MS = 86_400_000;
const MARGIN = 60;

const gateway = sharedByTests(() =>
  startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: String(MARGIN) }),
);
beforeAll(async () => {
  const key = await gateway.createKey();
  const end = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+/, '');
  await gateway.publish(key, draft({ title: 'Kite', endDate: end(3) }));
  await gateway.publish(key, draft({ title: 'Lamp', endDate: end(1) }));
  await gateway.publish(key, draft({ title: 'Rope', endDate: end(300) }));
  await gateway.publish(key, draft({ title: 'Sail' }));
  await drawWinner(gateway);
}, 120_000);

/** Runs a giveaway of one entry until its winner is drawn. */
async function drawWinner(on: Gateway): Promise<void> {
  const { secret: key } = await createProviderWithSigner(on);
  const query = (endpoint: string, body: object) =>
    on.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body });
  const giveawayId = 'first';
  const now = Math.floor(Date.now() / 1_000);
  const times = { startTime: now - 60, endTime: now + 8 };
  await query('create-giveaway', { giveawayId, ...times, determinationType: 1, title: 'A jacket' });
  await query('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId, amount: 1 });
  await (await embeddedNode(on)).advance(8 + MARGIN + 10);
  const drawn = await eventually(
    () => query('draw-winner', { giveawayId }),
    ({ status }) => status === 200,
    30_000,
  );
  expect(drawn.status).toBe(200);
}

const show = async (path: string, on = gateway) => textOf(await getPage(on.url, path));
const sectionOf = (page: string, id: string) =>
  new RegExp(`<section[^>]*aria-labelledby="${id}".*?</section>`, 's').exec(page)?.[0];

describe('The first page', () => {
  it('says in one line what this is, and has a menu of four words', async () => {
    const page = await show('/');
    expect(/<h1>(.*?)<\/h1>/.exec(page)?.[1]).toBe('Giveaways, and draws that anybody can check');
    const [menu = ''] = /<nav aria-label="Main">.*?<\/nav>/s.exec(page) ?? [];
    expect(linksOf(menu, /./)).toEqual(['/', '/giveaways', '/developers', '/access']);
    expect([...menu.matchAll(/>([^<]+)<\/a>/g)].map(([, name]) => name)).toEqual([
      'Giveaways',
      'Draws',
      'Developers',
      'Sign in',
    ]);
  });

  it('shows what ends within a month, the next end first, above what is new', async () => {
    const page = await show('/');
    const soon = sectionOf(page, 'ending-soon') ?? '';
    expect([...soon.matchAll(/<bdi>(Kite|Lamp|Rope|Sail)<\/bdi>/g)].map(([, title]) => title)).toEqual([
      'Lamp',
      'Kite',
    ]);
    expect(sectionOf(page, 'results')).toMatch(/New and updated · 4 giveaways.*Sail.*Rope.*Lamp.*Kite/s);
  });

  it('shows a draw with its ticket, which it has computed again, and leads to its check', async () => {
    const panel = sectionOf(await show('/'), 'shown-draw') ?? '';
    expect(panel).toMatch(/<bdi>A jacket<\/bdi>/);
    expect(panel).toMatch(/Ticket 0 of 1 · Passport \d+/);
    expect(panel).toContain('This is a test chain.');
    const [round = ''] = linksOf(panel, /verify it yourself/);
    expect(await show(round)).toContain('id="verify"');
    expect(sectionOf(await show('/?lang=de'), 'shown-draw')).toContain('Eine Ziehung, nachgerechnet');
  });

  it('has one way on for each kind of reader', async () => {
    const page = await show('/?lang=de');
    const [ways = ''] = /<ul class="ways">.*?<\/ul>/s.exec(page) ?? [];
    expect(linksOf(ways, /./)).toEqual([
      '/?lang=de&order=ending',
      '/developers?lang=de#publisher',
      '/developers?lang=de#provider',
      '/developers?lang=de#front-end',
    ]);
    const developers = await show('/developers');
    for (const id of ['publisher', 'provider', 'front-end']) expect(developers).toContain(`id="${id}"`);
  });

  it.each(['/?q=kite', '/?verified=1', '/?order=newest', '/?ends=day'])(
    'is the list alone at %s',
    async (path) => {
      const page = await show(path);
      expect(page).toContain('<h1>Giveaways that are open now</h1>');
      expect(page).not.toMatch(/ending-soon|shown-draw|class="ways"/);
    },
  );

  it('shows no draw where the service has no chain', async () => {
    const without = await startGateway();
    await without.onDatabase(seedSummer);
    const page = await show('/', without);
    expect([sectionOf(page, 'shown-draw'), sectionOf(page, 'ending-soon')]).toEqual([undefined, undefined]);
    await without.stop();
  });
});

describe('A draw', () => {
  const giveaway = { chainId: 1, hub: `0x${'11'.repeat(20)}`, key: hashOf(1) };
  const round = { index: 2 };
  const signature = `0x${'ab'.repeat(48)}`;
  const total = 10;

  it('is shown only if its ticket follows from the signature', async () => {
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(signature.slice(2), 'hex'));
    const hashed = `0x${Buffer.from(digest).toString('hex')}`;
    const seed = seedOfProof({ giveaway, round, proof: { randomness: hashed } });
    const ticket = Number(BigInt(seed ?? '0x0') % BigInt(total));
    const proof = { signature, randomness: hashed, total, ticket };
    expect(isRecomputed({ giveaway, round, proof })).toBe(true);
    expect(isRecomputed({ giveaway, round, proof: { ...proof, ticket: (ticket + 1) % total } })).toBe(false);
    expect(isRecomputed({ giveaway, round: { index: 1 }, proof: { ...proof, total: 1_000_003 } })).toBe(
      false,
    );
    expect(isRecomputed({ giveaway, round, proof: { ...proof, randomness: hashOf(2) } })).toBe(false);
    expect(isRecomputed({ giveaway: { ...giveaway, hub: null }, round, proof })).toBe(false);
  });
});

describeInBrowser('The first page in Chromium', () => {
  const browser = sharedBrowser();

  it.each([
    ['in English', { locale: 'en-GB' }],
    ['in German and the dark', { locale: 'de-DE', colorScheme: 'dark' }],
    ['without JavaScript', { javaScriptEnabled: false }],
  ] as const)('has its first card in the upper half of a phone, %s', async (_title, options) => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true };
    const { page, errors } = await openPage(browser, gateway.url, { ...phone, ...options });
    await page.goto('/');
    const card = await page.locator('.card').first().boundingBox();
    expect(card?.y).toBeLessThan(844 / 2);
    expect(await overflowOf(page)).toBe(0);
    if (!('javaScriptEnabled' in options)) expect(await violationsOf(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
