import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { giveawayIdOf, hashOf, insert } from '../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { carriedOver, chain, useDrawnChain } from '../support/chain/drawn-chain.ts';
import { describeInBrowser, launchBrowser, violationsOf } from './support/browser.ts';

describeInBrowser('the pages of draws in Chromium', () => {
  useDrawnChain();
  let gateway: Gateway;
  let browser: Browser;
  let node: Server;
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.onDatabase(seedSummer);
    browser = await launchBrowser();
    node = createServer((request, response) => void forward(request, response, chain.url));
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    node?.close();
    await gateway?.stop();
  });

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
    const { port } = node.address() as AddressInfo;
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
    await page.click('draw-check button');
    await page.waitForSelector('.verdict', { timeout: 60_000 });
    expect(await page.textContent('.verdict')).toBe('NOT VERIFIED');
    const bad = await page.locator('.check-steps .is-bad .check-name').allTextContents();
    expect(bad).toEqual(['beacon key', 'beacon genesis', 'margin', 'beacon round', 'signature']);
    const good = await page.locator('.check-steps .is-good .check-name').allTextContents();
    expect(good).toEqual(
      expect.arrayContaining(['giveaway key', 'entries', 'total', 'randomness', 'ticket', 'winner']),
    );
    await page.context().close();
  }, 120_000);

  it('show the message of a node that does not answer', async () => {
    const page = await open(drawn());
    await page.fill('#node', 'http://127.0.0.1:1');
    await page.click('draw-check button');
    await page.waitForSelector('.check-result .is-bad');
    expect(await page.textContent('.check-result')).toContain('could not be checked');
    await page.context().close();
  });

  it('follow a giveaway by a subscription', async () => {
    const page = await open(`${gateway.url}/giveaways/${giveawayIdOf(SUMMER.endless)}`);
    const isFirst = () => page.evaluate('document.querySelector("live-giveaway").isFirst');
    expect(await eventually(isFirst, (value) => value === false, 30_000)).toBe(false);
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
    await page.waitForSelector('live-giveaway[updated]', { timeout: 30_000 });
    expect(await page.textContent('.rounds')).toContain('4,321 entries');
    await page.context().close();
  }, 60_000);

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

/** A node that allows requests from web pages. */
async function forward(
  request: Parameters<Parameters<typeof createServer>[1] & object>[0],
  response: Parameters<Parameters<typeof createServer>[1] & object>[1],
  url: string,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'content-type');
  if (request.method === 'OPTIONS') {
    response.end();
    return;
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await text(request),
  });
  response.end(await answer.text());
}
