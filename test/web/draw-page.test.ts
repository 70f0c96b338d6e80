import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { Page } from 'playwright-core';
import { drawn as decided, giveawayIdOf, hashOf, insert, WALLETS } from '../support/database/read-model.ts';
import { PLACES, seedPlaces } from '../support/database/places.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { signRound, toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { carriedOver, chain, SECRET, useDrawnChain } from '../support/chain/drawn-chain.ts';
import { allowed, forward } from './support/nodes.ts';
import { describeInBrowser, sharedBrowser, violationsOf } from './support/browser.ts';
import { startHttpServer, type TestServer } from '../support/http/http-server.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

describeInBrowser('the pages of draws in Chromium', () => {
  useDrawnChain();
  let gateway: Gateway;
  const browser = sharedBrowser();
  const node = sharedByTests(() =>
    startHttpServer((request, response) => void forward(request, response, chain.url)),
  );
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.onDatabase(seedSummer);
    await gateway.onDatabase(seedPlaces);
  });
  afterAll(() => gateway?.stop());

  const drawn = () => `${gateway.url}/giveaways/${giveawayIdOf(SUMMER.drawn)}/rounds/0`;
  const open = async (url: string, options = {}): Promise<Page> => {
    const context = await browser.newContext(options);
    // The tests ask nothing beyond this machine.
    await context.route('https://**', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };

  it.each([
    ['the list', '/giveaways', { colorScheme: 'light' }],
    [
      'a giveaway on a phone',
      `/giveaways/${giveawayIdOf(SUMMER.carried)}?who=1`,
      { viewport: { width: 360, height: 740 } },
    ],
    ['a draw in the dark', `/giveaways/${giveawayIdOf(SUMMER.drawn)}/rounds/0`, { colorScheme: 'dark' }],
    [
      'a draw on a phone',
      `/giveaways/${giveawayIdOf(SUMMER.drawn)}/rounds/0?lang=de`,
      { viewport: { width: 360, height: 740 } },
    ],
    ['a draw of several winners', `/giveaways/${giveawayIdOf(PLACES.drawn)}/rounds/0`, {}],
    ['a passport', '/passports/1', {}],
  ] as const)('%s breaks no rule of axe, and fits its width', async (_title, path, options) => {
    const page = await open(`${gateway.url}${path}`, options);
    expect(await violationsOf(page)).toEqual([]);
    const [width, shown] = await page.evaluate<number[]>(
      '[innerWidth, document.documentElement.scrollWidth]',
    );
    expect(shown).toBeLessThanOrEqual(width ?? 0);
    await page.context().close();
  });

  it('show the draw, and how to verify it, without JavaScript', async () => {
    const page = await open(drawn(), { javaScriptEnabled: false });
    expect(await page.textContent('draw-check')).toContain('needs JavaScript');
    expect(await page.textContent('.draw-steps')).toContain('The ticket belongs to passport 2.');
    await page.context().close();
  });

  it('verify a draw with a node that the reader names', async () => {
    const page = await open(drawn());
    const { port } = node;
    // The chain's own beacon has another key than quicknet, so every other step holds.
    const attributes = {
      chain: '31337',
      hub: chain.hub,
      giveaway: carriedOver,
      round: '0',
      'from-block': '0',
    };
    await page.evaluate(
      `for (const [name, value] of ${JSON.stringify(Object.entries(attributes))}) document.querySelector('draw-check').setAttribute(name, value);
      document.querySelector('draw-check').removeAttribute('beacon')`,
    );
    await page.fill('#node', `http://127.0.0.1:${port}`);
    await page.fill('#noted', `chain 31337, hub ${chain.hub}, another key 0x${'12'.repeat(32)}`);
    await page.click('draw-check button');
    await page.waitForSelector('.verdict', { timeout: 60_000 });
    expect(await page.textContent('.verdict')).toBe('NOT VERIFIED · twins: 1');
    const said = await page.textContent('.check-result .note');
    expect(said).toContain('These checks differ: beacon key, beacon genesis');
    expect(said).toContain('Who may be lying: the node, which may report a history that never was;');
    expect(said).toContain('What to do next: verify again with a node of somebody else');
    expect(said).toContain('Reported by one source, not proved');
    expect(said).toContain('The block is final.');
    expect(said).toMatch(
      /Twins: 1 of 1 other drawn giveaways .*, blocks 0 to \d+; the list of all announcements/,
    );
    expect(said).toContain('The giveaway was announced before its start.');
    const signers = await page.textContent('.check-signers');
    expect(signers).toMatch(/0x\w{40} 6 changes of entries, active since 20\d\d-/);
    expect(signers).toMatch(/The owner 0x\w{40} can add signers: a wallet with a single key\./);
    expect(said).toContain('Your note does not name this giveaway:');
    const bad = await page.locator('.check-steps .is-bad .check-name').allTextContents();
    expect(bad).toEqual(['beacon key', 'beacon genesis', 'margin', 'beacon round', 'signature']);
    const good = await page.locator('.check-steps .is-good .check-name').allTextContents();
    expect(good).toEqual(
      expect.arrayContaining(['giveaway key', 'entries', 'total', 'randomness', 'ticket', 'winner']),
    );
    await page.context().close();
  });

  it.each([
    ['in English', {}, 'Proved in the state of block', 'The block is final.'],
    ['in German', { locale: 'de-DE' }, 'Bewiesen durch den Zustand von Block', 'Der Block ist endgültig.'],
  ])('prove a draw with two nodes, %s', async (_title, options, basis, finality) => {
    const page = await open(drawn(), options);
    const sources = ['https://node.example.com/key', 'https://node.example.org'];
    for (const source of sources)
      await page.route(source, async (route) => {
        const response = await fetch(chain.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: route.request().postData(),
        });
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
        await route.fulfill({ headers, body: await response.text() });
      });
    await page.route('**/beacon/**', (route) => {
      const [, round] = /public\/(\d+)/.exec(route.request().url()) ?? [];
      const info = { public_key: toPublicKey(SECRET), genesis_time: 1_600_000_000, period: 3 };
      return route.fulfill({ json: round ? { signature: signRound(SECRET, BigInt(round)) } : info });
    });
    const attributes = {
      chain: '31337',
      hub: chain.hub,
      giveaway: carriedOver,
      round: '1',
      'from-block': '0',
      beacon: '/beacon',
    };
    await page.evaluate(
      `for (const [name, value] of ${JSON.stringify(Object.entries(attributes))}) document.querySelector('draw-check').setAttribute(name, value)`,
    );
    await page.fill('#node', sources[0] ?? '');
    await page.fill('#second', sources[1] ?? '');
    const contract = `eip155:31337:${chain.hub.toUpperCase().replace('X', 'x')}`;
    await page.fill('#noted', `https://example.com/giveaways/gwy_${carriedOver.slice(2)}#${contract}`);
    await page.click('draw-check form button');
    await page.waitForSelector('.verdict', { timeout: 60_000 });
    const said = (await page.textContent('.check-result .note')) ?? '';
    expect(await page.locator('.check-steps .is-bad').allTextContents()).toEqual([]);
    for (const words of [basis, finality, chain.hub.toLowerCase()]) expect(said).toContain(words);
    expect(await page.locator('.noted.is-bad').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });

  /** Checks with a node that answers like this; returns the page. */
  const check = async (response: RequestListener | undefined): Promise<[Page, TestServer]> => {
    const strange = await startHttpServer(response);
    if (response === undefined) await strange.stop();
    const page = await open(drawn());
    // This gateway has no chain, and so no beacon.
    await page.evaluate('document.querySelector("draw-check").removeAttribute("beacon")');
    await page.fill('#node', strange.url);
    await page.click('draw-check button');
    return [page, strange];
  };

  it.each([
    ['does not answer', undefined, 'the node cannot be reached'],
    ['does not allow web pages', (_request, response) => response.end('{}'), 'does not allow this page'],
    ['answers without JSON', allowed, 'without JSON'],
  ] as [string, RequestListener | undefined, string][])(
    'say in plain words that a node %s',
    async (_title, response, message) => {
      const [page, strange] = await check(response);
      await page.waitForSelector('.check-result .is-bad');
      expect(await page.textContent('.check-result')).toContain(message);
      expect(await page.isEnabled('draw-check form button')).toBe(true);
      await page.context().close();
      await strange.stop();
    },
    60_000,
  );

  it('show progress while a node is silent, and end the check at once when the reader cancels it', async () => {
    const [page, strange] = await check(() => undefined);
    await page.waitForSelector('.check-result progress');
    expect(await violationsOf(page)).toEqual([]);
    await page.click('.check-result button');
    await page.waitForSelector('.check-result .is-bad', { timeout: 2_000 });
    expect(await page.textContent('.check-result')).toBe('The check was cancelled.');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Verify the draw');
    await page.context().close();
    await strange.stop();
  });

  it('show a draw, and how to verify it, on an open page as soon as it happens', async () => {
    const id = giveawayIdOf(SUMMER.carried);
    const page = await open(`${gateway.url}/giveaways/${id}/rounds/0`);
    expect(await page.locator('draw-check').count()).toBe(0);
    expect(await page.textContent('h1')).toContain('Round 1');
    await page.waitForSelector('live-giveaway[updated]', { timeout: 30_000 });
    const change = (version: number, columns: object) =>
      gateway.onDatabase(async (em) => {
        await em.getConnection().execute(
          `update giveaway_round set ${Object.keys(columns)
            .map((name) => `${name} = ?`)
            .join(', ')}
          where giveaway_id = '${id}' and index = 0`,
          Object.values(columns),
        );
        await insert(em, 'chain_step', [
          { version, next_block: 200 + version, giveaway_ids: JSON.stringify([id]) },
        ]);
        await em
          .getConnection()
          .execute('update chain_cursor set version = ?, next_block = ?', [version, 200 + version]);
      });
    await page.evaluate('window.isSamePage = true');
    await change(11, decided(1, 5, 2));
    await page.waitForSelector('draw-check #node', { timeout: 30_000 });
    expect(await page.textContent('.draw-steps')).toContain('The ticket belongs to passport 1.');
    expect(await page.textContent('live-giveaway [role=status]')).toContain('The winner was drawn.');
    await page.fill('#node', 'https://node.example.com');
    await page.focus('h1 >> xpath=.. >> a');
    await change(12, {
      receipt_by: WALLETS[1],
      receipt_by_provider: true,
      receipt_at: '2026-02-11T00:00:00Z',
    });
    await page.waitForSelector('[data-live=delivery] :text("Receipt confirmed")', { timeout: 30_000 });
    expect(await page.inputValue('#node')).toBe('https://node.example.com');
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });

  it('follow a giveaway by a subscription', async () => {
    const page = await open(`${gateway.url}/giveaways/${giveawayIdOf(SUMMER.endless)}`);
    await page.waitForSelector('live-giveaway[updated]', { timeout: 30_000 });
    await gateway.onDatabase(async (em) => {
      const connection = em.getConnection();
      await connection.execute(
        `update giveaway_round set net_entries = 4321 where giveaway_id = '${giveawayIdOf(SUMMER.endless)}'`,
      );
      await insert(em, 'chain_step', [
        {
          version: 1,
          next_block: 102,
          giveaway_ids: JSON.stringify([giveawayIdOf(SUMMER.endless)]),
        },
      ]);
      await connection.execute('update chain_cursor set version = 1, next_block = 102');
    });
    await page.waitForSelector('.rounds :text("4,321 entries count")', { timeout: 30_000 });
    await page.context().close();
  });

  it('request nothing from another host before the reader asks for it', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(gateway.url)) foreign.push(request.url());
    });
    await page.goto(drawn());
    await page.waitForSelector('#node');
    expect(foreign).toEqual([]);
    expect(hashOf(772)).toBe(await page.locator('.draw-steps > li:nth-child(4) code').textContent());
    await context.close();
  });
});
