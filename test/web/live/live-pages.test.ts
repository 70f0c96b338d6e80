import { afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { giveawayIdOf, insert } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { openPipe, type Pipe } from '../../support/faults/pipe.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { subscribe, subscriptionClient } from '../../support/graphql/subscriptions.ts';
import { PATIENCE } from '../../support/patience.ts';
import { describeInBrowser, sharedBrowser, violationsOf } from '../support/browser.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const GIVEAWAY = giveawayIdOf(SUMMER.endless);
const CURRENT = 'live-giveaway[updated]';

describeInBrowser('open pages of a giveaway in Chromium', () => {
  // Two subscriptions for each client network.
  const gateway = sharedByTests(() => startGateway({ MAX_SUBSCRIPTIONS: '20' }));
  const browser = sharedBrowser();
  let pipe: Pipe;
  beforeAll(async () => {
    await gateway.onDatabase(seedSummer);
  }, 120_000);
  beforeEach(async () => {
    pipe = await openPipe(Number(new URL(gateway.url).port));
  });
  afterEach(() => pipe.stop());

  const newPage = async (): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(30_000 * PATIENCE);
    await page.clock.install();
    return page;
  };
  const open = async (page: Page) => {
    await page.goto(`http://127.0.0.1:${pipe.port}/giveaways/${GIVEAWAY}`);
    return page;
  };
  let version = 0;
  /** Changes the entries of the open round. */
  const enter = async (entries: number) => {
    version += 1;
    await gateway.onDatabase(async (em) => {
      const run = (statement: string) => em.getConnection().execute(statement);
      await run(`update giveaway_round set net_entries = ${entries} where giveaway_id = '${GIVEAWAY}'`);
      await insert(em, 'chain_step', [
        { version, next_block: 100 + version, giveaway_ids: JSON.stringify([GIVEAWAY]) },
      ]);
      await run(`update chain_cursor set version = ${version}, next_block = ${100 + version}`);
    });
  };
  const shown = (page: Page, entries: string) =>
    page.waitForSelector(`.rounds :text("${entries} entries count")`);
  /** Lets time pass for the page, until it shows something. */
  const passTime = async (page: Page, until: Promise<unknown>) => {
    const isShown = until.then(() => true);
    const pass = async () => {
      await page.clock.runFor(10_000);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return false;
    };
    while (!(await Promise.race([isShown, pass()])));
  };

  it('show what happened after they were made and before they followed it', async () => {
    const page = await newPage();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(/live-giveaway/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(`${gateway.url}/giveaways/${GIVEAWAY}`, { waitUntil: 'commit' });
    await page.waitForSelector('.rounds');
    await enter(4_321);
    release();
    await passTime(page, shown(page, '4,321'));
    await page.context().close();
  });

  it('say since when they are not current without a connection, and catch up when it is back', async () => {
    const page = await open(await newPage());
    await page.waitForSelector(CURRENT);
    // The browser is told nothing, as when a device sleeps.
    pipe.silence();
    await page.context().setOffline(true);
    await enter(5_432);
    const note = page.locator('main > [role=alert]');
    await passTime(page, note.waitFor());
    expect(await note.textContent()).toMatch(/^This page is as it was at \d.*: it cannot reach the service/);
    expect(await violationsOf(page)).toEqual([]);
    await page.context().setOffline(false);
    pipe.mend();
    await passTime(page, shown(page, '5,432'));
    await passTime(page, note.waitFor({ state: 'detached' }));
    // They follow again, with their heads.
    await gateway.onDatabase((em) =>
      em.execute("update giveaway set end_time = '2026-01-02T00:00:00Z' where id = ?", [GIVEAWAY]),
    );
    await enter(6_543);
    await passTime(page, shown(page, '6,543'));
    expect(await page.textContent('.byline .state')).toBe('Ended');
    await page.context().close();
  });

  it('are updated by requests while the service has no room for their subscription', async () => {
    const client = subscriptionClient(gateway);
    const query = 'subscription ($giveaway: ID!) { roundUpdated(giveaway: $giveaway) { index } }';
    const others = [1, 2].map(() => subscribe(client, query, { giveaway: GIVEAWAY }));
    for (const other of others) await other.last(({ index }) => index === 0);
    const page = await open(await newPage());
    await passTime(page, page.waitForSelector(CURRENT));
    await enter(7_654);
    await passTime(page, shown(page, '7,654'));
    const note = page.locator('main > [role=alert]');
    await passTime(page, note.waitFor({ state: 'detached' }));
    await page.context().close();
    await client.dispose();
  });
});
